// What lies over the canvas: the toolbar, the path into nested teams, and bad news.
import { useStore as useFlow } from "@xyflow/react";
import { ChevronRight, Grid3x3, Group, Map as MapIcon, Maximize2, Minus, Plus, Scan, StickyNote, Workflow } from "lucide-react";
import { labelOf } from "./kinds.jsx";
import { command, refreshDocument, setPanels, trail, useStore } from "./store.js";
import { FIT, GLIDE, fullScreen } from "./view.js";

/** Zoom, layout, notes and what else floats in the corner. */
export function Toolbar({ flow, onArrange, onNote, onFrame }) {
  const zoom = useFlow((s) => Math.round(s.transform[2] * 100));
  const { minimap, grid } = useStore((s) => ({ minimap: s.panels.minimap, grid: s.panels.grid }));
  const buttons = [
    ["Zoom out", Minus, () => flow.zoomOut(GLIDE)],
    [null],
    ["Zoom in", Plus, () => flow.zoomIn(GLIDE)],
    ["Fit to view (0)", Scan, () => flow.fitView({ ...FIT, ...GLIDE })],
    ["Arrange automatically", Workflow, onArrange],
    ["Add a note", StickyNote, onNote],
    ["Group (G)", Group, onFrame],
    ["Grid", Grid3x3, () => setPanels({ grid: !grid }), grid],
    ["Mini map", MapIcon, () => setPanels({ minimap: !minimap }), minimap],
    ["Full screen", Maximize2, fullScreen],
  ];
  return (
    <div className="sb-toolbar" role="toolbar" aria-label="Canvas">
      {buttons.map(([name, Icon, act, pressed]) => (name === null ? (
        <button key="zoom" type="button" className="sb-zoom" title="Zoom to 100 % (1)" aria-label={`Zoom ${zoom} %, back to 100 %`} onClick={() => flow.zoomTo(1, GLIDE)}>{zoom} %</button>
      ) : (
        <button key={name} type="button" title={name} aria-label={name.replace(/ \(.*/, "")} aria-pressed={pressed} onClick={act}><Icon aria-hidden="true" /></button>
      )))}
    </div>
  );
}

/** Says when the document could not be read. */
export function Trouble() {
  const error = useStore((s) => s.documentError);
  if (!error) return null;
  return <div className="sb-trouble" role="alert"><span>The team could not be read again: {error}</span><button type="button" className="st-btn st-btn-s" onClick={refreshDocument}>Try again</button></div>;
}

/** Where in the nested teams the canvas is. */
export function ScopePath() {
  const { scope, component } = useStore((s) => ({ scope: s.scope, component: s.component }));
  if (!scope) return null;
  const steps = trail(scope).filter(({ path }) => path === "" || scope.startsWith(path));
  return (
    <nav className="sb-scope" aria-label="Open team">
      {steps.map(({ path, component: item }, index) => (
        <span key={path}>
          {index ? <ChevronRight aria-hidden="true" /> : null}
          {index === steps.length - 1 ? <strong>{labelOf(item)}</strong> : <button type="button" onClick={() => command("scope", path)}>{labelOf(item)}</button>}
        </span>
      ))}
      {component ? null : <span>…</span>}
    </nav>
  );
}
