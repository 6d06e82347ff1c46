// The panel beside the conversation: graph, timeline and details of one run, at one moment.
import { useRef } from "react";
import { Maximize2, Minimize2, PanelRightClose } from "lucide-react";
import { Details } from "./details.jsx";
import { Moment } from "./moment.jsx";
import { Timeline } from "./timeline.jsx";
import { TransitionGraph } from "./graph.jsx";
import { command, get, isActive, openRun, patch, select, setCursor, setFilter, setPanels, toggleClosed, useStore } from "./store.js";
import { useLog } from "./log.js";

const TABS = [["graph", "Graph"], ["timeline", "Timeline"], ["details", "Details"]];

/** Set or remove a breakpoint; a run that goes on minds it at once. */
function toggleBreakpoint(kind, name) {
  const { breakpoints, runId } = get();
  const kept = breakpoints.filter((one) => one.kind !== kind || one.name !== name);
  const next = kept.length === breakpoints.length ? [...kept, { kind, name }] : kept;
  patch({ breakpoints: next });
  if (isActive(runId)) command("breakpoints", { run_id: runId, breakpoints: next });
}

export function SidePanel() {
  const { runId, runs, cast, cursor, selected, filter, closed, breakpoints, panels, shared } = useStore((s) => ({ shared: s.shared, runId: s.runId, runs: s.runs, cast: s.cast, cursor: s.cursor, selected: s.selected, filter: s.filter, closed: s.closed, breakpoints: s.breakpoints, panels: s.panels }));
  const log = useLog(runId);
  const run = runs.find((one) => one.run_id === runId);
  const reading = log.glimpse !== null;
  const tab = reading ? null : panels.tab;
  const tabs = useRef(null);
  const drag = (e) => {
    const start = e.clientX, width = panels.sideWidth;
    const move = (m) => setPanels({ sideWidth: Math.round(Math.min(window.innerWidth * 0.6, Math.max(300, width + start - m.clientX))) });
    const stop = () => { window.removeEventListener("pointermove", move); window.removeEventListener("pointerup", stop); };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", stop);
  };
  const widen = (e) => {
    const step = { ArrowLeft: 24, ArrowRight: -24 }[e.key];
    if (step) setPanels({ sideWidth: Math.min(720, Math.max(300, panels.sideWidth + step)) });
  };
  const turn = (e) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (!step) return;
    const at = TABS.findIndex(([id]) => id === panels.tab);
    const [id] = TABS[(at + step + TABS.length) % TABS.length];
    setPanels({ tab: id });
    tabs.current.querySelector(`[data-tab="${id}"]`)?.focus();
  };
  const pickSpan = (span) => {
    if (panels.wide) setPanels({ wide: false });
    const key = log.items.find((item) => item.seq === span.seq)?.key;
    if (key) select(key);
  };
  return (
    <aside className="sp-side" data-wide={panels.wide || undefined} style={{ "--side": panels.sideWidth + "px" }} aria-label="The run">
      <div className="sp-grip" role="separator" aria-orientation="vertical" aria-label="Width of the panel" aria-valuenow={panels.sideWidth} tabIndex={0} onPointerDown={drag} onKeyDown={widen} />
      <div className="sp-tabs">
        <div ref={tabs} role="tablist" aria-label="Views of the run" onKeyDown={turn}>
          {TABS.map(([id, name]) => <button key={id} data-tab={id} type="button" role="tab" id={"sp-tab-" + id} aria-controls="sp-panel" aria-selected={panels.tab === id} tabIndex={panels.tab === id ? 0 : -1} className="st-tab" onClick={() => setPanels({ tab: id })}>{name}</button>)}
        </div>
        <button type="button" className="st-btn st-btn-s st-btn-ghost st-btn-icon sp-wide" aria-pressed={Boolean(panels.wide)} aria-label="Fill the window with the panel" title={panels.wide ? "Beside the conversation again" : "Fill the window"} onClick={() => setPanels({ wide: !panels.wide })}>{panels.wide ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}</button>
        <button type="button" className="st-btn st-btn-s st-btn-ghost st-btn-icon sp-close" aria-label="Close the panel" title="Close the panel" onClick={() => setPanels({ side: false, wide: false })}><PanelRightClose aria-hidden="true" /></button>
      </div>
      <div id="sp-panel" role="tabpanel" aria-labelledby={"sp-tab-" + panels.tab} aria-busy={reading} className="sp-panel">
        {reading ? <p className="st-empty st-small">Reading the whole run…</p> : null}
        {tab === "graph" ? <TransitionGraph log={log} cast={cast} cursor={cursor} closed={closed} filter={filter} breakpoints={breakpoints} arrows={panels.arrows} onArrows={(arrows) => setPanels({ arrows })} onPick={(speaker) => setFilter({ speaker, edge: null })} onEdge={(edge) => setFilter({ edge, speaker: null })} onToggle={toggleClosed} onBreak={shared ? null : toggleBreakpoint} /> : null}
        {tab === "timeline" ? <Timeline log={log} cursor={cursor} selectedSeq={selected ? log.get(selected)?.seq : null} onPick={pickSpan} /> : null}
        {tab === "details" ? <Details log={log} run={run} shared={Boolean(shared)} cursor={cursor} selected={selected} onSelect={select} onShowAt={setCursor} onOpen={(one) => openRun(one.run_id)} /> : null}
      </div>
      {reading ? null : <Moment log={log} run={run} cursor={cursor} onCursor={setCursor} />}
    </aside>
  );
}
