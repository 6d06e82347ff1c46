// Who spoke after whom: agents, tools and the user as nodes, hand-overs as edges with their sums.
// Who works at the same time as others follows the one both began after, not the one who was
// quicker. What a turn has added is taken away again when the turn is discarded.
import { speakerOf } from "./items.js";

const SILENT = new Set(["SelectSpeakerEvent", "SelectorEvent", "UserInputRequestedEvent"]);
const SAME_MS = 1;
const nothing = () => ({ count: 0, tokens: 0, cost: 0, time: 0 });

export const toolId = (speaker, name) => speaker + "::" + name;

/** Reads events into nodes and edges. */
export class Transitions {
  nodes = new Map();
  edges = new Map();
  current = null;
  now = { last: null, awake: 0, handover: null, ends: new Map(), open: new Map(), begun: new Map(), unplaced: new Map() };
  base = null;
  before = new Map();
  since = [];

  take(event) {
    this.base ??= this.copy();
    if (event.type === "discarded") return this.discard(event.body);
    this.since.push(event);
    this.read(event);
    if (event.type === "turn") this.settle();
    return undefined;
  }

  read(event) {
    const { type, body } = event;
    if (type === "message") this.takeMessage(event, body);
    else if (type === "model_call") this.takeCall(event, body);
    else if (type === "tool_call") this.takeTool(event, body);
    else if (type === "status" || type === "answer") this.now.last = this.now.awake = event.at;
  }

  // What is known between turns, to come back to.
  copy() {
    const { ends, open, begun, unplaced, ...rest } = this.now;
    return { current: this.current, now: { ...rest, ends: new Map(ends), open: new Map(open), begun: new Map(begun), unplaced: new Map([...unplaced].map(([key, spent]) => [key, { ...spent }])) } };
  }

  settle() {
    this.base = this.copy();
    this.before.clear();
    this.since = [];
  }

  // The messages of a discarded turn do not count; what its models have used was used all the same.
  discard({ from_seq: from, to_seq: to }) {
    for (const [part, was] of this.before) {
      if (was) Object.assign(part, was, part.seqs ? { seqs: part.seqs.slice(0, was.seqs) } : {});
      else (part.from === undefined ? this.nodes : this.edges).delete(part.key ?? part.id);
    }
    this.before.clear();
    const { current, now } = this.base;
    Object.assign(this, { current, now });
    this.base = this.copy();
    this.since = this.since.map((event) => (event.seq < from || event.seq > to ? event : event.type === "model_call" ? { ...event, type: "spent", at: event.at } : null)).filter(Boolean);
    for (const event of this.since) {
      if (event.type === "spent") this.keep(event.body);
      else this.read(event);
    }
  }

  // Remembers how a part was before this turn, the first time the turn touches it.
  touch(part) {
    if (!this.before.has(part)) this.before.set(part, part.seqs ? { ...part, seqs: part.seqs.length } : { ...part });
    return part;
  }

  node(id, kind = "agent") {
    const known = this.nodes.get(id);
    if (known) return this.touch(known);
    const node = { id, kind, messages: 0, calls: 0, errors: 0, first: Infinity, ...nothing() };
    this.nodes.set(id, node);
    this.before.set(node, null);
    return node;
  }

  link(from, to, kind) {
    const key = from + " → " + to;
    const known = this.edges.get(key);
    if (known) return this.touch(known);
    const edge = { key, from, to, kind, handoff: false, seqs: [], ...nothing() };
    this.edges.set(key, edge);
    this.before.set(edge, null);
    return edge;
  }

  takeMessage(event, body) {
    if (SILENT.has(body.type)) return;
    const { now } = this;
    const speaker = speakerOf(body);
    const user = speaker === "user";
    const node = this.node(speaker, user ? "user" : "agent");
    node.first = Math.min(node.first, event.seq);
    const within = now.open.has(speaker);
    const began = within ? now.ends.get(speaker).at : now.begun.get(speaker) ?? now.last ?? event.at;
    const into = within ? now.open.get(speaker) : speaker === this.current ? now.into ?? [] : this.enter(speaker, event, user ? event.at : now.begun.get(speaker) ?? event.at);
    Object.assign(now, { into, last: event.at });
    this.current = speaker;
    const time = user ? 0 : Math.max(0, event.at - Math.max(began, now.awake));
    node.time += time;
    const step = body.type.endsWith("Event");
    if (!step) node.messages += 1;
    for (const edge of into) {
      this.touch(edge).time += time / into.length;
      edge.seqs.push(event.seq);
    }
    now.ends.set(speaker, { at: event.at, taken: null });
    if (step) now.open.set(speaker, into);
    else {
      now.open.delete(speaker);
      now.begun.delete(speaker);
    }
    if (body.type === "ToolCallRequestEvent") for (const call of body.content) this.useTool(speaker, call, event);
    if (body.type === "HandoffMessage") now.handover = { from: speaker, to: [...(body.path ?? []), body.target].join("/") };
    this.spend(speaker, node);
  }

