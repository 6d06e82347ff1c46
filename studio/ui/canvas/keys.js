// The keyboard of the builder: what works anywhere on the page, and what works on the canvas.
import { toast } from "sonner";
import { bypassSelected, frameSelected } from "./frames.jsx";
import { isPaper } from "./kinds.jsx";
import { noteSpot } from "./layout.js";
import { connectChoices, copyText, duplicateSelected, pasteText, removeSelected, reorder } from "./drop.js";
import { command, emit, focusPath, get, nodeById, patch, selectNodes, setPanels } from "./store.js";
import { FIT, GLIDE, keepInSight } from "./view.js";

const typing = (target) => Boolean(target?.closest?.("input, textarea, select, [contenteditable=true], .cm-editor, dialog"));
const MAC = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
export const MOD = MAC ? "⌘" : "Ctrl";

/** The nearest node in a direction, measured so that straight beats near. */
export function neighbour(nodes, from, key) {
  const along = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  const middle = (node) => [node.position.x + (node.measured?.width ?? 288) / 2, node.position.y + (node.measured?.height ?? 120) / 2];
  const [x, y] = middle(from);
  let best = null;
  for (const node of nodes) {
    if (node.id === from.id) continue;
    const [nx, ny] = middle(node);
    const forward = (nx - x) * along[0] + (ny - y) * along[1];
    const aside = Math.abs((nx - x) * along[1]) + Math.abs((ny - y) * along[0]);
    if (forward <= 4) continue;
    const far = forward + aside * 2;
    if (!best || far < best.far) best = { node, far };
  }
  return best?.node ?? null;
}

/** Keys that work wherever the focus is; returns true when one was used. */
export function pageKey(event) {
  const mod = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (mod && key === "s" && !event.shiftKey) { command("save"); return true; }
  if (mod && key === "enter") { command("run"); return true; }
  if (typing(event.target)) return false;
  if (mod && key === "z") { command(event.shiftKey ? "redo" : "undo"); return true; }
  if (mod && key === "y") { command("redo"); return true; }
  return false;
}

/** Focus the library's search with its words selected; at once if it is open, so that no key typed next is lost. */
export function searchLibrary() {
  const focus = () => {
    const field = document.getElementById("sb-search");
    field?.focus();
    field?.select();
  };
  setPanels({ libraryOpen: true, libraryTab: "library" });
  focus();
  requestAnimationFrame(() => { if (document.activeElement?.id !== "sb-search") focus(); });
}

/** Keys for what is selected, while no field has the focus. */
export function canvasKey(event, flow) {
  if (typing(event.target)) return false;
  const mod = event.ctrlKey || event.metaKey;
  const key = event.key;
  if (mod && key.toLowerCase() === "d") { duplicateSelected(); return true; }
  if (mod && key.toLowerCase() === "a") { selectAll(); return true; }
  if (mod || event.defaultPrevented) return false;
  if (key === "Delete" || key === "Backspace") { removeSelected(); return true; }
  if (key === "Escape") return leave();
  if (key.startsWith("Arrow")) return arrow(event, flow);
  const view = { "+": flow.zoomIn, "=": flow.zoomIn, "-": flow.zoomOut, "0": () => flow.fitView({ ...FIT, ...GLIDE }), "1": () => flow.zoomTo(1) }[key];
  if (view) { view(GLIDE); return true; }
  if (key.toLowerCase() === "c") return connectSelected();
  if (key.toLowerCase() === "b") return bypassSelected();
  if (key.toLowerCase() === "g") { frameSelected(flow.getNodes(), noteSpot(flow.getNodes())); return true; }
  if (key === "/") { searchLibrary(); return true; }
  return false;
}

export const selectAll = () => selectNodes((get().graph?.nodes ?? []).map((node) => node.id));

/** Ask whom the selected agent leads to, or hands over to. */
export function connectSelected() {
  const choices = connectChoices();
  if (!choices.length) return false;
  const node = nodeById(get().selected[0]);
  const at = document.querySelector(`.react-flow__node[data-id="${CSS.escape(node.id)}"]`)?.getBoundingClientRect();
  patch({ quickAdd: { x: at?.right ?? 400, y: at?.top ?? 200, choices, title: `Connect ${node.data.label} to` } });
  return true;
}

function leave() {
  const { quickAdd, selected, scope } = get();
  if (quickAdd) return false;
  if (selected.length) selectNodes([]);
  else if (scope) command("scope", scope.replace(/\/config\/(?:participants\/\d+|[^/]+(?:\/\d+)?)$/, ""));
  else return false;
  return true;
}

function arrow(event, flow) {
  if (event.target.closest?.("[role=tree], [role=tablist], [role=menu], [role=separator]")) return false;
  const nodes = flow.getNodes();
  const chosen = nodes.find((node) => node.id === get().selected[0]);
  if (!chosen) {
    if (nodes.length) pick(flow, nodes[0]);
    return nodes.length > 0;
  }
  if (event.altKey) {
    reorder(chosen.data.path, event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : 1);
    return true;
  }
  if (event.shiftKey) {
    nudge(flow, event.key);
    return true;
  }
  const next = neighbour(nodes, chosen, event.key);
  if (next) pick(flow, next);
  return true;
}

// Its card may be drawn only once it is in sight.
function pick(flow, node) {
  selectNodes([node.id]);
  keepInSight(flow, node.id);
  const focus = () => document.querySelector(`.react-flow__node[data-id="${CSS.escape(node.id)}"]`)?.focus({ preventScroll: true });
  focus();
  setTimeout(focus, 200);
}

function nudge(flow, key) {
  const dx = { ArrowLeft: -8, ArrowRight: 8 }[key] ?? 0;
  const dy = { ArrowUp: -8, ArrowDown: 8 }[key] ?? 0;
  const chosen = new Set(get().selected);
  const moves = [];
  flow.setNodes((nodes) => nodes.map((node) => {
    if (!chosen.has(node.id)) return node;
    const position = { x: node.position.x + dx, y: node.position.y + dy };
    moves.push({ op: "move", id: node.id, ...position });
    return { ...node, position };
  }));
  queueMicrotask(() => { if (moves.length) emit(moves, 300); });
}

export function onCopy(event, cut) {
  if (typing(event.target) || !get().selected.length || window.getSelection()?.toString()) return;
  const text = copyText();
  if (!text) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", text);
  if (cut) removeSelected();
  else toast("Copied as component JSON.");
}

export function onPaste(event) {
  if (typing(event.target)) return;
  const added = pasteText(event.clipboardData.getData("text/plain"));
  if (added === null) return;
  event.preventDefault();
  if (added === 0) toast.error("There is no place here for what was copied.");
}

/** Open the selected node in the inspector and put the focus into its form. */
export function openSelected() {
  const node = nodeById(get().selected[0]);
  if (!node || isPaper(node)) return;
  setPanels({ inspectorOpen: true });
  focusPath(node.data.path);
  requestAnimationFrame(() => document.querySelector(".sb-inspector input, .sb-inspector textarea, .sb-inspector button")?.focus());
}
