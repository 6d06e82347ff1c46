// The form for a question of a run: text, a choice, approve or deny, or fields of a JSON schema.
import { useEffect, useRef, useState } from "react";
import { Check, CornerDownLeft, Paperclip, X } from "lucide-react";
import { ACCEPT, Chips, useFiles } from "./files.jsx";
import { Markdown } from "./markdown.jsx";
import { Fold, Who } from "./pieces.jsx";
import { duration } from "./words.js";

const LABELS = { continue: "Go on", stop: "Stop the run" };
/** What a run asks and nobody has answered yet. */
export function openQuestionOf(log) {
  if (log.status !== "waiting_input" && log.status !== "running") return null;
  return [...log.questions.values()].map((key) => log.get(key)).find((item) => item && !item.answer && !item.discarded) ?? null;
}

const labelOf = (value) => LABELS[value] ?? String(value);

function Choices({ options, busy, onAnswer }) {
  return (
    <div className="st-row st-wrap">
      {options.map((option, i) => (
        <button key={String(option)} type="button" disabled={busy} className={"st-btn" + (i === 0 ? " st-btn-primary" : "")} onClick={() => onAnswer(option)}>{labelOf(option)}</button>
      ))}
    </div>
  );
}

function Approval({ busy, onAnswer }) {
  return (
    <div className="st-row">
      <button type="button" disabled={busy} className="st-btn st-btn-primary" onClick={() => onAnswer(true)}><Check aria-hidden="true" />Approve</button>
      <button type="button" disabled={busy} className="st-btn st-btn-danger" onClick={() => onAnswer(false)}><X aria-hidden="true" />Deny</button>
    </div>
  );
}

function TextAnswer({ busy, onAnswer, name }) {
  const [text, setText] = useState("");
  const { files, add, remove, sending, broken, attachments } = useFiles();
  const box = useRef(null), input = useRef(null);
  useEffect(() => {
    const element = box.current;
    element.style.height = "auto";
    element.style.height = Math.min(element.scrollHeight + 2, 240) + "px";
  }, [text]);
  const blocked = busy || sending || broken;
  const submit = () => { if (!blocked) onAnswer(text, attachments); };
  return (
    <form onSubmit={(e) => { e.preventDefault(); submit(); }} onDragOver={(e) => e.preventDefault()} onDrop={(e) => { e.preventDefault(); e.stopPropagation(); add([...e.dataTransfer.files]); }}>
      <Chips files={files} onRemove={remove} />
      <div className="sf-answer-box">
        <button type="button" className="st-btn st-btn-ghost st-btn-icon" aria-label="Attach files" title="Attach files" onClick={() => input.current.click()}><Paperclip aria-hidden="true" /></button>
        <input ref={input} type="file" hidden multiple accept={ACCEPT} aria-label="Files of the answer" onChange={(e) => { add([...e.target.files]); e.target.value = ""; }} />
        <textarea ref={box} rows={1} className="st-textarea" value={text} aria-label={`Answer to ${name}`} placeholder={`Answer ${name}; Shift+Enter for a new line`} onChange={(e) => setText(e.target.value)}
          onPaste={(e) => { if (e.clipboardData.files.length) { e.preventDefault(); add([...e.clipboardData.files]); } }}
          onKeyDown={(e) => { if (e.key === "Enter" && !e.shiftKey && !e.nativeEvent.isComposing) { e.preventDefault(); submit(); } }} />
        <button type="submit" className="st-btn st-btn-primary" disabled={blocked}><CornerDownLeft aria-hidden="true" />Answer</button>
      </div>
    </form>
  );
}

const isFile = (schema) => schema.type === "object" && schema.format === "file";
const isChoice = (schema) => schema.type === "array" && schema.items?.enum;

// One file of a form; the answer refers to it.
function FileField({ id, name, required, onChange }) {
  const { files, add, remove, attachments, sending } = useFiles();
  const ready = files.length && !sending && files[0].state === "ready" ? attachments[0] : undefined;
  useEffect(() => { onChange(ready); }, [ready?.digest, files.length]);
  if (files.length) return <Chips files={files} onRemove={remove} />;
  return <input id={id} className="st-input" type="file" accept={ACCEPT} required={required} aria-label={name} onChange={(e) => add([...e.target.files].slice(0, 1))} />;
}

function ChoiceField({ options, value, name, onChange }) {
  return <div className="sf-choices" role="group" aria-label={name}>{options.map((one) => <label key={one} className="st-row"><input type="checkbox" checked={value.includes(one)} onChange={(e) => onChange(e.target.checked ? [...value, one] : value.filter((kept) => kept !== one))} />{labelOf(one)}</label>)}</div>;
}

