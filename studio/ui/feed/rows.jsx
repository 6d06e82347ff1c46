// One row for each item of a conversation; every kind has a look of its own.
import { memo, useState } from "react";
import { ArrowRight, Brain, CircleAlert, CircleCheck, CirclePause, CirclePlay, CircleStop, Code2, Database, GitFork, HandHelping, MessageCircleQuestion, OctagonX, Pencil, Quote, RotateCcw, RotateCw, Shuffle, Sparkles, SquareTerminal, Wallet, Wrench } from "lucide-react";
import { Code, CopyButton, Value } from "./code.jsx";
import { Fold, Mark, Who } from "./pieces.jsx";
import { LiveMarkdown, Markdown } from "./markdown.jsx";
import { Parts } from "./parts.jsx";
import { failureOf, textOf } from "./items.js";
import { clock, count, duration, money, plural, spoken } from "./words.js";

const LOOKS = { paused: CirclePause, interrupted: CirclePause, running: CirclePlay, breakpoint: OctagonX, budget: Wallet, fork: GitFork };

function Usage({ item, actions }) {
  const calls = item.calls ?? [];
  const usage = item.body.models_usage;
  const tokens = calls.reduce((sum, call) => sum + call.prompt_tokens + call.completion_tokens, 0) || (usage ? usage.prompt_tokens + usage.completion_tokens : 0);
  const cost = calls.reduce((sum, call) => sum + (call.cost ?? 0), 0);
  const time = calls.reduce((sum, call) => sum + call.latency_s * 1000, 0);
  const words = [tokens && count(tokens) + " tokens", time >= 1 && duration(time), cost && money(cost)].filter(Boolean).join(" · ");
  if (!words) return null;
  return <button type="button" className="sf-usage" title="Show the model call" onClick={() => actions.inspect(item)}>{words}</button>;
}

function Tools({ item, actions }) {
  if (item.open || actions.readOnly) return null;
  const text = textOf(item.body);
  const editable = !item.discarded && item.kind !== "draft" && typeof item.body.content === "string" && (item.kind === "user" || item.kind === "text" || item.kind === "stop" || item.kind === "summary");
  return (
    <span className="sf-tools">
      {text ? <CopyButton text={text} name="Copy the message" /> : null}
      {editable ? <button type="button" className="sf-tiny" aria-label="Edit and go on from here" title="Edit and go on from here, as a fork" onClick={() => actions.edit(item)}><Pencil aria-hidden="true" /></button> : null}
      <button type="button" className="sf-tiny" aria-label="Try again from here" title="Try again from here, as a fork" onClick={() => actions.retry(item)}><RotateCcw aria-hidden="true" /></button>
    </span>
  );
}

function Head({ item, label, actions, children }) {
  return (
    <div className="sf-head">
      <Who name={item.source} speaker={item.speaker} />
      {label ? <span className="sf-tag">{label}</span> : null}
      {item.body.edited ? <span className="sf-tag">edited</span> : null}
      {item.body.inserted ? <span className="sf-tag">broke in</span> : null}
      {children}
      <span className="sf-end"><Usage item={item} actions={actions} /><Tools item={item} actions={actions} /><time dateTime={new Date(item.at).toISOString()}>{clock(item.at)}</time></span>
    </div>
  );
}

function Talk({ item, actions, label, mark }) {
  return (
    <article className={"sf-talk" + (item.kind === "user" ? " sf-user" : "")}>
      <Mark kind={item.kind === "user" ? "user" : "agent"} />
      <div className="sf-body">
        <Head item={item} label={label} actions={actions} />
        {mark}
        {item.open ? <div className="sf-open"><LiveMarkdown text={item.text} /></div> : <Parts body={item.body} />}
      </div>
    </article>
  );
}

