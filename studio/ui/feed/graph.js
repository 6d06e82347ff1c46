// Who spoke after whom: agents, tools and the user as nodes, hand-overs as edges with their sums.
import { speakerOf } from "./items.js";

const SILENT = new Set(["SelectSpeakerEvent", "SelectorEvent", "UserInputRequestedEvent"]);
const nothing = () => ({ count: 0, tokens: 0, cost: 0, time: 0 });

export const toolId = (speaker, name) => speaker + "::" + name;

/** Reads events into nodes and edges. */
export class Transitions {
  nodes = new Map();
  edges = new Map();
  current = null;
  edge = null;
  last = null;
  handover = null;
  unplaced = new Map();
  calls = new Map();

  take(event) {
    const { type, body } = event;
    if (type === "message") this.takeMessage(event, body);
    else if (type === "model_call") this.takeCall(body);
    else if (type === "tool_call") this.takeTool(event, body);
    else if (type === "status" || type === "answer") this.last = event.at;
  }

  node(id, kind = "agent") {
    let node = this.nodes.get(id);
    if (!node) this.nodes.set(id, (node = { id, kind, messages: 0, calls: 0, errors: 0, first: Infinity, ...nothing() }));
    return node;
  }

  link(from, to, kind) {
    const key = from + " → " + to;
    let edge = this.edges.get(key);
    if (!edge) this.edges.set(key, (edge = { key, from, to, kind, handoff: false, seqs: [], ...nothing() }));
    return edge;
  }

  takeMessage(event, body) {
    if (SILENT.has(body.type)) return;
    const speaker = speakerOf(body);
    const user = speaker === "user";
    const node = this.node(speaker, user ? "user" : "agent");
    node.first = Math.min(node.first, event.seq);
    if (speaker !== this.current) this.enter(speaker, event);
    const time = this.last === null || user ? 0 : Math.max(0, event.at - this.last);
    this.last = event.at;
    node.time += time;
    if (this.edge) {
      this.edge.time += time;
      this.edge.seqs.push(event.seq);
    }
    if (!body.type.endsWith("Event")) node.messages += 1;
    if (body.type === "ToolCallRequestEvent") for (const call of body.content) this.useTool(speaker, call, event);
    if (body.type === "ToolCallExecutionEvent") for (const result of body.content) this.calls.delete(result.call_id);
    if (body.type === "HandoffMessage") this.handover = { from: speaker, to: [...(body.path ?? []), body.target].join("/") };
    this.spend(speaker, node);
  }

  enter(speaker, event) {
    const from = this.current;
    this.current = speaker;
    this.node(speaker).count += 1;
    if (from === null) return;
    this.edge = this.link(from, speaker, "turn");
    this.edge.count += 1;
    if (this.handover?.from === from && this.handover.to === speaker) this.edge.handoff = true;
    this.handover = null;
    this.edge.last = event.seq;
  }

  takeCall(body) {
    const speaker = speakerOf(body);
    const spent = this.unplaced.get(speaker) ?? { tokens: 0, cost: 0, calls: 0 };
    spent.tokens += body.prompt_tokens + body.completion_tokens;
    spent.cost += body.cost ?? 0;
    spent.calls += 1;
    this.unplaced.set(speaker, spent);
    const node = this.nodes.get(speaker);
    if (speaker === this.current && node) this.spend(speaker, node);
  }

  spend(speaker, node) {
    const spent = this.unplaced.get(speaker);
    if (!spent) return;
    this.unplaced.delete(speaker);
    for (const place of this.edge && speaker === this.current ? [node, this.edge] : [node]) {
      place.tokens += spent.tokens;
      place.cost += spent.cost;
      place.calls = (place.calls ?? 0) + spent.calls;
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
    this.calls.set(call.id, tool.id);
    return tool;
  }

  takeTool(event, body) {
    const speaker = speakerOf(body);
    let tool = this.nodes.get(toolId(speaker, body.name));
    if (!tool) tool = this.useTool(speaker, { name: body.name, id: "" }, event);
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
  const rows = [{ id: "user", name: "You", kind: "user", depth: 0, tools: [] }];
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
