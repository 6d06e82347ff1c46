// What came of a try-out, shown as its kind deserves.
import { useState } from "react";
import { Check, CircleAlert, CircleCheck, Copy, OctagonX } from "lucide-react";
import { Markdown } from "../../../feed/component/markdown.jsx";
import { QuestionForm } from "../../../feed/component/question.jsx";
import { focusPath } from "../../../canvas/component/store.js";
import { join } from "../../../canvas/component/pointer.js";

const seconds = (value) => (value === null || value === undefined ? "–" : value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`);
const money = (value) => (value === null || value === undefined ? "not known" : value === 0 ? "free" : value < 0.0001 ? "< $0.0001" : "$" + value.toFixed(4));

function CopyButton({ text }) {
  const [done, setDone] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => { setDone(true); setTimeout(() => setDone(false), 1500); }, () => {});
  return <button type="button" className="sb-icon" title="Copy" aria-label="Copy" onClick={copy}>{done ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}</button>;
}

function Block({ title, text, tone }) {
  return (
    <section className="sb-try-block" data-tone={tone}>
      <div className="sb-group-head"><h4>{title}</h4><CopyButton text={text} /></div>
      <pre tabIndex={0}>{text}</pre>
    </section>
  );
}

const Facts = ({ items }) => (
  <dl className="sb-try-facts">{items.filter(([, value]) => value !== null && value !== undefined && value !== "").map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
);

export function Failure({ error }) {
  return (
    <div className="sb-try-failure" role="alert">
      <CircleAlert aria-hidden="true" />
      <div><p>{error.message.charAt(0).toUpperCase() + error.message.slice(1)}</p>{error.hint ? <p className="sb-try-hint">{error.hint}</p> : null}{error.code ? <code>{error.code}</code> : null}</div>
    </div>
  );
}

function Said({ source, target, children, ...rest }) {
  return <li className="sb-try-said" {...rest}><b>{source}{target ? <span> → {target}</span> : null}</b><div>{children}</div></li>;
}

const CAN = [["vision", "Sees images"], ["function_calling", "Calls tools"], ["json_output", "JSON"], ["structured_output", "Structured answers"]];

function ModelResult({ result }) {
  const can = CAN.filter(([key]) => result.model_info?.[key]).map(([, word]) => word).join(", ");
  return (
    <>
      <div className="sb-try-answer"><Markdown text={result.answer || "(no words)"} /></div>
      {result.thought ? <Block title="Thought" text={result.thought} /> : null}
      <Facts items={[["First token", seconds(result.first_token_s)], ["Whole answer", seconds(result.latency_s)], ["Tokens", `${result.prompt_tokens} in, ${result.completion_tokens} out`], ["Cost", money(result.cost)],
        ["Ended by", { stop: null, length: "the limit of tokens", content_filter: "a filter", function_calls: "a tool call" }[result.finish_reason] ?? null], ["From a cache", result.cached ? "yes" : null], ["It says it can", can]]} />
    </>
  );
}

function ToolResult({ result }) {
  const text = typeof result.value === "string" ? result.value : result.value === undefined ? result.text : JSON.stringify(result.value, null, 2);
  return (
    <>
      {text !== undefined ? <Block title="Result" text={text === "" ? "(empty)" : text} /> : null}
      {result.images?.map((src, index) => <img key={index} className="sb-try-image" src={src} alt={`Image ${index + 1} of the result`} />)}
      {result.stdout ? <Block title="Printed" text={result.stdout} /> : null}
    </>
  );
}

function BenchResult({ result }) {
  if (!result.prompt) return <ToolResult result={result} />;
  return <ol className="sb-try-talk" aria-label="Conversation">{result.prompt.map((message, index) => <Said key={index} source={message.source}>{message.text}</Said>)}</ol>;
}

function ConditionResult({ result, path }) {
  return (
    <>
      {result.reason ? <p className="sb-try-reason">{result.reason}</p> : null}
      {result.parts?.length ? (
        <ul className="sb-try-parts" aria-label="Conditions inside">
          {result.parts.map((part) => (
            <li key={part.path} data-fires={part.index !== null || undefined}>
              {part.index !== null ? <CircleCheck aria-hidden="true" /> : <span className="sb-try-open" aria-hidden="true" />}
              <button type="button" onClick={() => focusPath(join(path, ...part.path.split("/").slice(1)))}>{part.about}</button>
              <em>{part.index !== null ? `at message ${part.index + 1}` : "not reached"}</em>
            </li>
          ))}
        </ul>
      ) : null}
      <ol className="sb-try-talk" aria-label="Conversation">
        {result.messages?.map((message, index) => {
          const here = result.index === index;
          return [
            <Said key={index} source={message.source} target={message.target} data-after={(result.stops && index > result.index) || undefined}>{message.text}</Said>,
            here ? <li key="stop" className="sb-try-stop"><OctagonX aria-hidden="true" /><span>Stops here</span></li> : null,
          ];
        })}
      </ol>
      {result.notes?.map((note) => <p key={note} className="sb-help">{note}</p>)}
    </>
  );
}

function MemoryResult({ result }) {
  return (
    <>
      <ul className="sb-try-talk" aria-label="Found">
        {result.results?.map((item, index) => <li key={index} className="sb-try-said"><div>{typeof item.content === "string" ? item.content : JSON.stringify(item.content, null, 2)}</div>{typeof item.metadata?.score === "number" ? <em>score {item.metadata.score.toFixed(2)}</em> : null}</li>)}
      </ul>
      {result.added?.map((text, index) => <Block key={index} title="What the model is told" text={text.trim()} />)}
    </>
  );
}

function ContextResult({ result }) {
  return (
    <>
      {result.own?.map((text, index) => <Block key={index} title="Always shown" text={text} />)}
      <ol className="sb-try-talk" aria-label="Conversation">
        {result.messages?.map((message, index) => <Said key={index} source={message.source} data-after={!message.kept || undefined}>{message.text}{message.kept ? null : <em>left out</em>}</Said>)}
      </ol>
    </>
  );
}

const ExecutorResult = ({ result }) => <Block title={`Output, exit code ${result.exit_code}`} text={result.output || "(nothing)"} tone={result.exit_code ? "bad" : undefined} />;

const call = ({ name, arguments: given }) => `${name}(${given})`;

function messageText(message) {
  const { type, content } = message;
  if (type === "ToolCallRequestEvent") return "calls " + content.map(call).join(", ");
  if (type === "ToolCallExecutionEvent") return content.map((item) => `${item.name} returned ${item.content}`).join("\n");
  if (type === "SelectSpeakerEvent") return "chooses " + content.join(", ");
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map((part) => (typeof part === "string" ? part : "[image]")).join("\n");
  return JSON.stringify(content, null, 2);
}

const QUIET = new Set(["UserInputRequestedEvent", "ModelClientStreamingChunkEvent"]);

/** The conversation of a run, while it goes on and afterwards. */
export function Conversation({ messages, live, question, busy, onAnswer }) {
  const shown = messages.filter((message) => !QUIET.has(message.type));
  return (
    <ol className="sb-try-talk" aria-label="Conversation" aria-live="polite">
      {shown.map((message, index) => (
        <Said key={message.id ?? index} source={message.source} target={message.target} data-event={String(message.type).endsWith("Event") || undefined}>
          {String(message.type).endsWith("Event") ? messageText(message) : <Markdown text={messageText(message)} />}
        </Said>
      ))}
      {Object.entries(live).map(([id, part]) => <Said key={id} source={part.source}><Markdown text={part.text} /></Said>)}
      {question ? <li><QuestionForm key={question.request_id} question={question} busy={busy} onAnswer={onAnswer} /></li> : null}
    </ol>
  );
}

function RunResult({ result }) {
  const totals = result.totals ?? {};
  return (
    <>
      <Conversation messages={result.messages ?? []} live={{}} />
      <Facts items={[["Tokens", totals.tokens || null], ["Cost", totals.calls ? money(totals.cost) : null], ["Tool calls", totals.tool_calls || null]]} />
    </>
  );
}

const VIEWS = { model: ModelResult, tool: ToolResult, workbench: BenchResult, termination: ConditionResult, memory: MemoryResult, model_context: ContextResult, code_executor: ExecutorResult, agent: RunResult, team: RunResult };

export function Outcome({ outcome, path }) {
  const View = VIEWS[outcome.kind];
  const stops = outcome.kind === "termination" && outcome.ok;
  const Icon = !outcome.ok ? CircleAlert : stops && outcome.result.stops ? OctagonX : CircleCheck;
  return (
    <section className="sb-try-outcome" aria-label="Result">
      <header data-level={outcome.ok ? "ok" : "error"}>
        <Icon aria-hidden="true" /><p role="status">{outcome.error ? "It failed." : outcome.summary}</p><em>{seconds(outcome.duration_s)}</em>
      </header>
      {outcome.error ? <Failure error={outcome.error} /> : null}
      {View && Object.keys(outcome.result).length ? <View result={outcome.result} path={path} /> : null}
    </section>
  );
}