function Step({ icon: Icon, kind, title, meta, tone, item, actions, children, open = false, running = false }) {
  const [shown, setShown] = useState(open);
  return (
    <div className="sf-step" data-kind={kind} data-tone={tone}>
      <button type="button" className="sf-step-head" aria-expanded={children ? shown : undefined} onClick={() => (children ? setShown(!shown) : actions.inspect(item))}>
        <span className="sf-step-icon" data-running={running || undefined}><Icon aria-hidden="true" /></span>
        <span className="sf-step-title">{title}</span>
        <span className="sf-step-meta">{meta}</span>
      </button>
      {shown && children ? <div className="sf-step-body">{children}</div> : null}
    </div>
  );
}

const BRIEF = 300;

const brief = (value) => {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value).slice(0, BRIEF);
  return Object.entries(value).map(([key, one]) => `${key}: ${(typeof one === "string" ? one : JSON.stringify(one)).slice(0, BRIEF)}`).join(", ").slice(0, BRIEF);
};

function ToolRow({ item, actions, cursor }) {
  const done = item.doneSeq !== undefined && (cursor === null || item.doneSeq <= cursor);
  const first = done ? firstLine(String(item.result ?? ""), BRIEF) : "";
  const title = (
    <>
      <b>{item.name}</b>
      <span className="sf-args">({brief(item.args)})</span>
      {done ? <><ArrowRight aria-hidden="true" className="sf-arrow" /><span className="sf-result">{item.isError ? "failed: " : ""}{first}</span></> : null}
    </>
  );
  const meta = done ? (item.duration ? duration(item.duration * 1000) : "") : actions.live ? "working" : "no result";
  return (
    <Step icon={item.isError && done ? CircleAlert : Wrench} kind="tool" tone={item.isError && done ? "danger" : undefined} title={title} meta={<><span>{spoken(item.source)}</span> <span>{meta}</span></>} item={item} actions={actions} running={!done && actions.live}>
      <div className="sf-pair">
        <div><h5>Arguments</h5><Value value={item.args ?? {}} /></div>
        <div><h5>{item.isError && done ? "Error" : "Result"}</h5>{done ? <Fold lines={16}><Value value={item.result ?? ""} /></Fold> : <p className="st-muted">None yet.</p>}</div>
      </div>
    </Step>
  );
}

const firstLine = (text, size = 120) => {
  const line = text.slice(0, 4 * size).trim().split("\n")[0];
  return line.length > size ? line.slice(0, size) + "…" : line;
};

function CallRow({ item, actions }) {
  const { body } = item;
  const failure = failureOf(body);
  const words = body.error
    ? [failure || "cut off"]
    : [`${count(body.prompt_tokens)} in, ${count(body.completion_tokens)} out`, duration(body.latency_s * 1000), body.cost !== null && money(body.cost)].filter(Boolean);
  return <Step icon={Sparkles} kind="model" tone={failure ? "danger" : undefined} title={<><b>{body.model || "model"}</b> <span className="sf-args">for {spoken(body.agent)}</span></>} meta={words.join(" · ")} item={item} actions={actions} />;
}

function CodeRow({ item, actions }) {
  const blocks = item.body.code_blocks ?? [];
  const attempt = item.body.retry_attempt;
  return (
    <Step icon={Code2} kind="other" open title={<><b>{spoken(item.source)}</b> <span className="sf-args">wrote {blocks.length === 1 ? "code" : plural(blocks.length, "piece") + " of code"}{attempt ? `, attempt ${attempt + 1}` : ""}</span></>} meta={clock(item.at)} item={item} actions={actions}>
      {blocks.length ? blocks.map((block, i) => <Fold key={i} lines={24}><Code text={block.code} language={block.language} /></Fold>) : <Markdown text={textOf(item.body)} />}
    </Step>
  );
}

function ExecutionRow({ item, actions }) {
  const { result } = item.body;
  const failed = result?.exit_code !== 0;
  return (
    <Step icon={SquareTerminal} kind="other" tone={failed ? "danger" : undefined} open={failed || (result?.output ?? "").length < 600} title={<><b>Code ran</b> <span className="sf-args">{failed ? `and ended with code ${result?.exit_code}` : "to its end"}</span></>} meta={clock(item.at)} item={item} actions={actions}>
      <Fold lines={16}><Code text={result?.output || "It printed nothing."} bare /></Fold>
    </Step>
  );
}

