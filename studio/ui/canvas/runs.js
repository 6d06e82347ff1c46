// Follows runs on the window's event bus and keeps what each agent is doing, for the nodes.
import { useEffect } from "react";
import { follow } from "../../feed/component/bus.js";
import { patch } from "./store.js";

const ENDED = new Set(["completed", "stopped", "failed", "interrupted"]);

/** The next state of all agents after one event; the same object when nothing changes. */
export function step(runs, event) {
  const body = event.body ?? {};
  const agent = body.source ?? body.agent;
  switch (event.type) {
    case "status":
      if (body.status === "queued" || (body.status === "running" && event.seq === 1)) return {};
      return ENDED.has(body.status) ? settle(runs, body.status === "failed" ? "error" : "done") : runs;
    case "error":
      return settle(runs, "error");
    case "chunk":
    case "tool_call":
    case "question":
      return agent && runs[agent]?.state !== "running" ? working(runs, agent) : runs;
    case "message":
      if (!agent || agent === "user") return runs;
      return String(body.type).endsWith("Event") ? counted(working(runs, agent), agent, body) : counted({ ...runs, [agent]: { ...runs[agent], state: "done" } }, agent, body);
    default:
      return runs;
  }
}

const settle = (runs, state) =>
  Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, run.state === "running" ? { ...run, state } : run]));

// One agent speaks at a time: whoever was at work before is done.
const working = (runs, agent) => ({ ...settle(runs, "done"), [agent]: { ...runs[agent], state: "running" } });

function counted(runs, agent, body) {
  const usage = body.models_usage;
  if (!usage) return runs;
  const tokens = (runs[agent]?.tokens ?? 0) + (usage.prompt_tokens ?? 0) + (usage.completion_tokens ?? 0);
  return { ...runs, [agent]: { ...runs[agent], tokens } };
}

/** Have a run's events sent to this window until it ends. */
export function followRun(runId) {
  let seq = 0, ended = false;
  follow(runId, {
    after: () => seq,
    ended: () => ended,
    fail: () => { ended = true; },
    take: (events) => {
      seq = Math.max(seq, ...events.map((event) => event.seq ?? 0));
      ended ||= events.some((event) => event.type === "status" && ENDED.has(event.body.status));
    },
  });
}

/** Light the nodes while this canvas is on the screen. */
export function useRunLights() {
  useEffect(() => {
    const listen = (e) => patch((s) => {
      const runs = step(s.runs, e.detail);
      return runs === s.runs ? {} : { runs };
    });
    window.addEventListener("studio:run", listen);
    return () => window.removeEventListener("studio:run", listen);
  }, []);
}
