// The waterfall: who worked when, with model calls and tool calls below each turn. Long waits are
// drawn short, so that the work can still be told apart.
import { useEffect, useMemo, useRef, useState } from "react";
import { Waterfall } from "./sums.js";
import { clock, duration, plural, spoken } from "./words.js";

const ROW = 24;
const IDLE = new Set(["wait", "pause"]);
const LOOK = { user: "user", turn: "agent", model: "model", tool: "tool", retry: "retry", wait: "termination", pause: "termination" };
const WORD = { model: "Model call", tool: "Tool call", retry: "Waiting to try again", wait: "Waiting", pause: "Pause", turn: "Turn", user: "Message" };

// Maps a moment to a place between 0 and 1; idle stretches take at most a tenth of the working time.
function scaleOf(spans, began, end) {
  const gaps = spans.filter((span) => IDLE.has(span.kind)).map((span) => [span.from, span.to ?? end]).sort((a, b) => a[0] - b[0]);
  const merged = [];
  for (const [from, to] of gaps) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  const idle = merged.reduce((sum, [from, to]) => sum + to - from, 0);
  const most = Math.max(500, (end - began - idle) * 0.1);
  const cut = merged.map(([from, to]) => [from, to, Math.min(to - from, most)]);
  const place = (at) => {
    let x = at - began;
    for (const [from, to, kept] of cut) if (at > from) x -= (Math.min(at, to) - from) * (1 - kept / Math.max(1, to - from));
    return x;
  };
  const whole = Math.max(1, place(end));
  return (at) => place(at) / whole;
}

export function Timeline({ log, cursor, selectedSeq, onPick }) {
  const box = useRef(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  useEffect(() => {
    const watch = new ResizeObserver(() => setHeight(box.current?.clientHeight ?? 400));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const fold = log.project(Waterfall, cursor);
  const at = cursor ?? log.events.length;
  const { spans, end, scale } = useMemo(() => {
    const spans = fold.spans;
    const running = cursor === null && !log.ended && log.status === "running";
    const end = running ? Math.max(fold.end ?? 0, Date.now()) : fold.end ?? 0;
    return { spans, end, scale: scaleOf(spans, fold.began ?? 0, end) };
  }, [fold, at, log.version]);
  if (!spans.length) return <div ref={box} className="st-empty st-small"><p>Turns, model calls and tool calls will be drawn here as they happen.</p></div>;
  const first = Math.max(0, Math.floor(top / ROW) - 5);
  const last = Math.min(spans.length, Math.ceil((top + height) / ROW) + 5);
  return (
    <div className="sw">
      <div className="sw-legend">{["agent", "model", "tool", "termination", "retry"].filter((kind) => kind !== "retry" || spans.some((span) => span.kind === "retry")).map((kind) => <span key={kind} data-kind={kind}><i />{{ agent: "Turn", model: "Model", tool: "Tool", termination: "Waiting", retry: "Retry" }[kind]}</span>)}<span className="st-grow" /><span>{duration(end - fold.began)}</span></div>
      <div ref={box} className="sw-scroll" onScroll={(e) => setTop(e.currentTarget.scrollTop)} role="list" aria-label="Timeline" tabIndex={0}>
        <div style={{ height: spans.length * ROW, position: "relative" }}>
          {spans.slice(first, last).map((span, i) => {
            const to = span.to ?? (span.kind === "turn" || IDLE.has(span.kind) ? end : span.from);
            const left = scale(span.from), width = Math.max(0, scale(to) - left);
            const inner = span.inTurn && span.kind !== "turn";
            return (
              <div key={first + i} role="listitem" className="sw-row" style={{ top: (first + i) * ROW }}>
                <button type="button" data-kind={LOOK[span.kind]} data-span={span.kind} data-picked={span.seq === selectedSeq || undefined} data-error={(Boolean(span.error) && span.kind !== "retry") || undefined} onClick={() => onPick(span)}
                  title={`${WORD[span.kind]}: ${span.label}\n${clock(span.from)}, ${duration(to - span.from)}${span.tokens ? "\n" + plural(span.tokens, "token") : ""}${span.error && span.error !== true ? "\n" + span.error : ""}`}>
                  <span className="sw-label" data-inner={inner || undefined}>{span.kind === "turn" || span.kind === "user" ? spoken(span.who.split("/").at(-1)) : span.label}</span>
                  <span className="sw-track"><i data-open={span.to === null || undefined} style={{ left: `${left * 100}%`, width: `max(3px, ${width * 100}%)` }} />
                    <em style={left + width > 0.7 ? { right: `${(1 - left) * 100}%` } : { left: `calc(${(left + width) * 100}% + 6px)` }}>{span.kind === "user" ? "" : duration(to - span.from)}</em></span>
                </button>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
