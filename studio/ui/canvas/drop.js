// What may be dropped where, and the operations that doing so means.
import { emit, get, nodeById } from "./store.js";
import { className, isPaper, kindOfComponent } from "./kinds.jsx";
import { isWithin, parent, valueAt } from "./pointer.js";

export const MIME = "application/x-studio-component";

/** The slot of a node that takes this kind, or null. */
export const slotFor = (data, kind) => data?.slots?.find((slot) => slot.kinds.includes(kind)) ?? null;

/** Does a node take what is being dragged? Nothing goes into itself or where it already is. */
export function accepts(data, drag) {
  if (!drag || !data) return false;
  if (drag.path && (isWithin(data.path, drag.path) || isHome(data, drag.path))) return false;
  return slotFor(data, drag.kind) !== null;
}

const isHome = (data, path) => data.slots.some((slot) => slot.items.some((item) => item.path === path));

/** Add a component to a slot, or move the dragged one there. */
export function dropOn(data, drag, { slot, copy = false, position } = {}) {
  // An agent keeps its tools in one place or another: which, the server knows best.
  const wanted = slot ?? slotFor(data, drag.kind)?.slot;
  const plain = /\/config\/tools\/\d+$/.test(drag.path ?? "") && !data.slots.some((item) => item.slot === "workbenches" && item.items.length);
  const place = wanted === "tools" && !plain ? undefined : wanted;
  if (drag.path && !copy) emit({ op: "transfer", path: drag.path, target: data.path, slot: place });
  else {
    const component = drag.component ?? valueAt(get().component, drag.path);
    emit({ op: "add", component: structuredClone(component), target: data.path, slot: place, ...(position ? { position } : {}) });
  }
}

/** Where a click on a library item puts it: the selected node, else the only node that takes it. */
export function targetFor(kind) {
  const { selected, graph } = get();
  const chosen = selected.map(nodeById).find((node) => node && slotFor(node.data, kind));
  if (chosen) return chosen.data;
  const nodes = (graph?.nodes ?? []).filter((node) => slotFor(node.data, kind));
  const team = nodes.find((node) => node.type === "team" && node.data.path === get().scope);
  return team?.data ?? (nodes.length === 1 ? nodes[0].data : null);
}

/** Add a library item by click or Enter; says where it went or why it could not. */
export function addItem(item, position) {
  const data = targetFor(item.kind);
  if (!data) return { refused: refusal(item.kind) };
  dropOn(data, { kind: item.kind, component: item.component }, { position });
  return { target: data };
}

export function refusal(kind) {
  if (kind === "team") return "This team takes agents only.";
  const nodes = (get().graph?.nodes ?? []).filter((node) => slotFor(node.data, kind));
  return nodes.length ? "Select the agent it is for, then add it." : "Nothing here takes one. Add an agent first.";
}

// So that the paths of those in front stay right.
const fromTheBack = (a, b) => b.localeCompare(a, undefined, { numeric: true });

/** Remove what is selected; the team itself stays. */
export function removeSelected() {
  const { selected, focus, graph, scope } = get();
  const edges = (graph?.edges ?? []).filter((edge) => selected.includes(edge.id));
  const nodes = selected.map(nodeById).filter((node) => node && (isPaper(node) || node.data.path !== scope));
  if (nodes.length === 1 && focus && focus !== nodes[0].data.path && !edges.length) return emit({ op: "remove", path: focus });
  const paths = nodes.filter((node) => !isPaper(node)).map((node) => node.data.path);
  const ops = [
    ...edges.map((edge) => ({ op: "disconnect", edge: edge.id })),
    ...nodes.filter(isPaper).map((node) => ({ op: "note_remove", id: node.id })),
    ...paths.sort(fromTheBack).map((path) => ({ op: "remove", path })),
  ];
  if (!ops.length && focus && focus !== scope) ops.push({ op: "remove", path: focus });
  if (ops.length) emit(ops);
}

export function duplicateSelected() {
  const { selected, scope } = get();
  const nodes = selected.map(nodeById).filter(Boolean);
  const paths = nodes.filter((node) => !isPaper(node) && node.data.path !== scope).map((node) => node.data.path);
  const ops = [...nodes.filter(isPaper).map(({ id }) => ({ op: "note_duplicate", id })), ...paths.sort(fromTheBack).map((path) => ({ op: "duplicate", path }))];
  if (ops.length) emit(ops);
}

/** The selected components as text: one as itself, several as a list. */
export function copyText() {
  const { selected, focus, component } = get();
  const nodes = selected.map(nodeById).filter((node) => node && !isPaper(node));
  const paths = nodes.length > 1 ? nodes.map((node) => node.data.path) : [focus ?? nodes[0]?.data.path];
  const found = paths.filter((path) => path !== null && path !== undefined).map((path) => valueAt(component, path)).filter(Boolean);
  if (!found.length) return "";
  return JSON.stringify(found.length === 1 ? found[0] : found, null, 2);
}

/** Add the components in a pasted text; null when it holds none, else how many were added. */
export function pasteText(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const components = (Array.isArray(value) ? value : [value]).filter((item) => typeof item?.provider === "string");
  if (!components.length) return null;
  const ops = [];
  for (const component of components) {
    const kind = kindOfComponent(component);
    const data = targetFor(kind);
    if (data) ops.push({ op: "add", component, target: data.path, slot: slotFor(data, kind).slot });
  }
  if (ops.length) emit(ops);
  return ops.length;
}

/** Move a participant one place earlier or later in its team. */
export function reorder(path, by) {
  const list = valueAt(get().component, parent(path));
  const index = Number(path.slice(path.lastIndexOf("/") + 1)) + by;
  if (Array.isArray(list) && index >= 0 && index < list.length) emit({ op: "reorder", path, index });
}

/** Whom the selected node may be connected to: agents of a swarm or a graph flow. */
export function connectChoices() {
  const { graph, selected, scope } = get();
  const head = graph?.nodes.find((node) => node.data.path === scope);
  const source = nodeById(selected[0]);
  if (!source || isPaper(source) || !["Swarm", "GraphFlow"].includes(className(head?.data.provider))) return [];
  const drawn = new Set(graph.edges.filter((edge) => edge.source === source.id).map((edge) => edge.target));
  const loops = className(head.data.provider) === "GraphFlow" && source !== head;
  return graph.nodes.filter((node) => node.data.order !== null && !drawn.has(node.id) && (loops || node !== source)).map((node) => ({
    id: node.id, kind: node.data.kind, label: node.data.label, description: node.data.type_label, detail: "", component: { provider: node.data.provider },
    run: () => emit({ op: "connect", source: source.id, target: node.id }),
  }));
}
