// The form for a question of a run: text, a choice, approve or deny, or fields of a JSON schema.
import { useEffect, useRef, useState } from "react";
import { Check, CornerDownLeft, X } from "lucide-react";
import { Markdown } from "./markdown.jsx";
import { Fold, Who } from "./pieces.jsx";

const LABELS = { continue: "Go on", stop: "Stop the run" };
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
  const box = useRef(null);
  useEffect(() => {
    const element = box.current;
    element.style.height = "auto";
    element.style.height = Math.min(element.scrollHeight + 2, 240) + "px";
  }, [text]);
  const submit = () => { if (!busy) onAnswer(text); };
  return (
    <form className="sf-answer-box" onSubmit={(e) => { e.preventDefault(); submit(); }}>
      <textarea ref={box} rows={1} className="st-textarea" value={text} aria-label={`Answer to ${name}`} placeholder={`Answer ${name}`} onChange={(e) => setText(e.target.value)}
        onKeyDown={(e) => { if (e.key === "Enter" && !e.shiftKey && !e.nativeEvent.isComposing) { e.preventDefault(); submit(); } }} />
      <button type="submit" className="st-btn st-btn-primary" disabled={busy}><CornerDownLeft aria-hidden="true" />Answer</button>
    </form>
  );
}

function initial(schema) {
  if ("default" in schema) return schema.default;
  return { boolean: false, array: [], object: {} }[schema.type] ?? "";
}

function Field({ name, schema, value, required, onChange }) {
  const label = schema.title ?? name.replaceAll("_", " ");
  const common = { id: "sf-q-" + name, required, "aria-describedby": schema.description ? `sf-q-${name}-help` : undefined };
  let input;
  if (schema.enum) input = <select {...common} className="st-select" value={value} onChange={(e) => onChange(e.target.value)}><option value="" disabled>Choose</option>{schema.enum.map((one) => <option key={one} value={one}>{labelOf(one)}</option>)}</select>;
  else if (schema.type === "boolean") input = <label className="st-row"><input {...common} required={false} type="checkbox" checked={value} onChange={(e) => onChange(e.target.checked)} />Yes</label>;
  else if (schema.type === "integer" || schema.type === "number") input = <input {...common} className="st-input" type="number" step={schema.type === "integer" ? 1 : "any"} min={schema.minimum} max={schema.maximum} value={value} onChange={(e) => onChange(e.target.value)} />;
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

function Form({ schema, busy, onAnswer }) {
  const fields = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  const [values, setValues] = useState(() => Object.fromEntries(fields.map(([key, one]) => [key, initial(one)])));
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
    <form className="sf-form" onSubmit={submit}>
      {fields.map(([key, one]) => <Field key={key} name={key} schema={one} value={values[key]} required={required.has(key)} onChange={(value) => setValues({ ...values, [key]: value })} />)}
      <button type="submit" className="st-btn st-btn-primary" disabled={busy}><CornerDownLeft aria-hidden="true" />Answer</button>
    </form>
  );
}

/** Asks a person; `question` is the body of a question event. */
export function QuestionForm({ question, busy, onAnswer }) {
  const { schema = {}, source } = question;
  const name = source === "studio" ? "Studio" : source;
  const given = { busy, onAnswer, name };
  return (
    <section className="sf-ask" aria-label={`Question from ${name}`}>
      <div className="sf-ask-head"><Who name={name} speaker="" /><span className="st-muted">asks</span></div>
      <Fold lines={8}><Markdown text={question.prompt || "Your answer, please."} /></Fold>
      {schema.enum ? <Choices options={schema.enum} {...given} /> : schema.type === "boolean" ? <Approval {...given} /> : schema.type === "object" && schema.properties ? <Form schema={schema} {...given} /> : <TextAnswer {...given} />}
    </section>
  );
}
