// The plain inputs of a form. Each keeps what is being typed itself and hands on what is valid.
import { useEffect, useId, useRef, useState } from "react";
import { Plus, X } from "lucide-react";
import { isSecretName } from "./hints.js";
import { SecretInput } from "./secret_input.jsx";

/** A label, the input, help and what is wrong with it, tied together for screen readers. */
export function Labelled({ label, help, error, required, inline, children }) {
  const id = useId();
  const about = [help && id + "-help", error && id + "-error"].filter(Boolean).join(" ") || undefined;
  return (
    <div className="sb-field" data-inline={inline || undefined} data-error={error ? "" : undefined}>
      <label htmlFor={id}>{label}{required ? <span className="sb-required" title="Required"> *</span> : null}</label>
      {children({ id, "aria-describedby": about, "aria-invalid": error ? true : undefined })}
      {help ? <p className="sb-help" id={id + "-help"}>{help}</p> : null}
      {error ? <p className="sb-error" id={id + "-error"} role="alert">{error}</p> : null}
    </div>
  );
}

/** Text that follows the document while it is not being edited. */
export function useTyped(value, onChange, { read = (text) => text, write = (v) => v ?? "" } = {}) {
  const [text, setText] = useState(() => write(value));
  const [error, setError] = useState("");
  const editing = useRef(false);
  useEffect(() => { if (!editing.current) { setText(write(value)); setError(""); } }, [value]);
  return {
    text, error,
    bind: {
      value: text,
      onFocus: () => { editing.current = true; },
      onBlur: () => { editing.current = false; if (!error) setText(write(value)); },
      onChange: (e) => {
        setText(e.target.value);
        try {
          onChange(read(e.target.value));
          setError("");
        } catch (problem) {
          setError(problem.message);
        }
      },
    },
  };
}

export function TextInput({ value, onChange, placeholder, check, mono, ...rest }) {
  const typed = useTyped(value, onChange, { read: (text) => { const wrong = check?.(text); if (wrong) throw new Error(wrong); return text === "" && rest.nullable ? null : text; } });
  const { nullable, ...attributes } = rest;
  return (
    <>
      <input type="text" className={"st-input" + (mono ? " st-mono" : "")} placeholder={placeholder} spellCheck={false} autoComplete="off" {...attributes} {...typed.bind} />
      {typed.error ? <p className="sb-error" role="alert">{typed.error}</p> : null}
    </>
  );
}

export function ProseInput({ value, onChange, placeholder, rows = 3, nullable, ...rest }) {
  const typed = useTyped(value, onChange, { read: (text) => (text === "" && nullable ? null : text) });
  const box = useRef(null);
  useEffect(() => {
    const area = box.current;
    if (!area || CSS.supports("field-sizing", "content")) return;
    area.style.height = "auto";
    area.style.height = Math.min(area.scrollHeight + 2, 480) + "px";
  }, [typed.text]);
  return <textarea ref={box} className="st-textarea sb-prose" rows={rows} style={{ minHeight: rows * 20 + 18 }} placeholder={placeholder} {...rest} {...typed.bind} />;
}

export function NumberInput({ value, onChange, schema, nullable, placeholder, ...rest }) {
  const whole = schema.type === "integer";
  const typed = useTyped(value, onChange, {
    write: (v) => (v === null || v === undefined ? "" : String(v)),
    read: (text) => {
      if (text.trim() === "") { if (nullable || "default" in schema) return null; throw new Error("A number is needed."); }
      const number = Number(text);
      if (Number.isNaN(number)) throw new Error("That is not a number.");
      if (whole && !Number.isInteger(number)) throw new Error("A whole number is needed.");
      if (schema.minimum !== undefined && number < schema.minimum) throw new Error(`At least ${schema.minimum}.`);
      if (schema.exclusiveMinimum !== undefined && number <= schema.exclusiveMinimum) throw new Error(`More than ${schema.exclusiveMinimum}.`);
      if (schema.maximum !== undefined && number > schema.maximum) throw new Error(`At most ${schema.maximum}.`);
      return number;
    },
  });
  return (
    <>
      <input type="text" inputMode={whole ? "numeric" : "decimal"} className="st-input sb-number" placeholder={placeholder} {...rest} {...typed.bind} />
      {typed.error ? <p className="sb-error" role="alert">{typed.error}</p> : null}
    </>
  );
}

export function SwitchInput({ value, onChange, ...rest }) {
  return (
    <button type="button" role="switch" aria-checked={Boolean(value)} className="sb-switch" {...rest} onClick={() => onChange(!value)}><span /></button>
  );
}

