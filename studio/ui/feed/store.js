// What the parts of the playground share in the browser: which session and run are open, which
// moment is shown, what is selected and filtered, which panels are open.
import { useRef, useSyncExternalStore } from "react";
import * as api from "./api.js";
import { watchConnection } from "./bus.js";
import { ACTIVE, logOf } from "./log.js";

const FILTER = { query: "", speaker: null, edge: null };

let state = {
  sessionId: "",
  runId: "",
  otherId: "",
  comparing: false,
  sharing: null,
  runs: [],
  runsLoaded: false,
  active: [],
  questions: [],
  cast: [],
  cursor: null,
  selected: null,
  filter: FILTER,
  level: 1,
  closed: new Set(),
  panels: { sessions: true, side: true, sideWidth: 380, tab: "graph", arrows: "count", wide: false },
  connection: "idle",
  outbox: null,
  edit: null,
  draft: "",
  budget: {},
  fresh: false,
  patience: 0,
  approve: false,
  breakpoints: [],
  shared: null,
};

const listeners = new Set();
let handlers = {};
let sequence = 0;
let polling = null;

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
  if (!a || !b || typeof a !== "object" || typeof b !== "object" || Array.isArray(a) || a instanceof Set) return false;
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

// ---- where the tab is -----------------------------------------------------------------------

/** Session, run and compared run as the address names them. */
export function readAddress() {
  const parts = location.pathname.split("/").filter(Boolean);
  const query = new URLSearchParams(location.search);
  return { sessionId: parts[0] === "playground" ? decodeURIComponent(parts[1] ?? "") : "", runId: query.get("run") ?? "", otherId: query.get("with") ?? "" };
}

function writeAddress() {
  const query = new URLSearchParams();
  if (state.runId) query.set("run", state.runId);
  if (state.otherId) query.set("with", state.otherId);
  const search = query.size ? "?" + query : "";
  const path = state.sessionId ? "/playground/" + encodeURIComponent(state.sessionId) + "/" : location.pathname;
  history.replaceState(history.state, "", path + search);
}

/** Show a session; its runs are read from the server. */
export function openSession(sessionId, runId = "", otherId = "") {
  if (sessionId === state.sessionId && (!runId || runId === state.runId)) return;
  const kept = state.sessionId === sessionId ? {} : { runs: [], runsLoaded: false, draft: "", cast: [] };
  patch({ sessionId, runId, otherId, comparing: Boolean(otherId), cursor: null, selected: null, filter: FILTER, edit: null, outbox: null, breakpoints: [], ...kept });
  refreshRuns();
}

/** Show one run of the session. */
export function openRun(runId) {
  if (runId === state.runId) return;
  patch({ runId, cursor: null, selected: null, filter: FILTER, edit: null, breakpoints: logBreakpoints(runId) });
  writeAddress();
  command("look", { run_id: runId });
}

/** Show another of the runs that are shared. */
export const showRun = (runId, cast) => patch({ runId, cast, cursor: null, selected: null, filter: FILTER });

const logBreakpoints = (runId) => state.runs.find((run) => run.run_id === runId)?.options?.breakpoints ?? [];

/** Show a run beside the open one; with an empty one only what is to be compared; `null` ends it. */
export function compare(otherId) {
  patch({ otherId: otherId ?? "", comparing: otherId !== null, selected: null });
  writeAddress();
}

/** Read the runs of the open session. */
export async function refreshRuns() {
  const { sessionId } = state;
  if (!sessionId) return;
  try {
    const runs = await api.listRuns(sessionId);
    if (state.sessionId !== sessionId) return;
    const known = runs.some((run) => run.run_id === state.runId);
    const runId = known ? state.runId : runs[0]?.run_id ?? "";
    const moved = runId !== state.runId;
    patch({ runs, runsLoaded: true, runId });
    if (moved || !readAddress().runId) writeAddress();
    if (moved && runId) command("look", { run_id: runId });
  } catch {
    if (state.sessionId === sessionId) patch({ runsLoaded: true });
  }
}

/** A run was started from this tab. */
export function adoptRun(run) {
  patch({ runs: [run, ...state.runs.filter((one) => one.run_id !== run.run_id)], runId: run.run_id, cursor: null, selected: null, filter: FILTER, edit: null });
  writeAddress();
  pollSoon();
}

