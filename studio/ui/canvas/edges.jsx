// The edges of the canvas: membership with its order, hand-offs, and graph edges with conditions.
import { memo } from "react";
import { BaseEdge, EdgeLabelRenderer, ViewportPortal, getBezierPath, getStraightPath, useStoreApi } from "@xyflow/react";
import { useStore } from "./store.js";

// A participant's line leaves the team at its handle; hand-offs and graph edges take the nearest sides.
const OUTWARD = { left: [-20, 0], right: [20, 0], top: [0, -20], bottom: [0, 20] };

function sides(source, target, shift = 18) {
  const a = boxOf(source), b = boxOf(target);
  const dx = b.cx - a.cx, dy = b.cy - a.cy;
  const level = Math.abs(dx) > (a.w + b.w) / 2 + 16;
  if (level) {
    const right = dx > 0;
    return {
      sourceX: right ? a.x + a.w : a.x, sourceY: a.cy + (right ? -shift : shift), sourcePosition: right ? "right" : "left",
      targetX: right ? b.x : b.x + b.w, targetY: b.cy + (right ? -shift : shift), targetPosition: right ? "left" : "right",
    };
  }
  const down = dy > 0;
  const at = shift ? (down ? 40 : -40) : 0;
  return {
    sourceX: a.cx + at, sourceY: down ? a.y + a.h : a.y, sourcePosition: down ? "bottom" : "top",
    targetX: b.cx + at, targetY: down ? b.y : b.y + b.h, targetPosition: down ? "top" : "bottom",
  };
}

function boxOf(node) {
  const { x, y } = node.internals?.positionAbsolute ?? node.position;
  const w = node.measured?.width ?? 288, h = node.measured?.height ?? 120;
  return { x, y, w, h, cx: x + w / 2, cy: y + h / 2 };
}

function loop(node) {
  const { x, y, w } = boxOf(node);
  const from = x + w - 72, to = x + w - 24;
  return [`M ${from} ${y} C ${from - 8} ${y - 56}, ${to + 8} ${y - 56}, ${to} ${y}`, (from + to) / 2, y - 42];
}

const isUpright = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w;

/** Whether another node stands between two that lie above each other, or beside each other. */
function isHidden(a, b, nodes, ends) {
  const upright = isUpright(a, b);
  const [from, to] = upright
    ? [Math.min(a.y + a.h, b.y + b.h), Math.max(a.y, b.y)]
    : [Math.min(a.x + a.w, b.x + b.w), Math.max(a.x, b.x)];
  for (const node of nodes.values()) {
    if (ends.includes(node.id) || node.type === "frame" || node.type === "note") continue;
    const c = boxOf(node);
    const [start, end, left, right] = upright ? [c.y, c.y + c.h, c.x, c.x + c.w] : [c.x, c.x + c.w, c.y, c.y + c.h];
    const lanes = upright ? [a.cx, b.cx] : [a.cy, b.cy];
    if (start >= from && end <= to && lanes.some((lane) => lane > left && lane < right)) return true;
  }
  return false;
}

/** A way around what stands between: on the right of a column, above a row. */
function around(a, b) {
  const upright = isUpright(a, b);
  const bend = 24 + Math.hypot(b.cx - a.cx, b.cy - a.cy) / 32;
  if (upright) {
    const [x1, x2, y1, y2] = [a.x + a.w, b.x + b.w, a.cy + 24, b.cy - 24], out = Math.max(x1, x2) + bend;
    return [`M ${x1} ${y1} C ${out} ${y1}, ${out} ${y2}, ${x2} ${y2}`, (x1 + x2 + 6 * out) / 8, (y1 + y2) / 2];
  }
  const [x1, x2, y1, y2] = [a.cx + 40, b.cx - 40, a.y, b.y], out = Math.min(y1, y2) - bend;
  return [`M ${x1} ${y1} C ${x1} ${out}, ${x2} ${out}, ${x2} ${y2}`, (x1 + x2) / 2, (y1 + y2 + 6 * out) / 8];
}

function route(from, to, nodes, far) {
  if (from === to) return loop(from);
  if (far) return getStraightPath(sides(from, to));
  const a = boxOf(from), b = boxOf(to);
  if (isHidden(a, b, nodes, [from.id, to.id])) return around(a, b);
  return getBezierPath({ ...sides(from, to), curvature: 0.3 });
}

export const ParticipantEdge = memo(function ParticipantEdge(props) {
  const nodes = useStoreApi().getState().nodeLookup;
  const from = nodes.get(props.source), to = nodes.get(props.target);
  if (!from || !to) return null;
  const ahead = props.targetX > props.sourceX + 24;
  const ends = ahead ? props : { ...props, ...sides(from, to, 0) };
  const [path] = getBezierPath(ends);
  const { order } = props.data;
  const [dx, dy] = OUTWARD[ends.targetPosition];
  return (
    <>
      <BaseEdge path={path} className="sb-edge-participant" interactionWidth={0} />
      {order ? (
        <g className="sb-order" transform={`translate(${ends.targetX + dx} ${ends.targetY + dy})`} aria-hidden="true">
          <circle r="9" /><text dy="4" textAnchor="middle">{order}</text>
        </g>
      ) : null}
    </>
  );
});

function Arrow({ id, source, target, label, selected, className, markerEnd, dashed, word }) {
  // Read without listening: an edge is drawn again whenever one of its ends moves.
  const nodes = useStoreApi().getState().nodeLookup;
  const from = nodes.get(source), to = nodes.get(target);
  const far = useStore((s) => s.far);
  if (!from || !to) return null;
  const [path, x, y] = route(from, to, nodes, far);
  return (
    <>
      <BaseEdge id={id} path={path} className={className} markerEnd={far ? undefined : markerEnd} interactionWidth={far ? 0 : 20} style={dashed && !far ? { strokeDasharray: "6 4" } : undefined} />
      {(label && !far) || selected ? (
        <EdgeLabelRenderer>
          <div className="sb-edge-label nodrag nopan" data-selected={selected || undefined} style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }} title={label}>
            {label || word}
          </div>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
}

export const HandoffEdge = memo((props) => <Arrow {...props} className="sb-edge-handoff" dashed word="hands over" />);
export const GraphEdge = memo((props) => <Arrow {...props} className="sb-edge-graph" word="always" />);

export const EDGE_TYPES = { participant: ParticipantEdge, handoff: HandoffEdge, graph: GraphEdge };

/** All edges of a large team at once, as plain lines: what far away can be told apart. */
export function FarEdges({ nodes, edges }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lines = { still: {}, moving: {} };
  for (const edge of edges) {
    const from = byId.get(edge.source), to = byId.get(edge.target);
    if (!from || !to || from === to || edge.selected) continue;
    const { sourceX, sourceY, targetX, targetY } = sides(from, to);
    const paths = lines[from.dragging || to.dragging ? "moving" : "still"];
    paths[edge.type] = `${paths[edge.type] ?? ""}M${sourceX} ${sourceY}L${targetX} ${targetY}`;
  }
  // In pictures of their own, so that lines nobody moves are not drawn anew.
  return (
    <ViewportPortal>
      {Object.entries(lines).map(([name, paths]) => (
        <svg key={name} className="sb-far-edges" aria-hidden="true">
          {Object.entries(paths).map(([type, d]) => <path key={type} className={"sb-edge-" + type} d={d} />)}
        </svg>
      ))}
    </ViewportPortal>
  );
}
