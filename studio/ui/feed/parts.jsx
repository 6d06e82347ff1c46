// The content of a message: text, images, files, structured output.
import { useState } from "react";
import { FileText } from "lucide-react";
import { fileUrl } from "./api.js";
import { Value } from "./code.jsx";
import { Markdown } from "./markdown.jsx";
import { Fold } from "./pieces.jsx";
import { textOf } from "./items.js";

const FILE = /<file name="([^"\n]*)">\n([\s\S]*?)\n<\/file>/g;

const imageOf = (part) => (part.blob ? fileUrl(part.blob) : part.data ? "data:image/png;base64," + part.data : part.url ?? "");

function Picture({ part, name }) {
  const [large, setLarge] = useState(false);
  const source = imageOf(part);
  return (
    <button type="button" className="sf-picture" data-large={large || undefined} aria-label={large ? "Show the image smaller" : "Show the image larger"} onClick={() => setLarge(!large)}>
      <img src={source} alt={name || "Attached image"} loading="lazy" />
    </button>
  );
}

function FileCard({ name, text }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="sf-file">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}><FileText aria-hidden="true" /><span>{name}</span><span className="st-muted">{text.length.toLocaleString("en")} characters</span></button>
      {open ? <Fold lines={20}><pre className="sf-plain">{text}</pre></Fold> : null}
    </div>
  );
}

// Most texts are so short or so long that they need not be measured to know whether they are folded.
function FoldedMarkdown({ text, lines }) {
  if (text.length < 600 && text.split("\n").length < 12 && !text.includes("![")) return <Markdown text={text} />;
  if (text.length > 6000) return <Fold lines={lines} sure>{(open) => <Markdown text={text} brief={!open} />}</Fold>;
  return <Fold lines={lines}><Markdown text={text} /></Fold>;
}

function Text({ text, lines }) {
  const files = [...text.matchAll(FILE)];
  const rest = files.length ? text.replace(FILE, "").trim() : text;
  return (
    <>
      {rest.trim() ? <FoldedMarkdown text={rest} lines={lines} /> : null}
      {files.map((match, i) => <FileCard key={i} name={match[1]} text={match[2]} />)}
    </>
  );
}

export function Parts({ body, lines = 28 }) {
  const { content } = body;
  if (Array.isArray(content) && (content.length === 0 || typeof content[0] === "string" || content.some((part) => part?.blob || part?.data || part?.url)))
    return content.map((part, i) => (typeof part === "string" ? (/^Image .+:$/.test(part) ? null : <Text key={i} text={part} lines={lines} />) : <Picture key={i} part={part} name={typeof content[i - 1] === "string" ? content[i - 1].replace(/^Image (.+):$/, "$1") : ""} />));
  if (content !== null && typeof content === "object") return <Fold lines={lines}><Structured value={content} /></Fold>;
  return <Text text={textOf(body)} lines={lines} />;
}

function Structured({ value }) {
  const flat = !Array.isArray(value) && Object.values(value).every((one) => one === null || typeof one !== "object");
  if (!flat) return <Value value={value} />;
  return <dl className="sf-facts">{Object.entries(value).map(([key, one]) => <div key={key}><dt>{key.replaceAll("_", " ")}</dt><dd>{one === null ? "none" : String(one)}</dd></div>)}</dl>;
}
