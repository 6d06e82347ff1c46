// What the parts of the builder share in the browser: the document as this tab sees it, what is
// selected, what is being dragged, and the queue of operations on its way to Python.
import { useRef, useSyncExternalStore } from "react";
import { loadDraft } from "./api.js";
import { isPaper } from "./kinds.jsx";
import { componentsOn, follow, rebase, removeAt, setAt, valueAt } from "./pointer.js";

const EMPTY = {
  teamId: "",
  scope: "",
  graph: null,
  component: null,
  documentRev: -1,
  documentError: "",
  flags: { rev: 0, dirty: false, can_undo: false, can_redo: false, name: "" },
  problems: [],
  selected: [],
  focus: null,
  place: null,
  drag: null,
  gap: null,
  far: false,
  quickAdd: null,
  tryout: null,
  versions: false,
  published: 0,
  runs: {},
  saving: false,
};

let state = { ...EMPTY, panels: null };
const listeners = new Set();
let handlers = {};
let pending = [];
let inFlight = new Map();
let sequence = 0;
let acknowledged = 0;
let timer = null;
let loading = null;
let incoming = null;
const awaiting = [];

export const get = () => state;

export function patch(changes) {
  state = { ...state, ...(typeof changes === "function" ? changes(state) : changes) };
  for (const listener of listeners) listener();
}

function subscribe(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function same(a, b) {
  if (Object.is(a, b)) return true;
  if (!a || !b || typeof a !== "object" || typeof b !== "object") return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.is(a[key], b[key]));
}

/** Read a slice of the store; the component renders again only when the slice changes. */
export function useStore(select) {
  const held = useRef(undefined);
  const read = () => {
    const next = select(state);
    if (!same(held.current, next)) held.current = next;
    return held.current;
  };
  return useSyncExternalStore(subscribe, read, read);
}

// ---- operations -----------------------------------------------------------------------------

/** Hand over who carries operations and commands to Python. */
export function connect(next) {
  handlers = next;
}

/** Send everything that waits. */
export function flush() {
  clearTimeout(timer);
  timer = null;
  if (!pending.length) return;
  const ops = pending;
  pending = [];
  sequence += 1;
  inFlight.set(sequence, ops.every((op) => LOCAL.has(op.op)));
  handlers.onOps?.(ops, sequence, state.graph?.rev ?? 0);
}

// After these the browser's document is already what the server's will be.
const LOCAL = new Set(["set", "move", "note_set"]);

/** Queue operations; they leave after `delay` milliseconds, together. */
export function emit(ops, delay = 0) {
  pending.push(...(Array.isArray(ops) ? ops : [ops]));
  clearTimeout(timer);
  if (delay) timer = setTimeout(flush, delay);
  else flush();
}

/** Apply operations that nothing here has shown yet: the document is fetched after them. */
export function mend(ops) {
  emit(ops);
  patch({ documentRev: -1 });
}

/** Change one value; shows at once here and reaches Python when typing pauses. */
export function setValue(path, value, delay = 300) {
  const current = valueAt(state.component, path);
  if (JSON.stringify(current) === JSON.stringify(value)) return;
  const gone = value === null || value === undefined;
  patch({ component: gone ? removeAt(state.component, path) : setAt(state.component, path, value) });
  const last = pending.at(-1);
  if (last?.op === "set" && last.path === path) pending.pop();
  emit({ op: "set", path, value: gone ? null : value }, delay);
}

/** Give an agent, tool or team another name; whatever refers to it follows. */
export function rename(path, name, delay = 400) {
  patch({ component: setAt(state.component, path + "/config/name", name) });
  const last = pending.at(-1);
  if (last?.op === "rename" && last.path === path) pending.pop();
  emit({ op: "rename", path, name }, delay);
}

/** Undo, redo, save, run…: sent after whatever was typed before. */
export function command(name, ...args) {
  flush();
  if (name === "save") patch({ saving: true });
  handlers.onCommand?.(name, args.length ? args[0] : null);
}

export const isWaiting = () => pending.length > 0 || acknowledged < sequence;

/** Resolves once the server has taken everything that was sent. */
export const settled = () => new Promise((done) => { if (isWaiting()) awaiting.push(done); else done(); });

// ---- what comes from Python -----------------------------------------------------------------

/** Another team was opened, or none. */
export function openTeam(teamId) {
  if (teamId === state.teamId) return;
  pending = [];
  inFlight = new Map();
  incoming = null;
  patch({ ...EMPTY, teamId });
}

