// Read-only text with line numbers, colours for Python and JSON, and a copy button.
import { useMemo, useState } from "react";
import { Check, Copy } from "lucide-react";

const RULES = {
  py: /(?<comment>#.*$)|(?<string>(?:[rfb]{0,2})(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))|(?<keyword>\b(?:False|None|True|and|as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)\b)|(?<number>\b\d[\d_.]*\b)|(?<name>\b[A-Z]\w*\b)/gm,
  json: /(?<name>"(?:\\.|[^"\\])*"(?=\s*:))|(?<string>"(?:\\.|[^"\\])*")|(?<keyword>\b(?:true|false|null)\b)|(?<number>-?\b\d[\d.eE+-]*\b)/gm,
};
RULES.ipynb = RULES.json;

function* pieces(text, rule) {
  let at = 0;
  for (const m of text.matchAll(rule)) {
    if (m.index > at) yield [null, text.slice(at, m.index)];
    yield [Object.keys(m.groups).find((k) => m.groups[k] !== undefined), m[0]];
    at = m.index + m[0].length;
  }
  if (at < text.length) yield [null, text.slice(at)];
}

export function CodeView({ text = "", filename = "" }) {
  const [copied, setCopied] = useState(false);
  const rule = RULES[filename.split(".").pop()];
  const shown = useMemo(() => (rule && text.length < 200_000 ? [...pieces(text, rule)] : [[null, text]]), [text, rule]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <div className="st-codeview">
      <div className="st-row st-between">
        <span className="st-small st-muted st-mono">{filename}</span>
        <button type="button" className="st-btn st-btn-s st-btn-ghost" onClick={copy}>{copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}{copied ? "Copied" : "Copy"}</button>
      </div>
      <pre className="st-code" tabIndex={0} aria-label={filename}><code>{shown.map(([kind, part], i) => (kind ? <span key={i} className={"st-tok-" + kind}>{part}</span> : part))}</code></pre>
    </div>
  );
}
