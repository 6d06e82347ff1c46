// A shared session or run: conversation, graph, timeline and slider, live while it goes on.
import { useEffect, useMemo } from "react";
import { Eye, PanelRightOpen } from "lucide-react";
import { getShared } from "@feed/api.js";
import { watchConnection } from "@feed/bus.js";
import { Feed } from "@feed/feed.jsx";
import { useLog } from "@feed/log.js";
import { SidePanel } from "@feed/side.jsx";
import { loadPanels, patch, select, setPanels, showRun, useStore } from "@feed/store.js";
import { STATES } from "@feed/words.js";
import { Bar } from "@playground/bar.jsx";
import { RunState } from "@playground/run_state.jsx";

const EVERY = 5000;

/** Keep up with what the link leads to, until it is taken back. */
function useShared() {
  useEffect(() => {
    let timer = 0;
    const stop = new AbortController();
    const look = async () => {
      try {
        const { name, runs } = await getShared(stop.signal);
        document.title = name + " · shared from Studio";
        patch((state) => {
          const runId = runs.some((run) => run.run_id === state.runId) ? state.runId : runs[0]?.run_id ?? "";
          return { shared: { name, gone: false }, runs, runsLoaded: true, runId, cast: runs.find((run) => run.run_id === runId)?.cast ?? [] };
        });
      } catch (error) {
        if (stop.signal.aborted) return;
        if (error.status === 404) { patch({ shared: { name: "", gone: true }, runs: [], runId: "", cast: [] }); return; }
      }
      timer = setTimeout(look, EVERY);
    };
    watchConnection((connection) => patch({ connection }));
    patch({ shared: { name: "", gone: false } });
    loadPanels();
    look();
    return () => { stop.abort(); clearTimeout(timer); };
  }, []);
}

function Head({ log }) {
  const { shared, runs, runId } = useStore((s) => ({ shared: s.shared, runs: s.runs, runId: s.runId }));
  return (
    <header className="sh-head">
      <h1 className="st-truncate">{shared?.name}</h1>
      <span className="st-chip"><Eye aria-hidden="true" />Read only</span>
      <span className="st-grow" />
      {runs.length > 1 ? <select className="st-select sh-runs" aria-label="Run" value={runId} onChange={(e) => showRun(e.target.value, runs.find((run) => run.run_id === e.target.value).cast)}>{runs.map((run, i) => <option key={run.run_id} value={run.run_id}>{runs.length - i}. {run.name || "Run"} · {STATES[run.status]}</option>)}</select> : null}
      <RunState log={log} />
    </header>
  );
}

function Talk({ log: whole }) {
  const log = whole.shown;
  const { filter, level, cursor, selected } = useStore((s) => ({ filter: s.filter, level: s.level, cursor: s.cursor, selected: s.selected }));
  const view = useMemo(() => ({ filter, level, cursor }), [filter, level, cursor]);
  const actions = useMemo(() => ({ live: !log.ended && log.status !== "", status: log.status, readOnly: true, inspect: (item) => select(item.key, { open: true }) }), [log, log.status]);
  return (
    <section className="sk" aria-label="Conversation with the team">
      {log.runId ? <Bar log={log} /> : null}
      <Feed log={log} view={view} actions={actions} selected={selected} onSelect={select} empty={<div className="st-empty">{log.runId ? "Nothing to see here yet." : "Nothing was said yet."}</div>} />
    </section>
  );
}

export function SharedPage() {
  useShared();
  const { runId, shared, panels } = useStore((s) => ({ runId: s.runId, shared: s.shared, panels: s.panels }));
  const log = useLog(runId);
  if (shared?.gone) return <main className="st-empty sh"><h1>This is no longer shared</h1><p>The link was taken back. Ask whoever sent it for a new one.</p></main>;
  return (
    <main className="sh">
      <Head log={log} />
      <div className="sp" data-side={panels.side || undefined} data-sessions>
        <div className="sp-middle"><Talk log={log} /></div>
        {panels.side ? <SidePanel /> : <button type="button" className="st-btn st-btn-s st-btn-ghost st-btn-icon sp-open-right" aria-label="Show graph, timeline and details" title="Show graph, timeline and details" onClick={() => setPanels({ side: true })}><PanelRightOpen aria-hidden="true" /></button>}
      </div>
    </main>
  );
}