/** Take a graph that the server published; one whose nodes are elsewhere, together with its document. */
export function adoptGraph(graph, scope) {
  const now = new Map((graph?.nodes ?? []).map((node) => [node.id, node.data.path]));
  const moved = new Map();
  for (const { id, data } of state.graph?.nodes ?? []) if (now.has(id) && now.get(id) !== data.path) moved.set(data.path, now.get(id));
  incoming = { graph, scope, moved };
  if (!moved.size || scope !== state.scope || !state.component) patch(arrived(incoming));
  else refreshDocument();
}

function shown(graph, scope, moved = []) {
  const ids = new Set([...(graph?.nodes ?? []), ...(graph?.edges ?? [])].map((item) => item.id));
  const here = scope === state.scope;
  return { graph, scope, selected: here ? state.selected.filter((id) => ids.has(id)) : [], focus: here ? rebase(state.focus, moved) : null };
}

function arrived(graph) {
  incoming = null;
  return graph ? shown(graph.graph, graph.scope, graph.moved) : { focus: state.focus };
}

/** Take the server's word on revision, undo and the like; fetch the document if it moved on. */
export function adoptFlags(flags, ack) {
  const quiet = inFlight.get(ack) === true && flags.rev === state.documentRev + 1;
  for (const seq of inFlight.keys()) if (seq <= ack) inFlight.delete(seq);
  acknowledged = Math.max(acknowledged, ack);
  patch({ flags, saving: false });
  if (!isWaiting()) for (const done of awaiting.splice(0)) done();
  if (quiet) patch({ documentRev: flags.rev });
  else if (flags.rev !== state.documentRev) refreshDocument();
}

/** An operation was refused: show what the server holds. */
export function refuse() {
  patch({ documentRev: -1 });
  refreshDocument();
}

// What is being tried may have moved with the part it is in.
function followed(tryout, component) {
  if (!tryout?.path || !state.component) return tryout;
  const path = follow(state.component, component, tryout.path);
  return path === tryout.path ? tryout : { ...tryout, path };
}

/** Fetch the document, unless something of ours is still on its way. */
export function refreshDocument() {
  if (!state.teamId || pending.length) return;
  const teamId = state.teamId;
  loading?.abort();
  loading = new AbortController();
  loadDraft(teamId, loading.signal).then(
    (draft) => {
      if (teamId !== state.teamId || isWaiting()) return;
      const { component } = draft.document;
      const next = arrived(incoming);
      const focus = valueAt(component, next.focus ?? "") ? next.focus : null;
      patch({ ...next, component, documentRev: draft.rev, documentError: "", focus, tryout: followed(state.tryout, component) });
    },
    (error) => {
      if (error.name !== "AbortError") patch({ ...arrived(incoming), documentError: error.message });
    },
  );
}

// ---- selection ------------------------------------------------------------------------------

/** Select nodes; the inspector shows the first one. */
export function selectNodes(ids) {
  if (same(ids, state.selected)) return;
  const node = ids.length === 1 ? nodeById(ids[0]) : null;
  patch({ selected: ids, focus: node ? node.data.path : null });
}

/** Show the component at `path` in the inspector and select the node it belongs to. */
export function focusPath(path, { open = true } = {}) {
  const node = nodeFor(path);
  patch({ focus: path, selected: node ? [node.id] : [] });
  if (open && state.panels && !state.panels.inspectorOpen) setPanels({ inspectorOpen: true });
}

export const nodeById = (id) => state.graph?.nodes.find((node) => node.id === id) ?? null;

/** Find the node a component is part of: the one with the longest path around it. */
export function nodeFor(path) {
  let best = null;
  for (const node of state.graph?.nodes ?? []) {
    const at = node.data.path;
    if (isPaper(node) || !(path === at || path?.startsWith(at + "/"))) continue;
    if (!best || at.length > best.data.path.length) best = node;
  }
  return best;
}

/** Components from the whole team down to the one at `path`, with their paths. */
export const trail = (path) => componentsOn(state.component, path ?? "");

/** Open the panel in which the component at `path` is tried by itself. */
export const tryOut = (path) => patch({ tryout: { path, since: performance.now() } });

// ---- panels ---------------------------------------------------------------------------------

const PANELS = "studio.builder.panels";
const PANEL_DEFAULTS = {
  libraryOpen: true,
  libraryTab: "library",
  inspectorOpen: true,
  inspectorWidth: 344,
  drawer: "",
  drawerHeight: 280,
  drawerSide: "bottom",
  drawerWidth: 480,
  minimap: true,
  grid: true,
};

export function loadPanels() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(PANELS) ?? "{}");
  } catch {
    // A broken entry is as good as none.
  }
  const narrow = window.innerWidth < 1000;
  patch({ panels: { ...PANEL_DEFAULTS, ...kept, ...(narrow ? { libraryOpen: false } : {}) } });
}

export function setPanels(changes) {
  patch({ panels: { ...state.panels, ...changes } });
  localStorage.setItem(PANELS, JSON.stringify(state.panels));
}
