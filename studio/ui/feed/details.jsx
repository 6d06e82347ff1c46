// What there is to know about the selected item, or about the whole run when nothing is selected.
import { useEffect, useState } from "react";
import { GitFork, X } from "lucide-react";
import * as api from "./api.js";
import { CopyButton, Value } from "./code.jsx";
import { Parts } from "./parts.jsx";
import { Fold } from "./pieces.jsx";
import { failureOf } from "./items.js";
import { Sums } from "./sums.js";
import { ago, count, duration, money, plural, spoken, STATES } from "./words.js";

const lengthOf = (message) => (typeof message.content === "string" ? message.content.length : JSON.stringify(message.content ?? "").length);
const ROLES = { SystemMessage: "System", UserMessage: "User", AssistantMessage: "Assistant", FunctionExecutionResultMessage: "Tool results" };

// What fills the context window, by kind of message.
function Filling({ messages, tools, tokens }) {
  const parts = new Map();
  for (const message of messages) {
    const name = ROLES[message.type] ?? message.role ?? message.type ?? "Other";
    parts.set(name, (parts.get(name) ?? 0) + lengthOf(message));
  }
  if (tools.length) parts.set("Tool schemas", JSON.stringify(tools).length);
  const all = [...parts.values()].reduce((a, b) => a + b, 0) || 1;
  const kinds = { System: "team", User: "user", Assistant: "agent", "Tool results": "tool", "Tool schemas": "workbench" };
  return (
    <div className="sd-filling">
      <div className="sd-bar" role="img" aria-label="What fills the context window">{[...parts].map(([name, size]) => <i key={name} data-kind={kinds[name] ?? "memory"} style={{ flexGrow: size }} title={name} />)}</div>
      <ul>{[...parts].map(([name, size]) => <li key={name} data-kind={kinds[name] ?? "memory"}><i />{name}<span>{Math.round((size / all) * 100)} %{tokens ? `, about ${count((tokens * size) / all)} tokens` : ""}</span></li>)}</ul>
    </div>
  );
}

function Message({ message }) {
  const { type, role, source, content } = message;
  return (
    <div className="sd-message">
      <h5>{ROLES[type] ?? role ?? type}{source ? <span> {source}</span> : null}<span className="st-grow" /><CopyButton text={() => (typeof content === "string" ? content : JSON.stringify(content, null, 2))} /></h5>
      <Fold lines={10}>{typeof content === "string" ? <pre className="sf-plain">{content}</pre> : Array.isArray(content) && content.some((part) => part?.blob) ? <Parts body={{ content }} /> : <Value value={content ?? message} />}</Fold>
    </div>
  );
}

function CallDetails({ runId, call, shared }) {
  const [whole, setWhole] = useState(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (shared) return undefined;
    const stop = new AbortController();
    setWhole(null);
    setProblem("");
    api.getCall(runId, call.call_id, stop.signal).then(setWhole, (error) => { if (error.name !== "AbortError") setProblem(error.message); });
    return () => stop.abort();
  }, [runId, call.call_id]);
  const answer = call.response?.content ?? call.response;
  return (
    <>
      <dl className="sf-facts">
        <div><dt>Model</dt><dd>{call.model || "unknown"}</dd></div>
        <div><dt>Agent</dt><dd>{spoken(call.agent)}</dd></div>
        <div><dt>Tokens</dt><dd>{count(call.prompt_tokens)} in, {count(call.completion_tokens)} out</dd></div>
        <div><dt>Cost</dt><dd>{call.cost === null ? "price not known" : money(call.cost)}</dd></div>
        <div><dt>Time</dt><dd>{duration(call.latency_s * 1000)}{call.stream ? ", streamed" : ""}</dd></div>
        {call.error ? <div><dt>Error</dt><dd className="sd-danger">{failureOf(call) || "Cut off by a pause or stop"}</dd></div> : null}
      </dl>
      {problem ? <p className="st-error">{problem}</p> : null}
      {!whole && !problem && !shared ? <div className="st-skeleton" style={{ height: 96 }} /> : null}
      {whole ? (
        <>
          <Filling messages={whole.messages} tools={whole.tools ?? []} tokens={call.prompt_tokens} />
          <h4>What the model saw<span className="st-muted"> {plural(whole.messages.length, "message")}</span></h4>
          {whole.messages.map((message, i) => <Message key={i} message={message} />)}
          {whole.tools?.length ? <details className="sd-more"><summary>{plural(whole.tools.length, "tool")} offered</summary><Value value={whole.tools} /></details> : null}
        </>
      ) : null}
      {answer ? <><h4>What it answered</h4><Fold lines={14}><Value value={answer} /></Fold></> : null}
    </>
  );
}

const NAMES = { user: "Message", text: "Message", summary: "Message", stop: "Message", structured: "Structured output", tool: "Tool call", call: "Model call", thought: "Thought", question: "Question", retry: "Retry", error: "Error", result: "End of the run", handoff: "Hand-over", code: "Code", execution: "Code execution", memory: "Memory", draft: "Draft" };

