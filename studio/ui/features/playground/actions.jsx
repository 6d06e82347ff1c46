// The playground's part of the top bar: how the run stands, and what can be done with it.
import { CirclePause, CircleStop, MoreHorizontal, Play, StepForward, WifiOff, Workflow } from "lucide-react";
import { useLog } from "../../../feed/component/log.js";
import { budgetAt } from "../../../feed/component/moment.jsx";
import { command, compare, openRun, patch, send, useStore } from "../../../feed/component/store.js";
import { ago, STATES } from "../../../feed/component/words.js";
import { RunBudget } from "./budget.jsx";
import { Inbox } from "./inbox.jsx";
import { Menu } from "./menu.jsx";
import { RunState } from "./run_state.jsx";

export function PlaygroundActions({ team }) {
  const { runId, runs, connection, comparing, outbox, sessionId } = useStore((s) => ({ comparing: s.comparing, runId: s.runId, runs: s.runs, connection: s.connection, outbox: s.outbox, sessionId: s.sessionId }));
  const log = useLog(runId).shown;
  if (!sessionId) return <div className="sa"><Inbox /></div>;
  const { status } = log;
  const going = status === "running" || status === "queued";
  const rests = status === "paused" || status === "interrupted";
  const active = going || rests || status === "waiting_input";
  const busy = outbox !== null;
  const others = runs.filter((run) => run.run_id !== runId);
  const run = runs.find((one) => one.run_id === runId);
  const items = [
    active && { id: "cancel", title: "Cancel now", detail: "Ends the run at once, in the middle of a turn", danger: true, run: () => command("cancel", { run_id: runId }) },
    !active && run && { id: "again", title: "Run the same task again", run: () => send("start", { session_id: sessionId, repeat: runId, options: { fresh: true } }) },
    run && !comparing && others.length && { id: "compare", title: "Compare with the run before", detail: others[0]?.name, run: () => compare(others[0].run_id) },
    !comparing && { id: "versions", title: "Compare versions or teams", detail: "The same task for both, side by side", run: () => compare("") },
    comparing && { id: "single", title: "End the comparison", run: () => compare(null) },
    { id: "share", title: "Share to read", detail: "A link that shows it and cannot steer", run: () => patch({ sharing: { session_id: sessionId, run_id: runId } }) },
    ...["md", "html", "json"].map((kind) => ({ id: kind, title: { md: "Export as Markdown", html: "Export as a web page", json: "Export as JSON" }[kind], run: async () => (await import("./export.js")).exportSession({ id: sessionId, name: document.querySelector(".st-crumb")?.innerText.split("\n").at(-1) || "Session" }, kind) })),
    team && { id: "build", title: "Open the team on the canvas", icon: <Workflow aria-hidden="true" />, run: () => { location.href = "/build/" + team; } },
  ].filter(Boolean);
  return (
    <div className="sa">
      {connection === "lost" || connection === "connecting" ? <span className="st-chip st-chip-warn" role="status"><WifiOff aria-hidden="true" />Reconnecting</span> : null}
      {runs.length > 1 ? <Menu label="Runs of this session" className="st-btn st-btn-ghost sa-runs" text={`Run ${runs.length - runs.findIndex((one) => one.run_id === runId)} of ${runs.length}`} align="end" searchable={runs.length > 10}
        items={runs.map((one, i) => ({ id: one.run_id, title: `${runs.length - i}. ${one.name || "Run"}`, detail: `${one.parent_run_id ? "Fork · " : ""}${STATES[one.status]} · ${ago(one.created_at)}`, run: () => openRun(one.run_id) }))} /> : null}
      <RunState log={log} />
      <Inbox />
      {active ? <RunBudget runId={runId} budget={budgetAt(log, run)} /> : null}
      {going ? <button type="button" className="st-btn" disabled={busy} title="Pause at once; the turn is taken again on resume" onClick={() => send("pause", { run_id: runId })}><CirclePause aria-hidden="true" /><span>Pause</span></button> : null}
      {rests ? <button type="button" className="st-btn st-btn-primary" disabled={busy} onClick={() => send("resume", { run_id: runId })}><Play aria-hidden="true" /><span>Resume</span></button> : null}
      {rests ? <button type="button" className="st-btn sa-step" disabled={busy} title="One turn, then hold again" onClick={() => send("step", { run_id: runId })}><StepForward aria-hidden="true" /><span>Step</span></button> : null}
      {active ? <button type="button" className="st-btn st-btn-danger" disabled={log.code === "stopping"} title="Stop after this turn (Ctrl+Enter)" onClick={() => command("stop", { run_id: runId })}><CircleStop aria-hidden="true" /><span>Stop</span></button> : null}
      <Menu label="More" className="st-btn st-btn-ghost st-btn-icon" icon={<MoreHorizontal aria-hidden="true" />} align="end" items={items} />
    </div>
  );
}
