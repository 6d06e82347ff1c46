// A participant let go between two others takes its turn between them.
import { ViewportPortal } from "@xyflow/react";
import { useStore } from "./store.js";

const BESIDE = 120, NEAR = 260, WIDTH = 288, HEIGHT = 120;

const box = (node) => {
  const { x, y } = node.position;
  const w = node.measured?.width ?? WIDTH, h = node.measured?.height ?? HEIGHT;
  return { x, w, top: y, bottom: y + h, cx: x + w / 2, cy: y + h / 2 };
};

/** The gap in the order that a node is held over: where to draw it, and the turn it means. */
export function gapFor(node, nodes) {
  const members = nodes.filter((other) => other.id !== node.id && typeof other.data.order === "number").toSorted((a, b) => a.data.order - b.data.order).map(box);
  const { cx, cy } = box(node);
  let best = null;
  for (let index = 0; index <= members.length; index += 1) {
    const [above, below] = [members[index - 1], members[index]].map((one) => (one && Math.abs(one.cx - cx) < BESIDE ? one : null));
    if ((!above && !below) || (above && cy < above.cy) || (below && cy > below.cy)) continue;
    const y = above && below ? (above.bottom + below.top) / 2 : above ? above.bottom + 20 : below.top - 20;
    const far = Math.abs(cy - y);
    if (far < NEAR && (!best || far < best.far)) best = { index, x: (above ?? below).x, y, width: (above ?? below).w, far };
  }
  return best && best.index !== node.data.order ? best : null;
}

/** A line where the node in hand would stand in the order. */
export function GapLine() {
  const gap = useStore((s) => s.gap);
  if (!gap) return null;
  return (
    <ViewportPortal>
      <div className="sb-gap" style={{ transform: `translate(${gap.x}px, ${gap.y}px)`, width: gap.width }}><span>Turn {gap.index + 1}</span></div>
    </ViewportPortal>
  );
}
