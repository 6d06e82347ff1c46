// A session as a file: everything as JSON, the conversation as Markdown or as a page of its own.
import { ask, fileUrl, getEvents, listRuns } from "../../../feed/component/api.js";
import { RunLog } from "../../../feed/component/log.js";
import { levelOf, textOf } from "../../../feed/component/items.js";
import { clock, money, plural, spoken, STATES } from "../../../feed/component/words.js";

const asData = (blob) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result);
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(blob);
});

/** The pictures of messages as addresses that need nobody else. */
async function picturesOf(items) {
  const found = new Map();
  for (const item of items) {
    const parts = Array.isArray(item.body.content) ? item.body.content.filter((part) => part?.blob || part?.data) : [];
    if (parts.length) found.set(item.key, await Promise.all(parts.map(async (part) => (part.data ? "data:image/png;base64," + part.data : asData(await (await ask(fileUrl(part.blob))).blob())))));
  }
  return found;
}

async function read(session) {
  const runs = (await listRuns(session.id)).reverse();
  return Promise.all(runs.map(async (run) => {
    const events = await getEvents(run.run_id);
    const log = new RunLog(run.run_id);
    log.changed = () => {};
    log.take(events.map((event) => ({ ...event })));
    const items = log.items.filter((item) => !item.gone && !item.discarded && levelOf(item) <= 1);
    return { run, events, items, pictures: await picturesOf(items) };
  }));
}

const json = (value) => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
const fenced = (text, language = "") => "```" + language + "\n" + text + "\n```";

/** One item as a heading and Markdown below it. */
function told(item) {
  const who = spoken(item.source);
  switch (item.kind) {
    case "tool":
      return [`${who} used ${item.name}`, `${fenced(json(item.args ?? {}), "json")}\n\n${item.isError ? "Error" : "Result"}:\n\n${fenced(json(item.result ?? ""))}`];
    case "question":
      return [`${who} asked`, item.body.prompt + (item.answer ? `\n\n**Answer:** ${json(item.answer.value)}` : "")];
    case "error":
      return ["Error", [item.body.message, item.body.hint].filter(Boolean).join("\n\n")];
    case "result": {
      const { tokens, cost, turns } = item.body.totals ?? {};
      return ["End", `${item.body.stop_reason ?? ""}\n\n${[plural(turns ?? 0, "turn"), plural(tokens ?? 0, "token"), cost ? money(cost) : ""].filter(Boolean).join(", ")}`];
    }
    case "retry":
      return ["", `*Attempt ${item.body.attempt} of ${item.body.of} failed: ${item.body.reason}*`];
    case "notice":
      return ["", `*${item.text}*`];
    case "handoff":
      return [`${who} handed over to ${spoken(item.body.target)}`, item.body.content];
    case "thought":
      return [`${who} thought`, textOf(item.body)];
    case "code":
      return [`${who} wrote code`, (item.body.code_blocks ?? []).map((block) => fenced(block.code, block.language)).join("\n\n")];
    case "execution":
      return ["Code ran", fenced(item.body.result?.output ?? "")];
    case "structured":
      return [who, fenced(json(item.body.content), "json")];
    case "draft":
      return [`${who}, a draft that was cut`, item.text];
    default:
      return [who, textOf(item.body)];
  }
}

function markdown(session, parts) {
  const lines = [`# ${session.name}`];
  for (const { run, items } of parts) {
    lines.push("", `## ${run.name || "Run"}`, "", `${STATES[run.status]}, ${new Date(run.created_at).toLocaleString()}`);
    for (const item of items) {
      const [head, text] = told(item);
      lines.push("", ...(head ? [`### ${head} · ${clock(item.at)}`, ""] : []), text);
    }
  }
  return lines.join("\n") + "\n";
}

const STYLE = "body{font:15px/1.6 system-ui,sans-serif;max-width:760px;margin:40px auto;padding:0 20px;color:#1c2024;background:#fff}h1{font-size:24px}h2{font-size:18px;margin-top:48px;border-top:1px solid #e2e3e8;padding-top:24px}article{margin:20px 0}h3{font-size:14px;margin:0 0 4px}h3 small{color:#6f737c;font-weight:400}pre{background:#f5f5f8;padding:12px;border-radius:8px;overflow:auto;white-space:pre-wrap}img{max-width:100%;border-radius:8px}table{border-collapse:collapse}td,th{border:1px solid #e2e3e8;padding:4px 8px}.user{background:#f3f3f6;border-radius:8px;padding:12px 16px}.note{color:#5b5f68}@media(prefers-color-scheme:dark){body{background:#101113;color:#edeef0}pre,.user{background:#1f2024}h2,td,th{border-color:#2b2d33}}";
const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

async function page(session, parts) {
  const [{ createElement }, { renderToStaticMarkup }, { default: ReactMarkdown }, { default: remarkGfm }] = await Promise.all([import("react"), import("react-dom/server.browser"), import("react-markdown"), import("remark-gfm")]);
  const html = (text) => renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm], components: { img: ({ alt }) => createElement("em", null, alt || "image") } }, text ?? ""));
  const body = parts.map(({ run, items, pictures }) => `<h2>${escaped(run.name || "Run")}</h2><p class="note">${STATES[run.status]}, ${escaped(new Date(run.created_at).toLocaleString())}</p>` + items.map((item) => {
    const [head, text] = told(item);
    return `<article class="${item.kind === "user" ? "user" : item.kind === "notice" ? "note" : ""}">${head ? `<h3>${escaped(head)} <small>${clock(item.at)}</small></h3>` : ""}${html(text)}${(pictures.get(item.key) ?? []).map((source) => `<img src="${source}" alt="Picture">`).join("")}</article>`;
  }).join("")).join("");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(session.name)}</title><style>${STYLE}</style><h1>${escaped(session.name)}</h1>${body}</html>`;
}

function download(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Save a session as `md`, `html` or `json`. */
export async function exportSession(session, kind) {
  const parts = await read(session);
  const name = (session.name || "session").replace(/[^\w .-]+/g, "").trim().slice(0, 60) || "session";
  if (kind === "json") {
    const whole = { session: { id: session.id, name: session.name }, runs: parts.map(({ run, events }) => ({ ...run, events })) };
    download(name + ".json", JSON.stringify(whole, null, 2), "application/json");
  } else if (kind === "html") download(name + ".html", await page(session, parts), "text/html");
  else download(name + ".md", markdown(session, parts), "text/markdown");
}