function MemoryRow({ item, actions }) {
  const found = item.body.content ?? [];
  return (
    <Step icon={Database} kind="memory" title={<><b>{spoken(item.source)}</b> <span className="sf-args">remembered {plural(found.length, "thing")}</span></>} meta={clock(item.at)} item={item} actions={actions}>
      {found.length ? found.map((one, i) => <Value key={i} value={one.content} />) : null}
    </Step>
  );
}

function HandoffRow({ item }) {
  return (
    <div className="sf-line" data-kind="agent">
      <HandHelping aria-hidden="true" /><b>{spoken(item.source)}</b><ArrowRight aria-label="hands over to" /><b>{spoken(item.body.target)}</b>
      <span className="sf-line-text" title={item.body.content}>{item.body.content}</span><time>{clock(item.at)}</time>
    </div>
  );
}

function ErrorRow({ item }) {
  const { message, hint, code } = item.body;
  return (
    <div className="st-error sf-error" role="alert">
      <CircleAlert aria-hidden="true" />
      <div className="st-grow"><div>{message}</div>{hint ? <div className="st-small">{hint}</div> : null}</div>
      {code ? <code className="st-small">{code}</code> : null}
    </div>
  );
}

function RetryRow({ item, actions }) {
  const { attempt, of, reason, wait_s: wait, model } = item.body;
  return <Step icon={RotateCw} kind="model" tone="warn" title={<><b>{model || "model"}</b> <span className="sf-args">attempt {attempt} of {of} failed for {spoken(item.source)}: {reason}</span></>} meta={`again after ${duration(wait * 1000)}`} item={item} actions={actions} />;
}

const ENDS = { completed: [CircleCheck, "ok", "Completed"], stopped: [CircleStop, "", "Stopped"], failed: [OctagonX, "danger", "Failed"] };

function ResultRow({ item, actions }) {
  const { stop_reason: reason, totals = {} } = item.body;
  const [Icon, tone, word] = ENDS[actions.status] ?? ENDS.completed;
  const facts = [
    totals.turns !== undefined && plural(totals.turns, "turn"),
    totals.messages !== undefined && plural(totals.messages, "message"),
    totals.tokens ? plural(totals.tokens, "token") : null,
    totals.tool_calls ? plural(totals.tool_calls, "tool call") : null,
    totals.tokens && totals.cost !== null && totals.cost !== undefined && money(totals.cost) + (totals.unpriced_calls ? " and unpriced calls" : ""),
    totals.working_s !== undefined && duration(totals.working_s * 1000),
  ].filter(Boolean);
  return (
    <div className="sf-end-card" data-tone={tone} data-testid="run-result">
      <Icon aria-hidden="true" />
      <div className="st-grow"><div>{reason?.startsWith(word) ? <b>{reason}</b> : <><b>{word}.</b> {reason}</>}</div><div className="st-small st-muted">{facts.join(" · ")}</div></div>
      <time className="st-small">{clock(item.at)}</time>
    </div>
  );
}

const said = (value) => (typeof value?.raise_by === "number" ? `Raised by ${value.raise_by}` : value === true ? "Approved" : value === false ? "Denied" : typeof value === "string" ? value : null);

function QuestionRow({ item, actions, cursor }) {
  const answered = item.answer && (cursor === null || item.doneSeq <= cursor);
  const text = answered ? said(item.answer.value) : null;
  return (
    <article className="sf-question" data-answered={Boolean(answered)}>
      <MessageCircleQuestion aria-hidden="true" />
      <div className="sf-body">
        <div className="sf-head"><Who name={item.source === "studio" ? "Studio" : item.source} speaker={item.speaker} /><span className="sf-tag">{answered ? "asked" : "asks you"}</span><span className="sf-end"><time>{clock(item.at)}</time></span></div>
        <Fold lines={14}><Markdown text={item.body.prompt || "Your answer, please."} /></Fold>
        {answered
          ? <div className="sf-answer"><span className="sf-tag">{"withdrawn" in item.answer ? "withdrawn" : item.answer.by && item.answer.by !== "local" ? item.answer.by : spoken("user")}</span>{text === null ? <Value value={item.answer.value} /> : <Parts body={{ content: text }} lines={12} />}</div>
          : <p className="st-small st-muted">{actions.live ? "The answer goes into the box below." : "Nobody answered."}</p>}
      </div>
    </article>
  );
}

