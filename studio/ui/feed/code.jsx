// Code with colours for a handful of languages, a copy button, and a fold when it is long.
import { memo, useMemo, useState } from "react";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { Check, Copy } from "lucide-react";

for (const [name, language] of Object.entries({ bash, css, javascript, json, markdown, python, sql, typescript, xml, yaml })) hljs.registerLanguage(name, language);
hljs.registerAliases(["sh", "shell", "console"], { languageName: "bash" });

const LIMIT = 60_000;
const MOST = 100_000;

export function CopyButton({ text, name = "Copy" }) {
  const [copied, setCopied] = useState(false);
  const copy = async (e) => {
    e.stopPropagation();
    await navigator.clipboard.writeText(typeof text === "function" ? text() : text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" className="sf-tiny" aria-label={copied ? "Copied" : name} title={copied ? "Copied" : name} onClick={copy}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
    </button>
  );
}

export const Code = memo(function Code({ text, language = "", open = false, bare = false }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && text.length > MOST;
  const html = useMemo(() => {
    if (open || text.length > LIMIT || !hljs.getLanguage(language)) return null;
    return hljs.highlight(text, { language, ignoreIllegals: true }).value;
  }, [text, language, open]);
  return (
    <div className={"sf-code" + (bare ? " sf-code-bare" : "")}>
      <pre tabIndex={0}>{html === null ? <code>{cut ? text.slice(0, MOST) : text}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}</pre>
      <span className="sf-code-tools">{language && !bare ? <span>{language}</span> : null}<CopyButton text={text} name="Copy the code" /></span>
      {cut ? <button type="button" className="sf-more" onClick={() => setWhole(true)}>Show the other {(text.length - MOST).toLocaleString("en")} characters</button> : null}
    </div>
  );
});

/** Anything as text that is easy to read: JSON indented, text as it is. */
export function Value({ value }) {
  const [text, language] = useMemo(() => readable(value), [value]);
  return <Code text={text} language={language} bare />;
}

// Deep nesting would make almost everything indentation; then JSON stays on one line.
function laidOut(value) {
  const line = JSON.stringify(value) ?? "";
  const text = JSON.stringify(value, null, 2) ?? "";
  return text.length > LIMIT && text.length > 10 * line.length ? line : text;
}

function readable(value) {
  if (typeof value !== "string") return [laidOut(value), "json"];
  const start = value.trimStart()[0];
  if ((start === "{" || start === "[") && value.length < LIMIT) {
    try {
      return [laidOut(JSON.parse(value)), "json"];
    } catch {
      // Text that only looks like JSON.
    }
  }
  return [value, ""];
}
