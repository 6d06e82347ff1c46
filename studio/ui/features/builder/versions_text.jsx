// Two texts side by side; what is the same in both is folded away.
import { useEffect, useRef } from "react";
import { MergeView } from "@codemirror/merge";
import { EditorView, lineNumbers } from "@codemirror/view";
import { EditorState } from "@codemirror/state";
import { syntaxHighlighting } from "@codemirror/language";
import { json } from "@codemirror/lang-json";
import { COLOURS, THEME } from "../../../editor/component/code_editor.jsx";

const side = (doc, label) => ({
  doc,
  extensions: [lineNumbers(), json(), syntaxHighlighting(COLOURS), THEME, EditorView.lineWrapping, EditorState.readOnly.of(true), EditorView.editable.of(false), EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" })],
});

export function TextDifference({ before, after, labels }) {
  const host = useRef(null);
  useEffect(() => {
    const view = new MergeView({ parent: host.current, a: side(before, labels[0]), b: side(after, labels[1]), collapseUnchanged: { margin: 3, minSize: 6 }, gutter: true, highlightChanges: true });
    return () => view.destroy();
  }, [before, after]);
  return <div ref={host} className="sb-merge" />;
}
