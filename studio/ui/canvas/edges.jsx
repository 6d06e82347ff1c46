// The edges of the canvas: membership with its order, hand-offs, and graph edges with conditions.
import { memo } from "react";
import { BaseEdge, EdgeLabelRenderer, getBezierPath, useInternalNode } from "@xyflow/react";

// A participant's line leaves the team at its handle; hand-offs and graph edges take the nearest sides.
function sides(source, target) {
  const a = boxOf(source), b = boxOf(target);
  const dx = b.cx - a.cx, dy = b.cy - a.cy;
  const level = Math.abs(dx) > (a.w + b.w) / 2 + 16;
  const shift = 18;
  if (level) {
    const right = dx > 0;
    return {
      sourceX: right ? a.x + a.w : a.x, sourceY: a.cy + (right ? -shift : shift), sourcePosition: right ? "right" : "left",
      targetX: right ? b.x : b.x + b.w, targetY: b.cy + (right ? -shift : shift), targetPosition: right ? "left" : "right",
    };
  }
  const down = dy > 0;
  const at = down ? 40 : -40;
  return {
    sourceX: a.cx + at, sourceY: down ? a.y + a.h : a.y, sourcePosition: down ? "bottom" : "top",
    targetX: b.cx + at, targetY: down ? b.y : b.y + b.h, targetPosition: down ? "top" : "bottom",
  };
}

function boxOf(node) {
  const { x, y } = node.internals.positionAbsolute;
  const w = node.measured.width ?? 288, h = node.measured.height ?? 120;
  return { x, y, w, h, cx: x + w / 2, cy: y + h / 2 };
}

function loop(node) {
  const { x, y, w } = boxOf(node);
  const from = x + w - 72, to = x + w - 24;
  return [`M ${from} ${y} C ${from - 8} ${y - 56}, ${to + 8} ${y - 56}, ${to} ${y}`, (from + to) / 2, y - 42];
}

export const ParticipantEdge = memo(function ParticipantEdge(props) {
  const [path] = getBezierPath(props);
  const { order } = props.data;
  return (
    <>
      <BaseEdge path={path} className="sb-edge-participant" interactionWidth={0} />
      {order ? (
        <g className="sb-order" transform={`translate(${props.targetX - 20} ${props.targetY})`} aria-hidden="true">
          <circle r="9" /><text dy="4" textAnchor="middle">{order}</text>
        </g>
      ) : null}
    </>
  );
});

function Arrow({ id, source, target, label, selected, data, className, markerEnd, dashed }) {
  const from = useInternalNode(source), to = useInternalNode(target);
  if (!from || !to) return null;
  const [path, x, y] = source === target ? loop(from) : getBezierPath({ ...sides(from, to), curvature: 0.3 });
  const text = label || (data.activation_group && data.activation_group !== data.target ? "" : "");
  return (
    <>
      <BaseEdge id={id} path={path} className={className} markerEnd={markerEnd} interactionWidth={20} style={dashed ? { strokeDasharray: "6 4" } : undefined} />
      {text || selected ? (
        <EdgeLabelRenderer>
          <div className="sb-edge-label nodrag nopan" data-selected={selected || undefined} style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }} title={text}>
            {text || "always"}
          </div>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
}

export const HandoffEdge = memo((props) => <Arrow {...props} className="sb-edge-handoff" dashed />);
export const GraphEdge = memo((props) => <Arrow {...props} className="sb-edge-graph" />);

export const EDGE_TYPES = { participant: ParticipantEdge, handoff: HandoffEdge, graph: GraphEdge };
