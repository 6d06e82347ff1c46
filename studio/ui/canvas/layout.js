// Asks for the automatic layout, and finds places on the canvas.
import { toast } from "sonner";
import { isPaper } from "./kinds.jsx";
import { emit, get, nodeById, settled } from "./store.js";
import { FIT, GLIDE, afterDrawing } from "./view.js";

export const snap = (value) => Math.round(value / 8) * 8;

/** Lay out what nobody has placed by hand; several selected nodes, if there are; or everything. */
export async function arrange(flow, { all = false } = {}) {
  const chosen = get().selected.filter((id) => nodeById(id) && !isPaper(nodeById(id)));
  const ids = !all && chosen.length > 1 ? chosen : [];
  const drawn = flow.getNodes().filter((node) => !isPaper(node) && node.measured?.height);
  const heights = Object.fromEntries(drawn.map((node) => [node.id, node.measured.height]));
  emit({ op: "layout", scope: get().scope, ids, all, heights });
  await settled();
  afterDrawing(() => flow.fitView({ ...FIT, ...GLIDE }));
  if (all || ids.length || !get().graph?.nodes.some((node) => node.data.pinned)) return;
  toast("What you had placed by hand stayed where it is.", { action: { label: "Arrange all", onClick: () => arrange(flow, { all: true }) } });
}

/** A free place for a note: above everything, at the left. */
export function noteSpot(nodes) {
  const xs = nodes.map((node) => node.position.x), ys = nodes.map((node) => node.position.y);
  return nodes.length ? { x: snap(Math.min(...xs)), y: snap(Math.min(...ys) - 160) } : { x: 0, y: 0 };
}
