// How a run stands, and how long it has worked.
import { useEffect, useState } from "react";
import { CircleDot, LoaderCircle } from "lucide-react";
import { Sums } from "../../../feed/component/sums.js";
import { duration, STATES, toneOf } from "../../../feed/component/words.js";

export function RunState({ log }) {
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
