// Markdown as models write it: no raw HTML, no images from elsewhere, links that leave in a new tab.
import { memo, useEffect, useRef, useState } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { Code } from "./code.jsx";

const PLUGINS = [remarkGfm];

const textIn = (children) => (Array.isArray(children) ? children.map(textIn).join("") : typeof children === "string" ? children : "");

function Pre({ children }) {
  const props = children?.props ?? {};
  const language = /language-([\w+#-]+)/.exec(props.className ?? "")?.[1] ?? "";
  return <Code text={textIn(props.children).replace(/\n$/, "")} language={language} />;
}

const COMPONENTS = {
  pre: Pre,
  a: ({ href, children }) => <a href={href} target="_blank" rel="noopener noreferrer nofollow">{children}</a>,
  img: ({ src, alt }) =>
    src?.startsWith("/api/files/") || src?.startsWith("data:image/")
      ? <img src={src} alt={alt ?? ""} />
      : <a href={src} target="_blank" rel="noopener noreferrer nofollow">{alt || src}</a>,
  table: ({ children }) => <div className="sf-table"><table>{children}</table></div>,
  h1: "h3",
  h2: "h4",
  h3: "h5",
  input: ({ checked }) => <input type="checkbox" checked={Boolean(checked)} readOnly disabled aria-label={checked ? "done" : "open"} />,
};

export const Markdown = memo(function Markdown({ text }) {
  return <div className="sf-md"><ReactMarkdown remarkPlugins={PLUGINS} skipHtml={false} components={COMPONENTS}>{text}</ReactMarkdown></div>;
});

const EVERY = 110;

// Text that is still being written is set in type at most ten times a second.
function useCalm(text) {
  const [shown, setShown] = useState(text);
  const last = useRef(0);
  const timer = useRef(0);
  const newest = useRef(text);
  newest.current = text;
  useEffect(() => {
    if (timer.current) return;
    timer.current = setTimeout(() => {
      timer.current = 0;
      last.current = performance.now();
      setShown(newest.current);
    }, Math.max(0, EVERY - (performance.now() - last.current)));
  }, [text]);
  useEffect(() => () => { clearTimeout(timer.current); timer.current = 0; }, []);
  return shown;
}

/** Splits off the paragraphs that are finished, so that only the last one is set again and again. */
function finishedPart(text) {
  if (text.length < 1500) return "";
  const fences = (part) => (part.match(/^\s*(```|~~~)/gm) ?? []).length % 2 === 0;
  for (let at = text.lastIndexOf("\n\n"); at > 0; at = text.lastIndexOf("\n\n", at - 1)) {
    const head = text.slice(0, at);
    if (fences(head) && !/^\s|^[-*\d|>]/.test(text.slice(at + 2))) return head;
    if (text.length - at > 4000) break;
  }
  return "";
}

export function LiveMarkdown({ text }) {
  const shown = useCalm(text);
  const head = finishedPart(shown);
  return (
    <>
      {head ? <Markdown text={head} /> : null}
      <Markdown text={shown.slice(head.length)} />
      <span className="sf-caret" aria-hidden="true" />
    </>
  );
}