/** The runs that come before one in its session: forks leave out what they replaced. */
export function threadOf(runs, runId) {
  const byId = new Map(runs.map((run) => [run.run_id, run]));
  const at = runs.findIndex((run) => run.run_id === runId);
  if (at < 0) return [];
  let root = byId.get(runId);
  while (root?.parent_run_id && byId.has(root.parent_run_id)) root = byId.get(root.parent_run_id);
  return runs.slice(runs.indexOf(root) + 1).filter((run) => !run.parent_run_id).reverse();
}

// ---- commands -------------------------------------------------------------------------------

export function connect(next) {
  handlers = next;
}

/** Send a command to the page's state. */
export function command(name, value = {}) {
  handlers.onCommand?.(name, value);
}

/** Send a command whose outcome decides what happens to what was typed. */
export function send(name, value = {}) {
  sequence += 1;
  const id = `${Date.now()}-${sequence}`;
  patch({ outbox: { id, name } });
  command(name, { ...value, id });
  return id;
}

/** The page's state tells how a command went. */
export function settle(told) {
  if (!told?.id || told.id !== state.outbox?.id) return;
  patch({ outbox: null });
  if (told.error) return;
  if (told.name !== "answer") patch({ draft: "", edit: null });
  if (told.other) adoptRun(told.other);
  if (told.run) adoptRun(told.run);
  if (told.other) compare(told.other.run_id);
  if (told.run) command("refresh");
}

// Whether the listed runs of the session stand as the server says.
function agrees(active) {
  const now = new Map(active.map((run) => [run.run_id, run.status]));
  const listed = new Map(state.runs.map((run) => [run.run_id, run.status]));
  return active.every((run) => run.session_id !== state.sessionId || listed.get(run.run_id) === run.status)
    && state.runs.every((run) => !ACTIVE.has(run.status) || now.get(run.run_id) === run.status);
}

// ---- every run that goes on, wherever it was started -----------------------------------------

async function poll() {
  clearTimeout(polling);
  polling = null;
  try {
    const active = await api.listActive();
    const waiting = active.some((run) => run.status === "waiting_input");
    const questions = waiting ? await api.listQuestions() : [];
    patch({ active, questions });
    if (!agrees(active)) refreshRuns();
  } catch {
    // The next look will tell.
  }
  if (handlers.onCommand) polling = setTimeout(poll, document.hidden ? 15000 : 5000);
}

export function pollSoon(delay = 150) {
  clearTimeout(polling);
  polling = setTimeout(poll, delay);
}

const TELLING = new Set(["status", "question", "answer"]);

/** Begin to keep up with the server; returns the way to stop. */
export function keepUp() {
  watchConnection((connection) => patch({ connection }));
  pollSoon(0);
  const onFocus = () => pollSoon(0);
  const onRun = ({ detail }) => { if (TELLING.has(detail.type)) pollSoon(); };
  window.addEventListener("focus", onFocus);
  window.addEventListener("studio:run", onRun);
  return () => {
    window.removeEventListener("studio:run", onRun);
    window.removeEventListener("focus", onFocus);
    clearTimeout(polling);
    polling = null;
    handlers = {};
  };
}

/** Whether the open run goes on, by what its log says. */
export const isActive = (runId) => Boolean(runId) && ACTIVE.has(logOf(runId).status);

// ---- filter, moment, panels -----------------------------------------------------------------

export const setFilter = (changes) => patch({ filter: { ...state.filter, ...changes } });
export const clearFilter = () => patch({ filter: FILTER });
export const isFiltered = ({ query, speaker, edge }) => Boolean(query || speaker || edge);
export const setCursor = (cursor) => patch({ cursor });

export function toggleClosed(id) {
  const closed = new Set(state.closed);
  if (!closed.delete(id)) closed.add(id);
  patch({ closed });
}

const KEPT = "studio.playground.panels";

export function loadPanels() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    // A broken entry is as good as none.
  }
  const { level, wide: _, ...panels } = kept;
  const wide = window.innerWidth;
  patch({
    level: level ?? 1,
    panels: { ...state.panels, ...panels, ...(wide < 1200 ? { sessions: false } : {}), ...(wide < 860 ? { side: false } : {}) },
  });
}

export function setPanels(changes) {
  patch({ panels: { ...state.panels, ...changes } });
  if (window.innerWidth >= 1200) localStorage.setItem(KEPT, JSON.stringify({ ...state.panels, level: state.level }));
}

export function setLevel(level) {
  patch({ level });
  setPanels({});
}

/** Look at one item: the details beside the conversation tell more. */
export function select(key, { open = false } = {}) {
  patch({ selected: key });
  if (open) setPanels({ side: true, tab: "details" });
}
