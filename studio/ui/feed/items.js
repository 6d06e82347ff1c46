// Reads events into the items of a conversation: what belongs together becomes one item.

const LEVELS = { tool: 1, thought: 1, select: 1, code: 1, execution: 1, memory: 1, retry: 1, notice: 1, draft: 1, call: 2, turn: 2, other: 2 };

// Why a model call has no answer when it was us who did not wait for it.
const CUTS = new Set(["cut", "paused", "stopped", "cancelled", "interrupted", "parked", "abandoned", "budget", "again"]);

/** What a model call failed of; nothing when it was only cut off. */
export const failureOf = (call) => (call.error && !CUTS.has(call.error) ? call.error : "");

/** From which level of detail on a kind of item is shown: 0 messages, 1 steps, 2 everything. */
export const levelOf = (item) => (item.kind === "call" && failureOf(item.body) ? 1 : LEVELS[item.kind] ?? 0);

export const speakerOf = (body) => [...(body.path ?? []), body.source ?? body.agent ?? ""].join("/");

const MESSAGES = {
  TextMessage: "text",
  MultiModalMessage: "text",
  StopMessage: "stop",
  HandoffMessage: "handoff",
  ToolCallSummaryMessage: "summary",
  CodeGenerationEvent: "code",
  CodeExecutionEvent: "execution",
  MemoryQueryEvent: "memory",
  ThoughtEvent: "thought",
  SelectSpeakerEvent: "select",
  SelectorEvent: "selector",
};

const kindOf = (type) => MESSAGES[type] ?? (type?.startsWith("StructuredMessage") ? "structured" : "other");

const itemOf = (event, kind, more) => ({
  key: "e" + event.seq,
  kind,
  seq: event.seq,
  at: event.at,
  source: event.body.source ?? event.body.agent ?? "",
  speaker: speakerOf(event.body),
  body: event.body,
  ...more,
});

/** Text of a message: strings of a multimodal one, JSON of a structured one. */
export function textOf(body) {
  const content = body.content;
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.filter((part) => typeof part === "string").join("\n\n");
  return content == null ? "" : JSON.stringify(content, null, 2);
}

const FOLDS = {
  status(log, event) {
    const { status, reason, code } = event.body;
    const before = log.status;
    Object.assign(log, { status, reason: reason ?? "", code: code ?? null });
    if (status !== "running" && status !== "waiting_input") settle(log);
    if (event.seq === null) return;
    const resumed = status === "running" && (before === "paused" || before === "interrupted");
    if (status === "paused" && code === "breakpoint") return;
    if (status === "paused" || status === "interrupted" || code === "stopping") log.add(itemOf(event, "notice", { look: status, text: reason || "Paused." }));
    else if (resumed) log.add(itemOf(event, "notice", { look: "running", text: "Resumed." }));
    else if (event.body.parent_run_id) log.add(itemOf(event, "notice", { look: "fork", text: reason }));
  },

  message(log, event) {
    const { body } = event;
    const speaker = speakerOf(body);
    if (body.type === "UserInputRequestedEvent") return;
    if (body.type === "ToolCallRequestEvent") return requestTools(log, event, speaker);
    if (body.type === "ToolCallExecutionEvent") return finishTools(log, event, speaker);
    const kind = body.source === "user" && !body.path?.length ? "user" : kindOf(body.type);
    const item = itemOf(event, kind === "user" && body.type === "HandoffMessage" ? "handoff" : kind, takeCalls(log, speaker));
    const open = takeOpen(log, speaker, body.id);
    dropOpen(log, speaker);
    if (open) {
      item.key = open.key;
      log.change(open.key, { ...item, open: false });
    } else log.add(item);
    log.active = null;
  },

  chunk(log, event) {
    const { body } = event;
    const speaker = speakerOf(body);
    const { message_id: id, offset, text } = body;
    const current = log.get(log.open.get(id));
    if (current) log.change(current.key, { text: offset === 0 ? text : current.text + text });
    else {
      const item = log.add(itemOf(event, "text", { key: `o${log.seq}:${speaker}:${id}:${log.items.length}`, seq: log.seq + 1, at: Date.now(), open: true, text }));
      log.open.set(id, item.key);
    }
    log.active = { speaker };
  },

  model_call(log, event) {
    const speaker = speakerOf(event.body);
    log.add(itemOf(event, "call"));
    if (!event.body.error) log.pendingCalls.set(speaker, [...(log.pendingCalls.get(speaker) ?? []), event.body]);
  },

  tool_call(log, event) {
    const { body } = event;
    const known = log.tools.get(body.call_id) ?? findTool(log, body);
    const done = { result: body.result, isError: body.is_error, duration: body.duration_s, doneSeq: event.seq };
    if (known) log.change(known, done);
    else {
      const item = log.add(itemOf(event, "tool", { callId: body.call_id, name: body.name, args: body.arguments, ...done }));
      log.tools.set(body.call_id, item.key);
    }
  },

  turn(log, event) {
    log.add(itemOf(event, "turn"));
    log.active = null;
  },

  draft(log, event) {
    const item = itemOf(event, "draft", { text: event.body.text });
    const open = takeOpen(log, item.speaker, event.body.message_id);
    if (open) log.change(open.key, { ...item, key: open.key, open: false });
    else if (event.body.text.trim()) log.add(item);
  },

  discarded(log, event) {
    const { from_seq: from, to_seq: to } = event.body;
    for (let i = log.items.length - 1; i >= 0 && log.items[i].seq >= from; i -= 1) {
      const item = log.items[i];
      if (item.seq <= to) log.change(item.key, { discarded: event.seq });
    }
  },

  question(log, event) {
    const item = log.add(itemOf(event, "question"));
    log.questions.set(event.body.request_id, item.key);
    log.active = { speaker: item.speaker, waits: true };
  },

  answer(log, event) {
    const key = log.questions.get(event.body.request_id);
    if (key) log.change(key, { answer: event.body, doneSeq: event.seq });
  },

  breakpoint(log, event) {
    const { kind, name } = event.body;
    const place = { agent: "agent", tool: "tool", handoff: "the hand-over to" }[kind] ?? kind;
    log.add(itemOf(event, "notice", { look: "breakpoint", text: `Held at the breakpoint before ${place} ${name}.` }));
  },

  budget(log, event) {
    log.add(itemOf(event, "notice", { look: "budget", text: `The budget of ${limitText(event.body.limit, event.body.of)} is used up.` }));
  },

  budget_set(log, event) {
    log.add(itemOf(event, "notice", { look: "budget", text: budgetText(event.body) }));
  },

  retry(log, event) {
    dropOpen(log, speakerOf(event.body));
    log.add(itemOf(event, "retry"));
  },

  error(log, event) {
    log.add(itemOf(event, "error"));
  },

  result(log, event) {
    log.add(itemOf(event, "result"));
  },
};