function Unknown({ item, actions }) {
  return <Step icon={Quote} kind="other" title={<><b>{item.body.type ?? item.kind}</b> <span className="sf-args">{spoken(item.source)}</span></>} meta={clock(item.at)} item={item} actions={actions}><Value value={item.body} /></Step>;
}

const ROWS = {
  user: (p) => <Talk {...p} />,
  text: (p) => <Talk {...p} />,
  summary: (p) => <Talk {...p} label="from its tools" />,
  structured: (p) => <Talk {...p} label={/\[(.*)\]/.exec(p.item.body.type)?.[1] ?? "structured"} />,
  stop: (p) => <Talk {...p} label="asks to stop" />,
  thought: ({ item, actions }) => <Step icon={Brain} kind="model" title={<><b>{spoken(item.source)}</b> <span className="sf-args">thinks:</span> <span className="sf-quiet">{firstLine(textOf(item.body))}</span></>} meta={<Usage item={item} actions={actions} />} item={item} actions={actions}><Markdown text={textOf(item.body)} /></Step>,
  select: ({ item }) => <div className="sf-line" data-kind="team"><Shuffle aria-hidden="true" /><span>Next to speak:</span><b>{(item.body.content ?? []).map(spoken).join(", ")}</b><time>{clock(item.at)}</time></div>,
  selector: ({ item, actions }) => <Step icon={Shuffle} kind="team" title={<><b>Selector</b> <span className="sf-quiet">{firstLine(textOf(item.body))}</span></>} meta={clock(item.at)} item={item} actions={actions}><Markdown text={textOf(item.body)} /></Step>,
  draft: ({ item }) => <article className="sf-talk sf-draft"><Mark kind="agent" /><div className="sf-body"><div className="sf-head"><Who name={item.source} speaker={item.speaker} /><span className="sf-tag">draft, cut by the pause</span></div><Fold lines={6}><Markdown text={item.text} /></Fold></div></article>,
  notice: ({ item }) => { const Icon = LOOKS[item.look] ?? CirclePause; return <div className="sf-notice" data-look={item.look}><Icon aria-hidden="true" /><span>{item.text}</span><time>{clock(item.at)}</time></div>; },
  turn: ({ item }) => <div className="sf-notice"><span>Turn {item.body.turn}: {(item.body.speakers ?? []).map(spoken).join(", ")}</span><span>{plural(item.body.tokens ?? 0, "token")}</span></div>,
  tool: (p) => <ToolRow {...p} />,
  retry: (p) => <RetryRow {...p} />,
  call: (p) => <CallRow {...p} />,
  code: (p) => <CodeRow {...p} />,
  execution: (p) => <ExecutionRow {...p} />,
  memory: (p) => <MemoryRow {...p} />,
  handoff: (p) => <HandoffRow {...p} />,
  question: (p) => <QuestionRow {...p} />,
  error: (p) => <ErrorRow {...p} />,
  result: (p) => <ResultRow {...p} />,
  other: (p) => <Unknown {...p} />,
};

/** A row; `cursor` is the moment that is shown, `null` for now. */
export const Row = memo(function Row({ item, actions, cursor = null, selected = false }) {
  const gone = item.discarded && (cursor === null || item.discarded <= cursor);
  return (
    <div className="sf-row" data-item={item.kind} data-discarded={gone || undefined} data-selected={selected || undefined} tabIndex={-1} data-key={item.key}>
      {gone ? <span className="st-sr">Discarded, taken again: </span> : null}
      {(ROWS[item.kind] ?? ROWS.other)({ item, actions, cursor })}
    </div>
  );
});