  // The edges that a turn has come along: from whoever had ended when it began and was not
  // followed yet.
  enter(speaker, event, began) {
    const { ends, handover } = this.now;
    this.node(speaker).count += 1;
    if (this.current === null) return [];
    let from = [...ends].filter(([name, end]) => name !== speaker && end.at <= began + SAME_MS && (end.taken === null || end.taken > began + SAME_MS)).map(([name]) => name);
    if (!from.length || speaker === "user" || from.includes("user")) from = [from.length === 1 && speaker !== "user" ? from[0] : this.current];
    this.now.handover = null;
    return from.map((name) => {
      const end = ends.get(name);
      if (end) ends.set(name, { ...end, taken: end.taken ?? event.at });
      const edge = this.link(name, speaker, "turn");
      edge.count += 1;
      edge.last = event.seq;
      if (handover?.from === name && handover.to === speaker) edge.handoff = true;
      return edge;
    });
  }

  takeCall(event, body) {
    const { begun } = this.now;
    const speaker = speakerOf(body);
    begun.set(speaker, Math.min(begun.get(speaker) ?? Infinity, event.at - (body.latency_s ?? 0) * 1000));
    this.keep(body);
    if (speaker === this.current && this.nodes.has(speaker)) this.spend(speaker, this.node(speaker));
  }

  keep(body) {
    const { unplaced } = this.now;
    const speaker = speakerOf(body);
    const spent = unplaced.get(speaker) ?? { tokens: 0, cost: 0, calls: 0 };
    spent.tokens += (body.prompt_tokens ?? 0) + (body.completion_tokens ?? 0);
    spent.cost += body.cost ?? 0;
    spent.calls += 1;
    unplaced.set(speaker, spent);
  }

  spend(speaker, node) {
    const { unplaced, into } = this.now;
    const spent = unplaced.get(speaker);
    if (!spent) return;
    unplaced.delete(speaker);
    const edges = speaker === this.current ? into ?? [] : [];
    for (const [place, share] of [[node, 1], ...edges.map((edge) => [this.touch(edge), 1 / edges.length])]) {
      place.tokens += spent.tokens * share;
      place.cost += spent.cost * share;
      place.calls = (place.calls ?? 0) + spent.calls * share;
    }
  }

  useTool(speaker, call, event) {
    const tool = this.node(toolId(speaker, call.name), "tool");
    Object.assign(tool, { name: call.name, owner: speaker });
    tool.count += 1;
    tool.first = Math.min(tool.first, event.seq);
    const edge = this.link(speaker, tool.id, "tool");
    edge.count += 1;
    edge.seqs.push(event.seq);
    return tool;
  }

  takeTool(event, body) {
    const speaker = speakerOf(body);
    const id = toolId(speaker, body.name);
    const tool = this.nodes.has(id) ? this.node(id, "tool") : this.useTool(speaker, { name: body.name, id: "" }, event);
    tool.time += (body.duration_s ?? 0) * 1000;
    if (body.is_error) tool.errors += 1;
    this.link(speaker, tool.id, "tool").time += (body.duration_s ?? 0) * 1000;
  }
}

const GAP = 30;
const CARD = 52;
const TOOL = 26;

/** Rows from top to bottom: the user, the cast in its order, then whoever else has spoken. */
export function layOut(cast, graph, closed) {
  const rows = [{ id: "user", name: "user", kind: "user", depth: 0, tools: [] }];
  const known = new Map();
  const shown = (path) => !path.some((_, i) => closed.has(path.slice(0, i + 1).join("/")));
  for (const member of cast) {
    const id = [...member.path, member.name].join("/");
    known.set(id, member);
    if (shown(member.path)) rows.push({ ...member, id, depth: member.path.length, tools: [...member.tools], closed: closed.has(id) });
  }
  for (const node of graph.nodes.values()) {
    if (node.kind === "tool" || node.id === "user" || known.has(node.id)) continue;
    const path = node.id.split("/");
    const name = path.pop();
    known.set(node.id, node);
    if (shown(path)) rows.push({ id: node.id, name, kind: "agent", depth: path.length, path, tools: [] });
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const node of graph.nodes.values()) {
    const row = node.kind === "tool" && byId.get(node.owner);
    if (row && !row.tools.includes(node.name)) row.tools.push(node.name);
  }
  let y = 8;
  for (const row of rows) {
    row.height = Math.max(CARD, row.tools.length * TOOL - 4);
    row.y = y;
    y += row.height + GAP;
  }
  return { rows, byId, height: y - GAP + 8, seenAs: (id) => seenAs(id, byId) };
}

// A speaker inside a closed team is seen as that team.
function seenAs(id, byId) {
  let path = id.split("/");
  while (path.length && !byId.has(path.join("/"))) path = path.slice(0, -1);
  return path.join("/") || id;
}