const limitText = (limit, value) => (limit === "cost" ? `$${value}` : value === 1 ? `1 ${limit.slice(0, -1)}` : `${value ?? ""} ${limit}`);

function budgetText(budget) {
  const limits = ["tokens", "cost", "turns", "seconds"].filter((limit) => budget[limit]);
  return limits.length ? `The budget is now ${limits.map((limit) => limitText(limit, budget[limit])).join(", ")}.` : "The run has no budget any more.";
}

/** Take one event into the conversation of a run. */
export function foldEvent(log, event) {
  (FOLDS[event.type] ?? ((l, e) => e.seq && l.add(itemOf(e, "other"))))(log, event);
}

// The text that a message was while it was being written: by its id, or else the speaker's only one.
function takeOpen(log, speaker, id) {
  const mine = log.open.has(id) ? id : openOf(log, speaker)[0];
  const item = log.get(log.open.get(mine));
  log.open.delete(mine);
  return item ?? null;
}

const openOf = (log, speaker) => [...log.open].filter(([, key]) => log.get(key).speaker === speaker).map(([id]) => id);

// Whoever has said something has no other text open: it was cut, or is begun again.
function dropOpen(log, speaker) {
  for (const id of openOf(log, speaker)) log.change(takeOpen(log, speaker, id).key, { gone: true });
}

// What is still open when a run comes to rest was cut; its draft follows or nothing was said.
function settle(log) {
  for (const id of log.open.keys()) log.change(takeOpen(log, "", id).key, { gone: true });
  log.active = null;
}

function takeCalls(log, speaker) {
  const calls = log.pendingCalls.get(speaker);
  log.pendingCalls.delete(speaker);
  return calls ? { calls } : {};
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function requestTools(log, event, speaker) {
  dropOpen(log, speaker);
  let calls = takeCalls(log, speaker);
  for (const call of event.body.content) {
    const item = itemOf(event, "tool", { key: `e${event.seq}:${call.id}`, callId: call.id, name: call.name, args: parse(call.arguments), ...calls });
    const known = log.tools.get(call.id);
    if (known) continue;
    log.tools.set(call.id, log.add(item).key);
    log.waitingTools.set(call.id, item.key);
    log.active = { speaker, tool: call.name };
    calls = {};
  }
}

function finishTools(log, event, speaker) {
  for (const result of event.body.content) {
    const key = log.tools.get(result.call_id);
    const done = { result: result.content, isError: result.is_error, doneSeq: event.seq };
    if (key) log.change(key, { ...done, doneSeq: log.get(key).doneSeq ?? event.seq });
    else log.tools.set(result.call_id, log.add(itemOf(event, "tool", { key: `e${event.seq}:${result.call_id}`, callId: result.call_id, name: result.name, ...done })).key);
    log.waitingTools.delete(result.call_id);
  }
  log.active = { speaker };
}

// A tool that speaks of itself does not know the id of its call.
function findTool(log, body) {
  const args = JSON.stringify(body.arguments);
  for (const [callId, key] of log.waitingTools) {
    const item = log.get(key);
    if (item.doneSeq === undefined && item.name === body.name && item.source === body.agent && JSON.stringify(item.args) === args) {
      log.tools.set(body.call_id, key);
      log.waitingTools.delete(callId);
      return key;
    }
  }
  return null;
}
