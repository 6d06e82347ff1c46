// What a run has used up to a moment, and the spans of its waterfall.
import { failureOf, speakerOf } from "./items.js";

const nothing = () => ({ calls: 0, prompt: 0, completion: 0, cost: 0, unpriced: 0, time: 0 });

/** Tokens, money and time: in all, for each agent and for each model. */
export class Sums {
  all = nothing();
  agents = new Map();
  models = new Map();
  tools = 0;
  toolErrors = 0;
  messages = 0;
  turns = 0;
  working = 0;
  since = null;
  began = null;
  now = null;
  counted = new Set();

  take(event) {
    const { type, body } = event;
    this.now = event.at;
    if (type === "model_call") this.takeCall(body);
    else if (type === "message") this.takeMessage(body);
    else if (type === "turn") this.turns += 1;
    else if (type === "tool_call") {
      this.tools += 1;
      this.toolErrors += body.is_error ? 1 : 0;
    } else if (type === "status") this.takeStatus(event);
  }

  takeStatus({ at, body }) {
    this.began ??= at;
    if (this.since !== null) this.working += at - this.since;
    this.since = body.status === "running" ? at : null;
  }

  takeMessage(body) {
    if (!body.type.endsWith("Event")) this.messages += 1;
    const usage = body.models_usage;
    if (usage && !this.counted.has(body.source)) this.add(body.source, "unknown", usage.prompt_tokens, usage.completion_tokens, null, 0);
  }

  takeCall(body) {
    if (body.error) return;
    this.counted.add(body.agent);
    this.add(body.agent || "team", body.model || "unknown", body.prompt_tokens, body.completion_tokens, body.cost, body.latency_s);
  }

  add(agent, model, prompt, completion, cost, time) {
    for (const [map, name] of [[this.agents, agent], [this.models, model]]) if (!map.has(name)) map.set(name, nothing());
    for (const sum of [this.all, this.agents.get(agent), this.models.get(model)]) {
      sum.calls += 1;
      sum.prompt += prompt ?? 0;
      sum.completion += completion ?? 0;
      sum.time += (time ?? 0) * 1000;
      if (cost === null || cost === undefined) sum.unpriced += 1;
      else sum.cost += cost;
    }
  }

  get tokens() {
    return this.all.prompt + this.all.completion;
  }

  /** Milliseconds of work, waiting and pauses left out. */
  workedUntil(at) {
    return this.working + (this.since === null ? 0 : Math.max(0, at - this.since));
  }
}

/** The waterfall: turns with their model and tool calls, waiting for people, pauses. */
export class Waterfall {
  spans = [];
  turn = null;
  pause = null;
  asked = new Map();
  retried = new Set();
  began = null;
  end = null;

  take(event) {
    const { type, body, at, seq } = event;
    this.began ??= at;
    this.end = Math.max(this.end ?? at, at);
    switch (type) {
      case "status":
        return this.takeStatus(event);
      case "message":
        if (body.source === "user" && !body.path?.length) return this.mark(event);
        return this.speak(event);
      case "model_call":
        return this.addCall({ kind: "model", label: body.model || "model", who: speakerOf(body), from: at - body.latency_s * 1000, to: at, seq, error: failureOf(body), tokens: body.prompt_tokens + body.completion_tokens, callId: body.call_id });
      case "retry":
        this.retried.add(body.call_id);
        return this.add({ kind: "retry", label: `Attempt ${body.attempt} failed`, callId: body.call_id, who: speakerOf(body), from: at, to: at + (body.wait_s ?? 0) * 1000, seq, error: body.reason });
      case "tool_call":
        return this.add({ kind: "tool", label: body.name, who: speakerOf(body), from: at - body.duration_s * 1000, to: at, seq, error: body.is_error });
      case "turn":
        if (this.turn) Object.assign(this.turn, { to: at, tokens: body.tokens, done: true });
        this.turn = null;
        return undefined;
      case "question": {
        const span = this.add({ kind: "wait", label: "Waiting for a person", who: speakerOf(body), from: at, to: null, seq });
        this.asked.set(body.request_id, span);
        return undefined;
      }
      case "answer":
        if (this.asked.has(body.request_id)) this.asked.get(body.request_id).to = at;
        return undefined;
      default:
        return undefined;
    }
  }

  takeStatus({ at, body, seq }) {
    if (body.status === "paused" || body.status === "interrupted") this.pause ??= this.add({ kind: "pause", label: body.status === "paused" ? "Paused" : "Interrupted", who: "", from: at, to: null, seq });
    else if (this.pause) {
      this.pause.to = at;
      this.pause = null;
    }
    if (body.status !== "running" && body.status !== "waiting_input" && this.turn) {
      this.turn.to = at;
      this.turn = null;
    }
    if (body.status === "running") this.idle = at;
  }

  mark({ at, seq }) {
    this.spans.push({ kind: "user", label: "You", who: "user", from: at, to: at, seq });
    this.idle = at;
  }

  speak({ at, body, seq }) {
    const who = speakerOf(body);
    if (!this.turn || (this.turn.who !== who && !this.turn.done && body.type && !body.type.startsWith("Select"))) {
      if (body.type?.startsWith("Select")) return;
      if (this.turn) this.turn.to = at;
      const own = this.ownCalls(who);
      const first = this.spans.length - own.length;
      this.turn = { kind: "turn", label: body.source, who, from: Math.min(at, ...own.map((span) => span.from)), to: null, seq };
      for (const span of own) span.inTurn = true;
      this.spans.splice(first, 0, this.turn);
    }
    this.turn.to = at;
  }

  // The calls that led to the first message of a turn: they came just before it.
  ownCalls(who) {
    let first = this.spans.length;
    for (; first > 0; first -= 1) {
      const span = this.spans[first - 1];
      if (span.who !== who || span.inTurn || span.kind === "turn") break;
    }
    return this.spans.slice(first);
  }

  // Attempts that failed are told below the call they belong to.
  addCall(span) {
    this.add(span);
    const at = this.retried.has(span.callId) ? this.spans.findIndex((one) => one.kind === "retry" && one.callId === span.callId) : -1;
    if (at >= 0) this.spans.splice(at, 0, this.spans.pop());
    return span;
  }

  add(span) {
    if (this.turn && this.turn.who === span.who) span.inTurn = true;
    this.spans.push(span);
    return span;
  }
}