export function SelectInput({ value, onChange, options, empty, ...rest }) {
  const known = options.some((option) => option.value === value);
  return (
    <select className="st-select" {...rest} value={value === undefined || value === null ? "" : JSON.stringify(value)} onChange={(e) => onChange(e.target.value === "" ? null : JSON.parse(e.target.value))}>
      {empty !== undefined ? <option value="">{empty}</option> : null}
      {!known && value !== undefined && value !== null ? <option value={JSON.stringify(value)}>{String(value)}</option> : null}
      {options.map((option) => <option key={JSON.stringify(option.value)} disabled={option.disabled} value={JSON.stringify(option.value)}>{option.label}</option>)}
    </select>
  );
}

/** Any value as JSON; handed on while it parses. */
export function JsonInput({ value, onChange, nullable, rows = 4, ...rest }) {
  const typed = useTyped(value, onChange, {
    write: (v) => (v === undefined || v === null ? "" : JSON.stringify(v, null, 2)),
    read: (text) => {
      if (!text.trim() && nullable) return null;
      try {
        return JSON.parse(text);
      } catch (error) {
        throw new Error("This is not JSON yet: " + error.message.split("\n")[0], { cause: error });
      }
    },
  });
  return (
    <>
      <textarea className="st-textarea st-mono" rows={rows} spellCheck={false} {...rest} {...typed.bind} />
      {typed.error ? <p className="sb-error" role="alert">{typed.error}</p> : null}
    </>
  );
}

export function StringList({ value, onChange, label, prose, ...rest }) {
  const items = Array.isArray(value) ? value : [];
  const change = (index, text) => onChange(items.map((item, i) => (i === index ? text : item)));
  return (
    <div className="sb-rows" role="group" aria-label={label} id={rest.id}>
      {items.map((item, index) => (
        <div className="sb-row" key={index}>
          {typeof item !== "string" ? <JsonInput value={item} onChange={(v) => change(index, v)} aria-label={`${label} ${index + 1}`} rows={2} />
            : prose ? <ProseInput value={item} onChange={(text) => change(index, text)} aria-label={`${label} ${index + 1}`} rows={1} />
              : <TextInput value={item} onChange={(text) => change(index, text)} aria-label={`${label} ${index + 1}`} />}
          <Remove name={`${label} ${index + 1}`} onClick={() => onChange(items.filter((_, i) => i !== index))} />
        </div>
      ))}
      <Add name="Add" onClick={() => onChange([...items, ""])} />
    </div>
  );
}

const secretName = (key) => key.toUpperCase().replace(/[^A-Z0-9]+/g, "_");

export function KeyValues({ value, onChange, label, first = "", ...rest }) {
  const pairs = Object.entries(value ?? {});
  const write = (next) => onChange(Object.fromEntries(next));
  return (
    <div className="sb-rows" role="group" aria-label={label} id={rest.id}>
      {pairs.map(([key, item], index) => (
        <div className="sb-row sb-pair" key={index}>
          <TextInput value={key} aria-label={`${label}: name ${index + 1}`} placeholder="Name" onChange={(text) => write(pairs.map((pair, i) => (i === index ? [text, pair[1]] : pair)))} />
          {typeof item === "string" && isSecretName(key) ? <SecretInput value={item} aria-label={`${label}: value of ${key}`} suggested={secretName(key)} onChange={(text) => write(pairs.map((pair, i) => (i === index ? [pair[0], text] : pair)))} />
            : typeof item === "string" ? <TextInput value={item} aria-label={`${label}: value of ${key}`} placeholder="Value" onChange={(text) => write(pairs.map((pair, i) => (i === index ? [pair[0], text] : pair)))} />
            : <JsonInput value={item} rows={1} aria-label={`${label}: value of ${key}`} onChange={(v) => write(pairs.map((pair, i) => (i === index ? [pair[0], v] : pair)))} />}
          <Remove name={key} onClick={() => write(pairs.filter((_, i) => i !== index))} />
        </div>
      ))}
      <Add name="Add" onClick={() => write([...pairs, ["", first]])} disabled={pairs.some(([key]) => key === "")} />
    </div>
  );
}

export const Add = ({ name, ...rest }) => <button type="button" className="sb-link" {...rest}><Plus aria-hidden="true" />{name}</button>;
export const Remove = ({ name, ...rest }) => <button type="button" className="sb-icon" aria-label={"Remove " + name} title="Remove" {...rest}><X aria-hidden="true" /></button>;
