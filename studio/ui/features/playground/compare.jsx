// Two runs side by side: what they used, how they went, and what they said.
import { useMemo, useState } from "react";
import { CornerDownLeft, X } from "lucide-react";
import { Feed } from "../../../feed/component/feed.jsx";
import { Sums } from "../../../feed/component/sums.js";
import { Transitions } from "../../../feed/component/graph.js";
import { useLog } from "../../../feed/component/log.js";
import { compareWith, get, openRun, select, send, useStore } from "../../../feed/component/store.js";
import { count, duration, money, spoken, STATES } from "../../../feed/component/words.js";
import { actionsOf } from "./talk.jsx";

const PLAIN = { query: "", speaker: null, edge: null };

function path(log) {
  const names = [];
  for (const event of log.events) {
    if (event.type !== "message" || event.body.type.endsWith("Event")) continue;
    if (names.at(-1) !== event.body.source) names.push(event.body.source);
  }
  return names.map(spoken).join(" → ");
}

const last = (log) => {
  const items = log.items.filter((item) => ["text", "summary", "structured", "stop"].includes(item.kind) && !item.discarded && !item.gone);
  return items.length ? String(items.at(-1).body.content ?? "").slice(0, 160) : "";
};

function Table({ logs }) {
  const sums = logs.map((log) => log.project(Sums, null));
  const worked = (i) => sums[i].workedUntil(logs[i].ended ? sums[i].now : Date.now());
  const rows = [
    ["State", (i) => STATES[logs[i].status] ?? ""],
    ["Tokens", (i) => sums[i].tokens, count],
    ["Cost", (i) => sums[i].all.cost, money],
    ["Work", worked, duration],
    ["Turns", (i) => sums[i].turns, count],
    ["Tool calls", (i) => sums[i].tools, count],
    ["Hand-overs", (i) => [...logs[i].project(Transitions, null).edges.values()].filter((edge) => edge.kind !== "tool").reduce((n, edge) => n + edge.count, 0), count],
    ["Path", (i) => path(logs[i])],
    ["Result", (i) => last(logs[i])],
  ];
  return (
    <table className="sq-table">
      <thead><tr><th scope="col"><span className="st-sr">What</span></th><th scope="col">Left</th><th scope="col">Right</th><th scope="col">Difference</th></tr></thead>
      <tbody>{rows.map(([name, value, show]) => {
        const [a, b] = [value(0), value(1)];
        const differs = show ? Math.abs(a - b) > 1e-9 : a !== b;
        return <tr key={name} data-differs={differs || undefined}><th scope="row">{name}</th><td>{show ? show(a) : a}</td><td>{show ? show(b) : b}</td><td>{show ? (differs ? (b > a ? "+" : "−") + show(Math.abs(b - a)) : "same") : differs ? "differs" : "same"}</td></tr>;
      })}</tbody>
    </table>
  );
}

function Side({ runId, runs, onPick, name }) {
  const log = useLog(runId);
  const level = useStore((s) => s.level);
  const view = useMemo(() => ({ filter: PLAIN, level, cursor: null }), [level]);
  const actions = useMemo(() => ({ ...actionsOf(log, { readOnly: true }), inspect: () => {} }), [log, log.status]);
  const [picked, setPicked] = useState(null);
  return (
    <div className="sq-side">
      <select className="st-select" aria-label={name} value={runId} onChange={(e) => onPick(e.target.value)}>{runs.map((run, i) => <option key={run.run_id} value={run.run_id}>{runs.length - i}. {run.name || "Run"} · {STATES[run.status]}</option>)}</select>
      <Feed log={log} view={view} actions={actions} selected={picked} onSelect={setPicked} empty={<div className="st-empty st-small">Nothing was said yet.</div>} />
    </div>
  );
}

export function Compare() {
  const { runId, otherId, runs, outbox } = useStore((s) => ({ runId: s.runId, otherId: s.otherId, runs: s.runs, outbox: s.outbox }));
  const left = useLog(otherId), right = useLog(runId);
  const [task, setTask] = useState("");
  const submit = (e) => {
    e.preventDefault();
    if (task.trim()) send("both", { session_id: get().sessionId, run_ids: [otherId, runId], task });
    setTask("");
  };
  return (
    <section className="sq" aria-label="Comparison of two runs">
      <div className="sq-head"><h2>Two runs side by side</h2><span className="st-grow" /><button type="button" className="st-btn st-btn-s" onClick={() => { select(null); compareWith(""); }}><X aria-hidden="true" />End the comparison</button></div>
      <Table logs={[left, right]} />
      <div className="sq-sides">
        <Side runId={otherId} runs={runs} name="Run on the left" onPick={compareWith} />
        <Side runId={runId} runs={runs} name="Run on the right" onPick={openRun} />
      </div>
      <form className="sc" onSubmit={submit}><div className="sf-answer-box"><input className="st-input" value={task} placeholder="Send the same task to both" aria-label="Send the same task to both" onChange={(e) => setTask(e.target.value)} /><button type="submit" className="st-btn st-btn-primary" disabled={!task.trim() || outbox !== null}><CornerDownLeft aria-hidden="true" />Run both</button></div></form>
    </section>
  );
}
