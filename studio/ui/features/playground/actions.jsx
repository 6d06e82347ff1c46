// The playground's part of the top bar: how the run stands, and what can be done with it.
import { useEffect, useState } from "react";
import { CircleDot, CirclePause, CircleStop, LoaderCircle, MoreHorizontal, Play, StepForward, WifiOff, Workflow } from "lucide-react";
import { useLog } from "../../../feed/component/log.js";
import { command, compareWith, openRun, send, useStore } from "../../../feed/component/store.js";
import { ago, duration, STATES, toneOf } from "../../../feed/component/words.js";
import { Sums } from "../../../feed/component/sums.js";
import { Menu } from "./menu.jsx";

function State({ log }) {
  const [, tick] = useState(0);
  const going = log.status === "running";
  useEffect(() => {
    if (!going) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [going]);
  if (!log.status) return null;
  const sums = log.project(Sums, null);
  const stopping = log.code === "stopping";
  return (
    <span className="sa-state" data-tone={toneOf(log.status)} role="status" title={log.reason || STATES[log.status]} data-status={log.status}>
      {going ? <LoaderCircle className="st-spin" aria-hidden="true" /> : <CircleDot aria-hidden="true" />}
      <span>{stopping ? "Stopping" : STATES[log.status]}</span>
      {log.partial ? null : <span className="sa-time">{duration(sums.workedUntil(going ? Date.now() : sums.now ?? 0))}</span>}
    </span>
  );
}

export function PlaygroundActions({ team }) {
  const { runId, runs, connection, otherId, outbox, sessionId } = useStore((s) => ({ runId: s.runId, runs: s.runs, connection: s.connection, otherId: s.otherId, outbox: s.outbox, sessionId: s.sessionId }));
  const log = useLog(runId).shown;
  if (!sessionId) return null;
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
    run && !otherId && others.length && { id: "compare", title: "Compare with the run before", detail: others[0]?.name, run: () => compareWith(others[0].run_id) },
    otherId && { id: "single", title: "End the comparison", run: () => compareWith("") },
    ...["md", "html", "json"].map((kind) => ({ id: kind, title: { md: "Export as Markdown", html: "Export as a web page", json: "Export as JSON" }[kind], run: async () => (await import("./export.js")).exportSession({ id: sessionId, name: document.querySelector(".st-crumb")?.innerText.split("\n").at(-1) || "Session" }, kind) })),
    team && { id: "build", title: "Open the team on the canvas", icon: <Workflow aria-hidden="true" />, run: () => { location.href = "/build/" + team; } },
  ].filter(Boolean);
  return (
    <div className="sa">
      {connection === "lost" || connection === "connecting" ? <span className="st-chip st-chip-warn" role="status"><WifiOff aria-hidden="true" />Reconnecting</span> : null}
      {runs.length > 1 ? <Menu label="Runs of this session" className="st-btn st-btn-ghost sa-runs" text={`Run ${runs.length - runs.findIndex((one) => one.run_id === runId)} of ${runs.length}`} align="end" searchable={runs.length > 10}
        items={runs.map((one, i) => ({ id: one.run_id, title: `${runs.length - i}. ${one.name || "Run"}`, detail: `${one.parent_run_id ? "Fork · " : ""}${STATES[one.status]} · ${ago(one.created_at)}`, run: () => openRun(one.run_id) }))} /> : null}
      <State log={log} />
      {going ? <button type="button" className="st-btn" disabled={busy} title="Pause at once; the turn is taken again on resume" onClick={() => send("pause", { run_id: runId })}><CirclePause aria-hidden="true" /><span>Pause</span></button> : null}
      {rests ? <button type="button" className="st-btn st-btn-primary" disabled={busy} onClick={() => send("resume", { run_id: runId })}><Play aria-hidden="true" /><span>Resume</span></button> : null}
      {rests ? <button type="button" className="st-btn sa-step" disabled={busy} title="One turn, then hold again" onClick={() => send("step", { run_id: runId })}><StepForward aria-hidden="true" /><span>Step</span></button> : null}
      {active ? <button type="button" className="st-btn st-btn-danger" disabled={log.code === "stopping"} title="Stop after this turn (Ctrl+Enter)" onClick={() => command("stop", { run_id: runId })}><CircleStop aria-hidden="true" /><span>Stop</span></button> : null}
      <Menu label="More" className="st-btn st-btn-ghost st-btn-icon" icon={<MoreHorizontal aria-hidden="true" />} align="end" items={items} />
    </div>
  );
}
