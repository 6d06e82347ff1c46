// The moment that is shown: a slider over the events of a run, and its replay at any speed.
import { useEffect, useRef, useState } from "react";
import { ChevronLeft, ChevronRight, Pause, Play, Radio } from "lucide-react";
import { Sums } from "./sums.js";
import { count, duration, money } from "./words.js";

const SPEEDS = [0.5, 1, 2, 5, 10];
const LONGEST = 3000;

// Plays events at the pace they came; long silences are cut short.
function usePlayback(log, cursor, onCursor) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const at = useRef(cursor);
  at.current = cursor;
  useEffect(() => {
    if (!playing) return undefined;
    let timer = 0;
    const step = () => {
      const now = at.current ?? 0;
      if (now >= log.events.length) {
        setPlaying(false);
        onCursor(null);
        return;
      }
      let next = now + 1;
      const gap = () => Math.min(LONGEST, next < log.events.length ? log.events[next].at - log.events[next - 1].at : 0) / speed;
      while (next < log.events.length && gap() < 8) next += 1;
      at.current = next;
      onCursor(next >= log.events.length ? null : next);
      if (next >= log.events.length) setPlaying(false);
      else timer = setTimeout(step, Math.max(30, gap()));
    };
    timer = setTimeout(step, 60);
    return () => clearTimeout(timer);
  }, [playing, speed, log]);
  useEffect(() => setPlaying(false), [log]);
  return { playing, speed, setSpeed, toggle: () => { if (!playing && (cursor === null || cursor >= log.events.length)) onCursor(1); setPlaying(!playing); }, stop: () => setPlaying(false) };
}

// The budget that a run has at a moment: the one it began with, until it is given another.
class Budgets {
  budget = null;

  take({ type, body }) {
    if (type === "budget_set") this.budget = body;
  }
}

/** What a run may use at a moment. */
export const budgetAt = (log, run, cursor = null) => log.project(Budgets, cursor).budget ?? run?.options?.budget ?? {};

const SHOW = { tokens: count, cost: money, turns: count, seconds: (seconds) => duration(seconds * 1000) };

function Meter({ name, used, limit }) {
  const share = used / limit;
  const state = share >= 1 ? "full" : share >= 0.8 ? "near" : "fine";
  return <div className="sm-budget" role="meter" aria-label={`Budget of ${name}`} aria-valuemin={0} aria-valuemax={limit} aria-valuenow={Math.min(used, limit)} aria-valuetext={`${SHOW[name](used)} of ${SHOW[name](limit)}`}><span>{name}</span><i><i style={{ width: `${Math.min(100, share * 100)}%` }} data-state={state} /></i><span>{SHOW[name](used)} of {SHOW[name](limit)}{state === "full" ? ", used up" : ""}</span></div>;
}

export function Moment({ log, run, cursor, onCursor }) {
  const play = usePlayback(log, cursor, onCursor);
  const end = log.events.length;
  const sums = log.project(Sums, cursor);
  const [, tick] = useState(0);
  const live = !log.ended && cursor === null;
  useEffect(() => {
    if (!live || log.status !== "running") return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [live, log.status]);
  if (!end) return null;
  const now = cursor ?? end;
  const go = (to) => { play.stop(); onCursor(to >= end ? null : Math.max(1, to)); };
  const worked = sums.workedUntil(live ? Date.now() : sums.now ?? 0);
  const budget = budgetAt(log, run, cursor);
  const used = { tokens: sums.tokens, cost: sums.all.cost, turns: sums.turns, seconds: worked / 1000 };
  const limits = Object.keys(used).filter((key) => budget[key]);
  return (
    <div className="sm">
      <div className="sm-sums" aria-label="Totals up to this moment">
        <span><b>{sums.all.calls && !sums.tokens ? "–" : count(sums.tokens)}</b> tokens</span>
        <span><b>{sums.all.calls && sums.all.unpriced === sums.all.calls ? "–" : money(sums.all.cost)}</b> cost</span>
        <span><b>{sums.turns}</b> {sums.turns === 1 ? "turn" : "turns"}</span>
        <span><b>{duration(worked) || "0 ms"}</b> work</span>
      </div>
      {limits.map((key) => <Meter key={key} name={key} used={used[key]} limit={budget[key]} />)}
      <div className="sm-row">
        <button type="button" className="sf-tiny" aria-label={play.playing ? "Hold the replay" : "Replay the run"} title={play.playing ? "Hold" : "Replay"} onClick={play.toggle}>{play.playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}</button>
        <button type="button" className="sf-tiny" aria-label="One event back" disabled={now <= 1} onClick={() => go(now - 1)}><ChevronLeft aria-hidden="true" /></button>
        <input type="range" min={1} max={end} value={now} aria-label="Moment of the run" aria-valuetext={`event ${now} of ${end}`} onChange={(e) => go(Number(e.target.value))} style={{ "--at": `${end > 1 ? ((now - 1) / (end - 1)) * 100 : 100}%` }} />
        <button type="button" className="sf-tiny" aria-label="One event on" disabled={cursor === null} onClick={() => go(now + 1)}><ChevronRight aria-hidden="true" /></button>
        <select className="sm-speed" aria-label="Speed of the replay" value={play.speed} onChange={(e) => play.setSpeed(Number(e.target.value))}>{SPEEDS.map((one) => <option key={one} value={one}>{one}×</option>)}</select>
        <button type="button" className="sm-now" data-live={cursor === null || undefined} disabled={cursor === null} title="Back to now" onClick={() => go(end)}>{!log.ended ? <Radio aria-hidden="true" /> : null}{cursor === null ? (log.ended ? "End" : "Live") : `${now} / ${end}`}</button>
      </div>
    </div>
  );
}