function initial(schema) {
  if ("default" in schema) return schema.default;
  if (isFile(schema)) return "";
  return { boolean: false, array: [], object: {} }[schema.type] ?? "";
}

function Field({ name, schema, value, required, onChange }) {
  const label = schema.title ?? name.replaceAll("_", " ");
  const common = { id: "sf-q-" + name, required, "aria-describedby": schema.description ? `sf-q-${name}-help` : undefined };
  let input;
  if (isFile(schema)) input = <FileField id={common.id} name={label} required={required} onChange={(file) => onChange(file ?? "")} />;
  else if (isChoice(schema)) input = <ChoiceField options={schema.items.enum} value={value} name={label} onChange={onChange} />;
  else if (schema.enum) input = <select {...common} className="st-select" value={value} onChange={(e) => onChange(e.target.value)}><option value="" disabled>Choose</option>{schema.enum.map((one) => <option key={one} value={one}>{labelOf(one)}</option>)}</select>;
  else if (schema.type === "boolean") input = <label className="st-row"><input {...common} required={false} type="checkbox" checked={value} onChange={(e) => onChange(e.target.checked)} />Yes</label>;
  else if (schema.type === "integer" || schema.type === "number") input = <input {...common} className="st-input" type="number" step={schema.type === "integer" ? 1 : "any"} min={schema.minimum ?? schema.exclusiveMinimum} max={schema.maximum} value={value} onChange={(e) => onChange(e.target.value)} />;
  else if ((schema.maxLength ?? 200) > 120) input = <textarea {...common} className="st-textarea" rows={2} value={value} onChange={(e) => onChange(e.target.value)} />;
  else input = <input {...common} className="st-input" value={value} onChange={(e) => onChange(e.target.value)} />;
  return (
    <div className="st-field">
      <label htmlFor={common.id}>{label}{required ? "" : " (optional)"}</label>
      {input}
      {schema.description ? <span id={`sf-q-${name}-help`} className="st-help">{schema.description}</span> : null}
    </div>
  );
}

function Form({ schema, busy, onAnswer, word = "" }) {
  const fields = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  const [values, setValues] = useState(() => Object.fromEntries(fields.map(([key, one]) => [key, initial(one)])));
  const missing = fields.some(([key, one]) => isFile(one) && required.has(key) && !values[key]);
  const submit = (e) => {
    e.preventDefault();
    const answer = {};
    for (const [key, one] of fields) {
      const value = values[key];
      if (value === "" && !required.has(key)) continue;
      answer[key] = one.type === "integer" || one.type === "number" ? Number(value) : value;
    }
    onAnswer(answer);
  };
  return (
    <form className={"sf-form" + (word ? " sf-form-short" : "")} onSubmit={submit}>
      {fields.map(([key, one]) => <Field key={key} name={key} schema={one} value={values[key]} required={required.has(key)} onChange={(value) => setValues((all) => ({ ...all, [key]: value }))} />)}
      <button type="submit" className={"st-btn" + (word ? "" : " st-btn-primary")} disabled={busy || missing}><CornerDownLeft aria-hidden="true" />{word || "Answer"}</button>
    </form>
  );
}

/** When a run stops because nobody has answered; `null` when it waits for ever. */
export const untilOf = (item, run) => (run?.options?.question_timeout_s && item.body.source !== "studio" ? item.at + run.options.question_timeout_s * 1000 : null);

function Left({ until }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, until - now);
  return <span className="sf-left" role="timer" data-soon={left < 30_000 || undefined}>{left ? `${duration(Math.ceil(left / 1000) * 1000)} left, then the run stops` : "time is up"}</span>;
}

/** Asks a person; `question` is the body of a question event. */
export function QuestionForm({ question, until = null, busy, onAnswer }) {
  const { schema = {}, source } = question;
  const name = source === "studio" ? "Studio" : source;
  const given = { busy, onAnswer, name };
  return (
    <section className="sf-ask" aria-label={`Question from ${name}`}>
      <div className="sf-ask-head"><Who name={name} speaker="" /><span className="st-muted">asks</span>{until ? <Left until={until} /> : null}</div>
      <Fold lines={8}><Markdown text={question.prompt || "Your answer, please."} /></Fold>
      {schema.enum ? <><Choices options={schema.enum} {...given} />{schema["x-or"]?.properties ? <Form schema={schema["x-or"]} word="Raise" {...given} /> : null}</> : schema.type === "boolean" ? <Approval {...given} /> : schema.type === "object" && schema.properties ? <Form schema={schema} {...given} /> : <TextAnswer {...given} />}
    </section>
  );
}
