// The transition graph: the cast from top to bottom, hand-overs as arrows, tools at the side. A
// place once taken is kept, so nothing jumps while the run goes on.
import { useEffect, useMemo, useRef, useState } from "react";
import { Bot, ChevronDown, ChevronRight, OctagonX, User, Users, Wrench } from "lucide-react";
import { Transitions, layOut, toolId } from "./graph.js";
import { duration, money, plural, short, spoken } from "./words.js";

const GUTTER = 52;
const INDENT = 14;
const TOOL_W = 108;
const TOOL_MOST = 220;
const SIDE = 23;

function sums(part) {
  return [part.tokens && plural(part.tokens, "token"), part.cost && money(part.cost), part.time >= 1 && duration(part.time)].filter(Boolean).join(" · ");
}

function Agent({ row, node, x, width, active, dim, picked, broken, onPick, onToggle, onBreak }) {
  const Icon = { user: User, team: Users }[row.kind] ?? Bot;
  const kind = row.kind === "user" ? "user" : row.kind === "team" ? "team" : "agent";
  const facts = node ? [row.id === "user" ? plural(node.messages, "message") : plural(node.count, "turn"), node.tokens ? short(node.tokens) + " tok" : "", node.time >= 1 && row.id !== "user" ? duration(node.time) : ""].filter(Boolean).join(" · ") : row.id === "user" ? "" : row.kind === "user" ? "a person" : row.model || "has not spoken";
  return (
    <div className="sg-node" data-kind={kind} data-active={active || undefined} data-dim={dim || undefined} data-picked={picked || undefined} data-quiet={!node || undefined} style={{ transform: `translate(${x}px, ${row.y + (row.height - 52) / 2}px)`, width }}>
      <button type="button" className="sg-card" aria-pressed={picked} title={row.description || row.name} onClick={() => onPick(row.id)}>
        <span className="sg-icon"><Icon aria-hidden="true" /></span>
        <span className="sg-words"><span className="sg-name">{spoken(row.name)}</span><span className="sg-facts">{facts}</span></span>
      </button>
      {onToggle ? <button type="button" className="sg-mini sg-toggle" aria-expanded={!row.closed} aria-label={row.closed ? `Open ${row.name}` : `Close ${row.name}`} onClick={() => onToggle(row.id)}>{row.closed ? <ChevronRight aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}</button> : null}
      {onBreak && row.kind === "agent" ? <button type="button" className="sg-mini sg-break" aria-pressed={broken} aria-label={`Breakpoint before ${row.name}`} title={broken ? "Remove the breakpoint" : "Hold the run before this agent"} onClick={() => onBreak("agent", row.name)}><OctagonX aria-hidden="true" /></button> : null}
    </div>
  );
}

function Tool({ name, node, x, y, width, active, picked, dim, broken, onPick, onBreak }) {
  return (
    <div className="sg-tool" data-kind="tool" data-active={active || undefined} data-picked={picked || undefined} data-dim={dim || undefined} data-quiet={!node || undefined} data-errors={node?.errors || undefined} style={{ transform: `translate(${x}px, ${y}px)`, width }}>
      <button type="button" aria-pressed={picked} title={node ? `${name}: ${plural(node.count, "call")}${node.errors ? `, ${node.errors} failed` : ""}${node.time ? ", " + duration(node.time) : ""}` : `${name}, not used`} onClick={onPick}>
        <Wrench aria-hidden="true" /><span>{name}</span>{node ? <b>{node.count}</b> : null}
      </button>
      {onBreak ? <button type="button" className="sg-mini sg-break" aria-pressed={broken} aria-label={`Breakpoint before the tool ${name}`} title={broken ? "Remove the breakpoint" : "Hold the run before this tool"} onClick={onBreak}><OctagonX aria-hidden="true" /></button> : null}
    </div>
  );
}

