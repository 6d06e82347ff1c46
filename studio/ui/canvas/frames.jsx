// Groups: titled frames around nodes, which move with them.
import { memo, useEffect, useRef, useState } from "react";
import { NodeResizer } from "@xyflow/react";
import { isPaper } from "./kinds.jsx";
import { snap } from "./layout.js";
import { emit, get, nodeById } from "./store.js";

const PAD = 24, HEAD = 40, EMPTY = { width: 400, height: 240 };
const size = (node) => ({ w: node.measured?.width ?? node.width ?? 288, h: node.measured?.height ?? node.height ?? 120 });

/** Put a frame around what is selected, or an empty one where there is room. */
export function frameSelected(nodes, spot) {
  const chosen = nodes.filter((node) => get().selected.includes(node.id) && node.type !== "frame");
  const xs = chosen.map((node) => node.position.x), ys = chosen.map((node) => node.position.y);
  const place = chosen.length ? {
    x: snap(Math.min(...xs) - PAD), y: snap(Math.min(...ys) - PAD - HEAD),
    width: snap(Math.max(...chosen.map((node) => node.position.x + size(node).w)) - Math.min(...xs) + 2 * PAD),
    height: snap(Math.max(...chosen.map((node) => node.position.y + size(node).h)) - Math.min(...ys) + 2 * PAD + HEAD),
  } : { ...spot, ...EMPTY };
  emit({ op: "note_add", kind: "frame", text: "Group", scope: get().scope, ...place });
}

/** The nodes whose middle lies in a frame, with where they are. */
export function framed(frame, nodes) {
  const { x, y } = frame.position;
  const { w, h } = size(frame);
  const inside = (node) => {
    const own = size(node);
    const cx = node.position.x + own.w / 2, cy = node.position.y + own.h / 2;
    return node.id !== frame.id && !node.selected && cx > x && cx < x + w && cy > y && cy < y + h;
  };
  return new Map(nodes.filter(inside).map((node) => [node.id, node.position]));
}

/** Escape leads from the text of a note or a group back to the note or group itself. */
export function leaveText(event) {
  if (event.key !== "Escape") return;
  event.stopPropagation();
  event.currentTarget.closest(".react-flow__node")?.focus();
}

export const FrameNode = memo(function FrameNode({ id, data, selected, width, height }) {
  const [text, setText] = useState(data.description);
  const typing = useRef(false);
  useEffect(() => { if (!typing.current) setText(data.description); }, [data.description]);
  const write = (value) => { setText(value); emit({ op: "note_set", id, text: value }, 400); };
  return (
    <div className="sb-frame" data-selected={selected || undefined} style={{ width: width ?? data.width, height: height ?? data.height }}>
      <NodeResizer isVisible={selected} minWidth={160} minHeight={96} onResizeEnd={(_, to) => emit({ op: "note_set", id, x: snap(to.x), y: snap(to.y), width: Math.round(to.width), height: Math.round(to.height) })} />
      <div className="sb-frame-head">
        <input className="nodrag" aria-label="Title of the group" placeholder="Group" value={text} onKeyDown={leaveText} style={{ width: `${Math.max(6, text.length + 2)}ch` }}
          onFocus={() => { typing.current = true; }} onBlur={() => { typing.current = false; }} onChange={(e) => write(e.target.value)} />
      </div>
    </div>
  );
});

/** Leave the selected participants out of runs and exports, or take them back in. */
export function bypassSelected() {
  const { selected, scope } = get();
  const nodes = selected.map(nodeById).filter((node) => node && !isPaper(node) && node.data.path !== scope);
  const value = nodes.some((node) => !node.data.bypassed);
  if (nodes.length) emit(nodes.map((node) => ({ op: "bypass", path: node.data.path, value })));
  return nodes.length > 0;
}
