// What the test panel asks of the server: a plan, and a stream of what happens.
import { ask } from "../../../feed/component/api.js";

const post = (path, body, signal, accept = "application/json") =>
  ask(path, { method: "POST", signal, headers: { "content-type": "application/json", accept }, body: JSON.stringify(body) });

/** How a component can be tried, and what that does. */
export const describe = async (component, signal) => (await post("/api/tryouts/describe", { component }, signal)).json();

/** Try a component; `onNews(kind, body)` is called for everything that comes, the outcome last. */
export async function tryComponent({ component, input, confirmed }, onNews, signal) {
  const response = await post("/api/tryouts", { component, input, confirmed }, signal, "text/event-stream");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      if (fields.data) onNews(fields.event, JSON.parse(fields.data));
    }
  }
}

/** Answer what a run asks. */
export const answer = (runId, requestId, value) => post(`/api/runs/${encodeURIComponent(runId)}/input`, { request_id: requestId, value });