// The arrow from one row to another: straight to the next one, around the left for the others.
function pathOf(from, to, place, lane) {
  const a = place(from), b = place(to);
  if (to.at === from.at + 1) {
    const x = Math.max(a.x, b.x) + SIDE;
    return { d: `M${x} ${a.bottom} L${x} ${b.top - 3}`, x: x + 18, y: (a.bottom + b.top) / 2 };
  }
  if (to.at === from.at - 1) {
    const x = Math.max(a.x, b.x) + SIDE + 46;
    return { d: `M${x} ${a.top} L${x} ${b.bottom + 3}`, x: x + 18, y: (a.top + b.bottom) / 2 };
  }
  const down = to.at > from.at;
  const y1 = a.middle + (down ? 9 : -9), y2 = b.middle + (down ? -9 : 9);
  const left = Math.min(a.x, b.x) - lane;
  return { d: `M${a.x} ${y1} C${left} ${y1}, ${left} ${y2}, ${b.x - 3} ${y2}`, x: left + (Math.min(a.x, b.x) - left) * 0.26, y: (y1 + y2) / 2 };
}

// What arrows can say of the hand-overs they stand for.
const ARROWS = {
  count: ["how often", (edge) => edge.count],
  tokens: ["tokens", (edge) => short(edge.tokens)],
  time: ["time", (edge) => duration(edge.time)],
  cost: ["cost", (edge) => money(edge.cost)],
};

