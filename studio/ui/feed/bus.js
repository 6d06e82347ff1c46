// One stream for all runs this tab follows: server-sent events read by fetch, so that a new
// connection always says how far each run has come. Events also go to the window as `studio:run`,
// for whoever wants to light something up; of a long log only the end does.
import { streamUrl } from "./api.js";

const sinks = new Map();
let stream = null;
let planned = 0;
let tries = 0;
let onConnection = () => {};

/** Be told whether the stream is "idle", "connecting", "live" or "lost". */
export function watchConnection(listener) {
  onConnection = listener;
}

/** Follow a run; the sink says where it stands and takes what follows. Returns the way to stop. */
export function follow(runId, sink) {
  sinks.set(runId, sink);
  plan(0);
  return () => {
    if (sinks.get(runId) !== sink) return;
    sinks.delete(runId);
    plan(0);
  };
}

function plan(delay) {
  clearTimeout(planned);
  planned = setTimeout(connect, delay);
}

async function connect() {
  stream?.abort();
  const wanted = [...sinks].filter(([, sink]) => !sink.ended());
  if (!wanted.length) {
    stream = null;
    onConnection("idle");
    return;
  }
  const mine = (stream = new AbortController());
  if (tries) onConnection("connecting");
  try {
    const response = await fetch(streamUrl(wanted.map(([id, sink]) => `${id}:${sink.after()}`)), {
      credentials: "same-origin",
      cache: "no-store",
      headers: { accept: "text/event-stream" },
      signal: mine.signal,
    });
    if (!response.ok) throw await refusal(response);
    tries = 0;
    onConnection("live");
    await read(response.body.getReader());
  } catch (error) {
    if (mine.signal.aborted) return;
    if (error.status >= 400 && error.status < 500) {
      const named = wanted.filter(([id]) => error.message.includes(id));
      for (const [, sink] of named.length ? named : wanted) sink.fail(error);
      plan(0);
      return;
    }
  }
  if (mine.signal.aborted || stream !== mine) return;
  if ([...sinks.values()].every((sink) => sink.ended())) {
    stream = null;
    onConnection("idle");
    return;
  }
  tries += 1;
  if (tries > 1) onConnection("lost");
  plan(Math.min(200 * 2 ** Math.min(tries, 5), 5000));
}

async function refusal(response) {
  const told = await response.json().catch(() => null);
  const message = told?.error?.message ?? `The server answered ${response.status}.`;
  return Object.assign(new Error(message), { status: response.status });
}

async function read(reader) {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const text = rest + decoder.decode(value, { stream: true });
    const end = text.lastIndexOf("\n\n");
    if (end < 0) {
      rest = text;
      continue;
    }
    rest = text.slice(end + 2);
    deliver(text.slice(0, end));
  }
}

function deliver(text) {
  const batches = new Map();
  for (const block of text.split("\n\n")) {
    const at = block.startsWith("data: ") ? 0 : block.indexOf("\ndata: ") + 1;
    if ((!at && !block.startsWith("data: ")) || block.startsWith("event: end")) continue;
    const event = JSON.parse(block.slice(at + 6));
    const batch = batches.get(event.run_id);
    if (batch) batch.push(event);
    else batches.set(event.run_id, [event]);
  }
  for (const [runId, events] of batches) sinks.get(runId)?.take(events);
  for (const events of batches.values()) {
    for (const event of events.slice(-200)) window.dispatchEvent(new CustomEvent("studio:run", { detail: event }));
  }
}

if (typeof window !== "undefined") {
  window.addEventListener("online", () => { if (tries) plan(0); });
  window.addEventListener("offline", () => { if (stream) onConnection("lost"); });
}
