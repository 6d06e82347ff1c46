// Markdown as models write it: no raw HTML, no images from elsewhere, links that leave in a new tab.
import { memo, useEffect, useRef, useState } from "react";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { blocksOf } from "./blocks.js";
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

const Block = memo(function Block({ text }) {
  return <ReactMarkdown remarkPlugins={PLUGINS} skipHtml={false} components={COMPONENTS}>{text}</ReactMarkdown>;
});

const Blocks = ({ blocks }) => (
  <div className="sf-md">
    {blocks.map(({ text, plain }, i) => {
      const block = plain ? <pre key={i} className="sf-plain">{text}</pre> : <Block key={i} text={text} />;
      return blocks.length < 4 ? block : <div key={i} className="sf-block">{block}</div>;
    })}
  </div>
);

/** Markdown; with `brief` only its beginning, which is more than a fold shows. */
export const Markdown = memo(function Markdown({ text, brief = false }) {
  return <Blocks blocks={blocksOf(text, brief ? 2 : Infinity)} />;
});

const SOONEST = 30;
const LATEST = 250;

// Text that is still being written is set in type as often as leaves the page most of its time.
function useCalm(text) {
  const [shown, setShown] = useState(text);
  const pace = useRef({ timer: 0, began: 0, wait: SOONEST });
  const newest = useRef(text);
  newest.current = text;
  useEffect(() => {
    const { current: own } = pace;
    own.timer ||= setTimeout(() => {
      own.timer = 0;
      own.began = performance.now();
      setShown(newest.current);
    }, own.wait);
  }, [text]);
  useEffect(() => {
    const { current: own } = pace;
    if (own.began) own.wait = Math.min(LATEST, Math.max(SOONEST, 6 * (performance.now() - own.began)));
  }, [shown]);
  useEffect(() => () => { clearTimeout(pace.current.timer); pace.current.timer = 0; }, []);
  return shown;
}

export function LiveMarkdown({ text }) {
  const blocks = blocksOf(useCalm(text));
  return (
    <>
      {blocks.length > 1 ? <Blocks blocks={blocks.slice(0, -1)} /> : null}
      <Blocks blocks={blocks.slice(-1)} />
      <span className="sf-caret" aria-hidden="true" />
    </>
  );
}