export function TransitionGraph({ log, cast, cursor, closed, filter, breakpoints, arrows = "count", onArrows, onPick, onEdge, onToggle, onBreak }) {
  const box = useRef(null);
  const [width, setWidth] = useState(360);
  useEffect(() => {
    const watch = new ResizeObserver(() => setWidth(box.current?.clientWidth || 360));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const graph = log.project(Transitions, cursor);
  const at = cursor ?? log.events.length;
  const { rows, byId, height, seenAs } = useMemo(() => layOut(cast, graph, closed), [cast, graph, at, closed, graph.nodes.size]);
  rows.forEach((row, i) => { row.at = i; });
  const tools = rows.some((row) => row.tools.length);
  const toolWidth = Math.max(TOOL_W, Math.min(TOOL_MOST, width * 0.3));
  const cardWidth = Math.max(140, Math.min(260, width - GUTTER - 12 - (tools ? toolWidth + 22 : 0)));
  const place = (row) => {
    const x = GUTTER + row.depth * INDENT, top = row.y + (row.height - 52) / 2;
    return { x, top, bottom: top + 52, middle: top + 26 };
  };
  const live = cursor === null && (log.status === "running" || log.status === "waiting_input");
  const now = live ? log.active?.speaker ?? graph.current : cursor === null ? null : graph.current;
  const activeId = now ? seenAs(now) : null;
  const activeTool = live && log.active?.tool ? toolId(log.active.speaker, log.active.tool) : null;
  const edges = new Map();
  for (const edge of graph.edges.values()) {
    if (edge.kind === "tool") continue;
    const from = byId.get(seenAs(edge.from)), to = byId.get(seenAs(edge.to));
    if (!from || !to || from === to) continue;
    const key = from.id + " → " + to.id;
    const kept = edges.get(key);
    if (kept) Object.assign(kept, { count: kept.count + edge.count, tokens: kept.tokens + edge.tokens, cost: kept.cost + edge.cost, time: kept.time + edge.time, seqs: [...kept.seqs, ...edge.seqs], last: Math.max(kept.last, edge.last), handoff: kept.handoff || edge.handoff });
    else edges.set(key, { ...edge, key, fromRow: from, toRow: to });
  }
  const drawn = [...edges.values()];
  const newest = drawn.reduce((best, edge) => (edge.last > (best?.last ?? -1) ? edge : best), null);
  const shown = filter.edge ? edges.get(filter.edge.key) ?? filter.edge : newest;
  const picked = filter.speaker;
  return (
    <div className="sg">
      <div ref={box} className="sg-scroll" role="figure" aria-label="Transition graph">
        <div className="sg-stage" style={{ height }}>
          <svg width="100%" height={height} aria-hidden="true">
            <defs>
              {["", "-on"].map((end) => <marker key={end} id={"sg-arrow" + end} viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.5 L7 4 L0 7.5 z" className={"sg-head" + end} /></marker>)}
            </defs>
            {rows.flatMap((row) => row.tools.map((name, i) => {
              const from = place(row), x = from.x + cardWidth, y = row.y + i * 26 + 11 + (row.height - row.tools.length * 26 + 4) / 2;
              const used = graph.nodes.get(toolId(row.id, name));
              const to = width - toolWidth - 10;
              return <path key={row.id + name} className="sg-tie" data-used={Boolean(used) || undefined} data-active={activeTool === toolId(row.id, name) || undefined} d={`M${x} ${from.middle} C${x + 12} ${from.middle}, ${to - 12} ${y}, ${to} ${y}`} />;
            }))}
            {drawn.map((edge) => {
              const lane = 22 + Math.min(5, Math.abs(edge.fromRow.at - edge.toRow.at)) * 7;
              const line = pathOf(edge.fromRow, edge.toRow, place, lane);
              edge.line = line;
              const on = edge === newest && live && edge.toRow.id === activeId;
              return <path key={edge.key} className="sg-edge" data-on={on || undefined} data-picked={filter.edge?.key === edge.key || undefined} data-handoff={edge.handoff || undefined} d={line.d} strokeWidth={1.25 + Math.min(2.5, Math.log2(edge.count) * 0.6)} markerEnd={`url(#sg-arrow${on ? "-on" : ""})`} />;
            })}
          </svg>
          {drawn.map((edge) => (
            <button key={edge.key} type="button" className="sg-count" data-picked={filter.edge?.key === edge.key || undefined} style={{ left: edge.line.x, top: edge.line.y }} aria-pressed={filter.edge?.key === edge.key}
              aria-label={`${spoken(edge.fromRow.name)} to ${spoken(edge.toRow.name)}: ${plural(edge.count, "time")}. ${sums(edge)}`} title={`${spoken(edge.fromRow.name)} → ${spoken(edge.toRow.name)}: ${plural(edge.count, "time")}${sums(edge) ? "\n" + sums(edge) : ""}`} onClick={() => onEdge(filter.edge?.key === edge.key ? null : edge)}>{(ARROWS[arrows] ?? ARROWS.count)[1](edge)}</button>
          ))}
          {rows.map((row) => (
            <Agent key={row.id} row={row} node={row.kind === "team" ? teamSums(graph, row.id) : graph.nodes.get(row.id)} x={place(row).x} width={cardWidth - row.depth * INDENT} active={row.id === activeId} picked={picked === row.id} dim={Boolean(picked) && picked !== row.id && !picked.startsWith(row.id + "::")}
              broken={breakpoints.some((one) => one.kind === "agent" && one.name === row.name)} onPick={(id) => onPick(picked === id ? null : id)} onToggle={row.kind === "team" ? onToggle : null} onBreak={onBreak} />
          ))}
          {rows.flatMap((row) => row.tools.map((name, i) => {
            const id = toolId(row.id, name);
            return <Tool key={id} name={name} node={graph.nodes.get(id)} x={width - toolWidth - 10} width={toolWidth} y={row.y + i * 26 + (row.height - row.tools.length * 26 + 4) / 2} active={activeTool === id} picked={picked === id} dim={Boolean(picked) && picked !== id && picked !== row.id}
              broken={breakpoints.some((one) => one.kind === "tool" && one.name === name)} onPick={() => onPick(picked === id ? null : id)} onBreak={onBreak ? () => onBreak("tool", name) : null} />;
          }))}
        </div>
      </div>
      {shown ? <div className="sg-edge-facts"><p><b>{spoken(nameOf(shown.fromRow ?? { id: shown.from }))} → {spoken(nameOf(shown.toRow ?? { id: shown.to }))}</b> <span>{plural(shown.count, "time")}{shown.handoff ? ", handed over" : ""}{sums(shown) ? " · " + sums(shown) : ""}</span></p>{onArrows ? <label className="sg-say"><span className="st-sr">Arrows say</span><select value={arrows} title="What the arrows say" onChange={(e) => onArrows(e.target.value)}>{Object.entries(ARROWS).map(([key, [name]]) => <option key={key} value={key}>{name}</option>)}</select></label> : null}</div> : null}
    </div>
  );
}

const nameOf = (row) => row.name ?? row.id.split("/").at(-1);

function teamSums(graph, id) {
  const inside = [...graph.nodes.values()].filter((node) => node.kind !== "tool" && (node.id === id || node.id.startsWith(id + "/")));
  if (!inside.length) return null;
  return inside.reduce((all, node) => ({ count: all.count + node.count, tokens: all.tokens + node.tokens, cost: all.cost + node.cost, time: all.time + node.time }), { count: 0, tokens: 0, cost: 0, time: 0 });
}