function ItemDetails({ log, item, shared, onClose, onShowAt }) {
  const calls = item.kind === "call" ? [item.body] : item.calls ?? [];
  return (
    <div className="sd">
      <div className="sd-title"><h3>{NAMES[item.kind] ?? "Event"}<span className="st-muted"> {spoken(item.source)}</span></h3><span className="st-small st-muted">event {item.seq}</span>
        <button type="button" className="sf-tiny" aria-label="Close the details" onClick={onClose}><X aria-hidden="true" /></button></div>
      <div className="st-row st-wrap"><button type="button" className="st-btn st-btn-s" onClick={() => onShowAt(item.seq)}>Show the run at this moment</button></div>
      {calls.map((call) => <CallDetails key={call.call_id} runId={log.runId} call={call} shared={shared} />)}
      {item.kind === "tool" ? <><h4>Arguments</h4><Value value={item.args ?? {}} /><h4>{item.isError ? "Error" : "Result"}</h4><Fold lines={24}><Value value={item.result ?? "None yet."} /></Fold></> : null}
      <details className="sd-more" open={!calls.length && item.kind !== "tool"}><summary>As it is in the log</summary><Value value={item.body} /></details>
    </div>
  );
}

function Table({ name, rows, all }) {
  if (!rows.length) return null;
  return (
    <table className="sd-table">
      <thead><tr><th scope="col">{name}</th><th scope="col">Calls</th><th scope="col">Tokens</th><th scope="col">Time</th><th scope="col">Cost</th></tr></thead>
      <tbody>{rows.map(([key, sum]) => {
        const tokens = sum.prompt + sum.completion;
        return <tr key={key}><th scope="row"><span className="sd-share" style={{ width: `${all ? (tokens / all) * 100 : 0}%` }} />{spoken(key)}</th><td>{sum.calls}</td><td title={`${sum.prompt} in, ${sum.completion} out`}>{count(tokens)}</td><td>{duration(sum.time)}</td><td>{sum.unpriced === sum.calls ? "–" : money(sum.cost)}</td></tr>;
      })}</tbody>
    </table>
  );
}

function Tree({ runId, runs, onOpen }) {
  if (runs.length < 2) return null;
  const depth = new Map();
  const ids = new Set(runs.map((run) => run.run_id));
  for (const run of runs) depth.set(run.run_id, run.parent_run_id && ids.has(run.parent_run_id) ? (depth.get(run.parent_run_id) ?? 0) + 1 : 0);
  return (
    <>
      <h4><GitFork aria-hidden="true" />Forks</h4>
      <ul className="sd-tree">{runs.map((run) => (
        <li key={run.run_id} style={{ paddingLeft: depth.get(run.run_id) * 16 }}>
          <button type="button" aria-current={run.run_id === runId || undefined} onClick={() => onOpen(run)}><span className="st-truncate">{run.name || "Run"}</span><span className="st-small st-muted">{run.fork_seq ? `from event ${run.fork_seq} · ` : ""}{STATES[run.status]} · {ago(run.created_at)}</span></button>
        </li>
      ))}</ul>
    </>
  );
}

function RunDetails({ log, run, cursor, shared, onOpen }) {
  const sums = log.project(Sums, cursor);
  const [tree, setTree] = useState([]);
  useEffect(() => {
    setTree([]);
    if (!log.runId || shared) return undefined;
    const stop = new AbortController();
    api.getTree(log.runId, stop.signal).then(setTree, () => {});
    return () => stop.abort();
  }, [log.runId, run?.run_id]);
  if (!log.runId) return <div className="st-empty st-small"><p>Totals, model calls and everything else about a run will be shown here.</p></div>;
  const budget = Object.entries(run?.options?.budget ?? {}).filter(([key, value]) => value && key !== "on_limit");
  return (
    <div className="sd">
      <dl className="sf-facts">
        <div><dt>State</dt><dd>{STATES[log.status] ?? "Loading"}{log.reason ? <span className="st-muted">. {log.reason}</span> : null}</dd></div>
        <div><dt>Tokens</dt><dd>{count(sums.all.prompt)} in, {count(sums.all.completion)} out</dd></div>
        <div><dt>Cost</dt><dd>{sums.all.calls && sums.all.unpriced === sums.all.calls ? "price not known" : money(sums.all.cost)}</dd></div>
        <div><dt>Turns</dt><dd>{sums.turns}, {plural(sums.messages, "message")}, {plural(sums.tools, "tool call")}{sums.toolErrors ? `, ${sums.toolErrors} failed` : ""}</dd></div>
        {budget.length ? <div><dt>Budget</dt><dd>{budget.map(([key, value]) => (key === "cost" ? money(value) : `${count(value)} ${key}`)).join(", ")}</dd></div> : null}
        <div><dt>Run</dt><dd className="st-mono">{log.runId}</dd></div>
      </dl>
      <Table name="Agent" rows={[...sums.agents]} all={sums.tokens} />
      <Table name="Model" rows={[...sums.models]} all={sums.tokens} />
      <Tree runId={log.runId} runs={tree} onOpen={onOpen} />
    </div>
  );
}

export function Details({ log, run, cursor, selected, shared, onSelect, onShowAt, onOpen }) {
  const item = selected ? log.get(selected) : null;
  return <div className="sd-scroll">{item ? <ItemDetails log={log} item={item} shared={shared} onClose={() => onSelect(null)} onShowAt={onShowAt} /> : <RunDetails log={log} run={run} cursor={cursor} shared={shared} onOpen={onOpen} />}</div>;
}
