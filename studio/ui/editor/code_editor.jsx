// A code editor over CodeMirror 6, bundled: JSON with marks and completion, Python with colours.
import { useEffect, useLayoutEffect, useRef } from "react";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { Annotation, EditorState, StateEffect } from "@codemirror/state";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, linter } from "@codemirror/lint";
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { json, jsonLanguage, jsonParseLinter } from "@codemirror/lang-json";
import { python } from "@codemirror/lang-python";
import { tags } from "@lezer/highlight";
import { pathAt, rangeOf } from "./json_path.js";
import { completions, describe } from "./json_schema.js";
import "./editor.css";

const External = Annotation.define();
const NewProblems = StateEffect.define();

export const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--st-kind-agent)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--st-kind-tool)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--st-kind-model)" },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--st-kind-team)" },
  { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName)), tags.className], color: "var(--st-kind-agent)" },
  { tag: [tags.comment], color: "var(--st-text-3)", fontStyle: "italic" },
  { tag: [tags.meta, tags.self], color: "var(--st-kind-termination)" },
]);

export const THEME = EditorView.theme({
  "&": { backgroundColor: "var(--st-code-bg)", color: "var(--st-text)", height: "100%", fontSize: "12.5px" },
  ".cm-content": { fontFamily: "var(--st-mono)", fontVariantLigatures: "none", caretColor: "var(--st-text)", padding: "8px 0" },
  ".cm-gutters": { backgroundColor: "var(--st-code-bg)", color: "var(--st-text-3)", border: "0", fontFamily: "var(--st-mono)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--st-text) 4%, transparent)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--st-accent) 24%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--st-text)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--st-panel)", color: "var(--st-text)", border: "1px solid var(--st-border)", borderRadius: "6px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--st-accent-soft)", color: "var(--st-accent-text)" },
  ".cm-matchingBracket": { backgroundColor: "var(--st-accent-soft)", outline: "1px solid var(--st-border-strong)" },
  "&.cm-focused": { outline: "none" },
});

/** The smallest replacement that turns one text into another, so that the caret stays. */
export function difference(before, after) {
  let from = 0;
  const short = Math.min(before.length, after.length);
  while (from < short && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < short - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

const told = (problem) => ({ severity: problem.severity, message: problem.message + (problem.hint ? "\n" + problem.hint : ""), source: problem.code });

// A problem of a source names its line, if any; else the first one is marked.
function lineMark(state, problem) {
  const number = Number(/^Line (\d+)/.exec(problem.message)?.[1] ?? 1);
  const line = state.doc.line(Math.max(1, Math.min(state.doc.lines, number)));
  return { from: line.from, to: line.to, ...told(problem) };
}

// One lint source for everything: a second one would overwrite the marks of the first.
function marks(language, problems) {
  const parse = jsonParseLinter();
  return linter((view) => {
    if (language === "python") return problems.current.map((problem) => lineMark(view.state, problem));
    const found = view.state.doc.length ? parse(view) : [];
    if (found.length) return found;
    return problems.current.map((problem) => {
      const range = rangeOf(view.state, problem.path) ?? { from: 0, to: 0 };
      const line = view.state.doc.lineAt(range.from);
      return { from: range.from, to: Math.min(range.to, line.to), ...told(problem) };
    });
  }, { delay: 200, needsRefresh: (update) => update.transactions.some((one) => one.effects.some((effect) => effect.is(NewProblems))) });
}

const hover = (catalogue) => hoverTooltip((view, position) => {
  const told = describe(view.state, position, catalogue.current);
  return told && {
    pos: told.from, end: told.to, above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "sb-hover";
      dom.textContent = told.text;
      return { dom };
    },
  };
});

function extensionsFor({ language, readOnly, label, report, problems, catalogue }) {
  const shared = [
    lineNumbers(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), bracketMatching(), foldGutter(), highlightSelectionMatches(),
    syntaxHighlighting(COLOURS), THEME, EditorView.lineWrapping, indentUnit.of(language === "python" ? "    " : "  "),
    EditorView.contentAttributes.of({ "aria-label": label ?? "Code" }),
    keymap.of([...searchKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap]),
    language === "python" ? python() : json(),
    EditorState.readOnly.of(Boolean(readOnly)),
    EditorView.updateListener.of(report),
  ];
  if (readOnly) return shared;
  const edit = [
    history(), indentOnInput(), closeBrackets(), autocompletion({ activateOnTyping: true }), marks(language, problems), lintGutter(),
    keymap.of([...closeBracketsKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
  ];
  if (language === "json") edit.push(hover(catalogue), jsonLanguage.data.of({ autocomplete: (context) => completions(context, catalogue.current) }));
  return [...edit, ...shared];
}

/**
 * Owns its text while a person types. `onChange(text)` comes with every edit of theirs, never for text
 * that came from outside; `onCaret(path)` tells which value of a JSON document the caret is in.
 */
export function CodeEditor({ value, language = "json", readOnly, label, problems, catalogue, reveal, onChange, onCaret }) {
  const host = useRef(null);
  const view = useRef(null);
  const callbacks = useRef({});
  callbacks.current = { onChange, onCaret };
  const held = useRef([]);
  const known = useRef(catalogue ?? null);
  known.current = catalogue ?? null;

  useLayoutEffect(() => {
    const report = (update) => {
      const ours = update.transactions.some((transaction) => transaction.annotation(External));
      if (update.docChanged && !ours) callbacks.current.onChange?.(update.state.doc.toString());
      if ((update.selectionSet || update.docChanged) && !ours && update.view.hasFocus) callbacks.current.onCaret?.(pathAt(update.state, update.state.selection.main.head));
    };
    view.current = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc: value ?? "", extensions: extensionsFor({ language, readOnly, label, report, problems: held, catalogue: known }) }),
    });
    host.current.editor = view.current;
    return () => view.current.destroy();
  }, [language, readOnly]);

  useEffect(() => {
    const editor = view.current;
    const text = editor.state.doc.toString();
    if (value === undefined || value === text) return;
    editor.dispatch({ changes: difference(text, value), annotations: External.of(true) });
  }, [value]);

  useEffect(() => {
    held.current = problems ?? [];
    if (!readOnly) view.current.dispatch({ effects: NewProblems.of(null) });
  }, [problems]);

  useEffect(() => {
    const editor = view.current;
    if (reveal === undefined || reveal === null || editor.hasFocus) return;
    const range = rangeOf(editor.state, reveal);
    if (range) editor.dispatch({ selection: { anchor: range.from }, effects: EditorView.scrollIntoView(range.from, { y: "start", yMargin: 24 }), annotations: External.of(true) });
  }, [reveal]);

  return <div ref={host} className="sb-editor" data-language={language} />;
}

