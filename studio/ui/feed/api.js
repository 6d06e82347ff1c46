// Reads over REST; whatever changes something goes through the page's state.

let base = "/api";

/** Read from elsewhere: what a link to a shared session or run opens. */
export const readFrom = (address) => { base = address; };

/** Ask the API; an error carries the server's sentence and hint. */
export async function ask(path, options = {}) {
  const response = await fetch(path, { credentials: "same-origin", ...options });
  if (response.ok) return response;
  let told = null;
  try {
    told = (await response.json()).error;
  } catch {
    // Not ours: a proxy or a broken connection answered.
  }
  const error = new Error(told?.message ?? `The server answered ${response.status}.`);
  error.hint = told?.hint ?? "";
  error.status = response.status;
  throw error;
}

export const getJson = async (path, signal) => (await ask(path, { signal })).json();

const of = (runId) => `${base}/runs/${encodeURIComponent(runId)}`;

/** Where events of several runs come from; `positions` are `RUN_ID:SEQ`. */
export const streamUrl = (positions) => `${base}/stream?runs=${encodeURIComponent(positions.join(","))}`;

/** What a link leads to. */
export const getShared = (signal) => getJson(base, signal);

/** The runs of a session, the last started first. */
export const listRuns = async (sessionId, signal) => (await getJson(`/api/runs?limit=100&session_id=${encodeURIComponent(sessionId)}`, signal)).items;

/** Every run that has not ended. */
export const listActive = async (signal) =>
  (await getJson("/api/runs?limit=100&" + ["queued", "running", "paused", "waiting_input", "interrupted"].map((s) => "status=" + s).join("&"), signal)).items;

export const listQuestions = (signal) => getJson("/api/runs/questions", signal);
export const getRun = (runId, signal) => getJson(of(runId), signal);
export const getTree = (runId, signal) => getJson(of(runId) + "/tree", signal);

/** One model call with all messages and tools it was sent. */
export const getCall = async (runId, callId, signal) => (await getJson(`${of(runId)}/calls?call_id=${encodeURIComponent(callId)}`, signal))[0];

/** The newest events of a run, so many at most. */
export const getNewest = async (runId, count) => (await getJson(`${of(runId)}/events?last=${count}`)).events;

/** The whole log of a run, page by page. */
export async function getEvents(runId, signal) {
  const all = [];
  for (let after = 0; ;) {
    const page = await getJson(`${of(runId)}/events?limit=5000&after=${after}`, signal);
    if (!page.events.length) return all;
    all.push(...page.events);
    after = page.last_seq;
  }
}

/** Store a file; answers its digest, to be given with a task. */
export async function upload(file) {
  const form = new FormData();
  form.append("file", file, file.name);
  return (await ask("/api/files", { method: "POST", body: form })).json();
}

export const fileUrl = (digest) => `${base}/files/${encodeURIComponent(digest)}`;
