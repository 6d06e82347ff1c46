// A form made from a component's JSON schema: one field per property, whatever its type.
import { Suspense, createContext, lazy, useContext, useEffect, useId, useMemo, useRef, useState } from "react";
import { ChevronDown, FlaskConical } from "lucide-react";
import { setValue, rename, tryOut, useStore } from "../../canvas/component/store.js";
import { join } from "../../canvas/component/pointer.js";
import { kindOfComponent } from "../../canvas/component/kinds.jsx";
import { SHAPES, fieldHelp, fieldLabel, firstFields, widgetFor } from "./hints.js";
import { alternatives, componentShape, defaultText, firstValue, matching, plainHelp, plainWidget, resolve, schemaOf, titleOf } from "./schema.js";
import { Add, JsonInput, KeyValues, Labelled, NumberInput, ProseInput, Remove, SelectInput, StringList, SwitchInput, TextInput } from "./inputs.jsx";
import { SecretInput, suggestedName } from "./secret_input.jsx";
import { ComponentList, ComponentSlot } from "./nested.jsx";
import { useCatalogue } from "./catalogue.js";
import { ConditionTree } from "./condition_tree.jsx";
import { Handoffs } from "./handoffs.jsx";
import { GraphField } from "./graph_field.jsx";

const CodeEditor = lazy(() => import("../../editor/component/code_editor.jsx").then((module) => ({ default: module.CodeEditor })));
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** Where the fields of a form write to, and whether their names mean nothing special to us. */
export const FormTarget = createContext({ set: setValue, plain: false });

/** The form of a component's config. */
export function SchemaForm({ component, path, schema }) {
  const config = component.config ?? {};
  const properties = schema?.properties ?? {};
  const names = [...new Set([...Object.keys(properties), ...Object.keys(config)])];
  const first = firstFields(component.provider);
  const required = new Set(schema?.required ?? []);
  const upfront = first ? first.filter((name) => names.includes(name)) : names.filter((name) => required.has(name) || name in config || names.length <= 6);
  const rest = names.filter((name) => !upfront.includes(name));
  const used = rest.filter((name) => config[name] !== undefined && config[name] !== null && JSON.stringify(config[name]) !== JSON.stringify(properties[name]?.default));
  const field = (name) => (
    <Field key={name} name={name} schema={properties[name] ?? {}} root={schema ?? {}} value={config[name]} path={join(path, "config", name)} required={required.has(name)} component={component} owner={path} />
  );
  return (
    <div className="sb-form">
      {upfront.map(field)}
      {rest.length ? <More key={path} count={rest.length} open={!upfront.length} used={used.length}>{rest.map(field)}</More> : null}
      {!names.length ? <p className="sb-help">There is nothing to set.</p> : null}
    </div>
  );
}

function More({ count, used, open: start, children }) {
  const [open, setOpen] = useState(start);
  return (
    <section className="sb-more-options">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}><ChevronDown className="sb-chevron" aria-hidden="true" />More options<em>{used ? `${used} of ${count} set` : count}</em></button>
      {open ? <div className="sb-form">{children}</div> : null}
    </section>
  );
}

/** One field of a config, marked with the path of its value. */
export const Field = (props) => <div className="sb-at" data-field={props.path}><Chosen {...props} /></div>;

// Picks the widget that a schema and a name ask for.
function Chosen({ name, schema, root, value, path, required, component, owner, onChange, plain }) {
  const form = useContext(FormTarget);
  const change = onChange ?? ((next) => form.set(path, next));
  const label = plain ?? (form.plain ? titleOf(name, schema) : fieldLabel(name, component?.provider));
  const known = Object.keys(schema).length ? schema : schemaOf(value);
  const found = resolve(known, root);
  const { options, nullable } = alternatives(known, root);
  const meant = options.length === 1 ? options[0] : found;
  const widget = form.plain ? plainWidget(meant) : widgetFor(name, meant);
  const shape = componentShape(known, root);
  const help = plain ? "" : form.plain ? plainHelp(name, schema) : fieldHelp(name, schema, { kind: component ? kindOfComponent(component) : "", component: shape });
  const props = { label, help, required: required && !nullable };
  const problems = useStore((s) => s.problems.find((problem) => problem.path === path && problem.severity === "error")?.message ?? "");
  if (problems) props.error = problems;

  if (widget === "graph") return <GraphField label={label} value={value} path={path} />;
  if (widget === "conditions" && shape) return <ConditionTree label={label} value={value} path={path} many={shape === "many"} />;
  if (widget === "handoffs") return <Handoffs label={label} help={help} value={value} path={path} owner={owner} onChange={change} />;
  if (shape === "one") return <ComponentSlot {...props} name={name} value={value} path={path} owner={owner} optional={nullable || !required} />;
  if (shape === "many" && (componentsIn(value) || !value?.length)) return <ComponentList {...props} name={name} value={value} path={path} owner={owner} />;
  if (widget === "python") {
    return (
      <Labelled {...props}>{(bind) => (
        <div className="sb-code" id={bind.id}><Suspense fallback={<div className="st-skeleton" style={{ height: 160 }} />}><PythonSource value={value ?? ""} path={path} label={label} onChange={change} /></Suspense>
          {component && !form.plain ? <button type="button" className="sb-link" onClick={() => tryOut(owner)}><FlaskConical aria-hidden="true" />Try it</button> : null}</div>
      )}</Labelled>
    );
  }
  if (widget === "secret") return <Labelled {...props}>{(bind) => <SecretInput {...bind} value={value} nullable={nullable} onChange={change} suggested={suggestedName(component?.provider)} />}</Labelled>;
  if (options.length > 1) return <Union {...props} name={name} options={options} root={root} value={value} path={path} nullable={nullable} change={change} component={component} owner={owner} />;
  return <Single {...props} name={name} widget={widget} schema={{ ...options[0], default: found.default ?? options[0]?.default }} root={root} value={value} path={path} nullable={nullable} change={change} component={component} owner={owner} />;
}

function PythonSource({ value, path, label, onChange }) {
  const problems = useStore((s) => s.problems);
  const marks = useMemo(() => problems.filter((problem) => problem.path === path), [problems, path]);
  return <CodeEditor language="python" value={value} problems={marks} onChange={onChange} label={label} />;
}

const SCHEMAS = new Set(["json_schema", "tool_schema"]);
const written = (value) => (value === undefined || value === null ? "" : JSON.stringify(value, null, 2));

/** A JSON schema in an editor of its own; handed on while it parses. */
function JsonSource({ id, label, value, nullable, onChange }) {
  const [text, setText] = useState(() => written(value));
  const given = useRef(value);
  useEffect(() => {
    if (JSON.stringify(value) === JSON.stringify(given.current)) return;
    given.current = value;
    setText(written(value));
  }, [value]);
  const edit = (next) => {
    setText(next);
    try {
      given.current = !next.trim() && nullable ? null : JSON.parse(next);
      onChange(given.current);
    } catch {
      // The editor marks the place.
    }
  };
  return <div className="sb-code" id={id}><Suspense fallback={<div className="st-skeleton" style={{ height: 120 }} />}><CodeEditor language="json" value={text} label={label} onChange={edit} /></Suspense></div>;
}

const componentsIn = (value) => Array.isArray(value) && value.some((item) => item && typeof item === "object" && "provider" in item);

function Single({ name, widget, schema, root, value, path, nullable, change, component, owner, ...props }) {
  const hold = defaultText(schema);
  const empty = hold ? `Default: ${hold}` : "";
  if ("const" in schema) return <Labelled {...props}>{(bind) => <input className="st-input" disabled {...bind} value={String(schema.const)} />}</Labelled>;
  if (schema.enum) {
    const options = schema.enum.map((item) => ({ value: item, label: String(item) }));
    return <Labelled {...props}>{(bind) => <SelectInput {...bind} value={value} onChange={change} options={options} empty={nullable || !props.required ? empty || "Not set" : undefined} />}</Labelled>;
  }
  switch (schema.type) {
    case "boolean":
      if (nullable) return <Labelled {...props}>{(bind) => <SelectInput {...bind} value={value} onChange={change} empty="Not set" options={[{ value: true, label: "Yes" }, { value: false, label: "No" }]} />}</Labelled>;
      return <Labelled {...props} required={false} inline>{(bind) => <SwitchInput {...bind} value={value ?? schema.default ?? false} onChange={change} />}</Labelled>;
    case "integer":
    case "number":
      return <Labelled {...props}>{(bind) => <NumberInput {...bind} schema={schema} nullable={nullable} value={value} onChange={change} placeholder={empty || (nullable ? "Not set" : "")} />}</Labelled>;
    case "string":
      return <Text name={name} widget={widget} value={value} path={path} nullable={nullable} change={change} component={component} owner={owner} hold={empty} {...props} />;
    case "array":
      return <List name={name} schema={schema} root={root} value={value} path={path} nullable={nullable} change={change} component={component} owner={owner} {...props} />;
    case "object":
      return <Obj name={name} schema={schema} root={root} value={value} path={path} nullable={nullable} change={change} component={component} owner={owner} {...props} />;
    default:
      if (schema.properties) return <Obj name={name} schema={schema} root={root} value={value} path={path} nullable={nullable} change={change} component={component} owner={owner} {...props} />;
      return <Labelled {...props}>{(bind) => <JsonInput {...bind} value={value} nullable onChange={change} />}</Labelled>;
  }
}

function Text({ name, widget, value, path, nullable, change, component, owner, hold, ...props }) {
  const catalogue = useCatalogue();
  const multiline = widget === "prose" || widget === "lines" || (typeof value === "string" && (value.includes("\n") || value.length > 60));
  if (multiline) return <Labelled {...props}>{(bind) => <ProseInput {...bind} rows={widget === "prose" ? 6 : 2} value={value} nullable={nullable} onChange={change} placeholder={hold} />}</Labelled>;
  const kind = component ? kindOfComponent(component) : "";
  const named = name === "name" && component && path === join(owner, "config", "name") && (kind === "agent" || kind === "tool");
  if (named) {
    const check = (text) => (!text ? "A name is needed." : kind === "agent" && !IDENTIFIER.test(text) ? "Use letters, digits and underscores, not starting with a digit." : "");
    return <Labelled {...props}>{(bind) => <TextInput {...bind} value={value} check={check} onChange={(text) => rename(owner, text)} />}</Labelled>;
  }
  const offers = component && path === join(owner, "config", name) ? catalogue?.get(component.provider)?.suggestions?.[name] : null;
  if (offers) return <Offered {...props} offers={offers} value={value}>{(bind) => <TextInput {...bind} value={value} nullable={nullable} onChange={change} placeholder={hold} />}</Offered>;
  return <Labelled {...props}>{(bind) => <TextInput {...bind} value={value} nullable={nullable} onChange={change} placeholder={hold} />}</Labelled>;
}

/** A text with values to choose from; what is known of the one chosen stands below. */
function Offered({ offers, value, children, ...props }) {
  const id = useId();
  const about = offers.find((offer) => offer.value === value)?.about;
  return (
    <>
      <Labelled {...props} help={about ? about.charAt(0).toUpperCase() + about.slice(1) + "." : props.help}>{(bind) => children({ ...bind, list: id })}</Labelled>
      <datalist id={id}>{offers.map((offer) => <option key={offer.value} value={offer.value}>{offer.about}</option>)}</datalist>
    </>
  );
}

function List({ name, schema, root, value, path, nullable, change, component, owner, ...props }) {
  props.required &&= Boolean(schema.minItems);
  const inner = alternatives(schema.items ?? {}, root).options;
  const item = inner[0] ?? {};
  const detailed = inner.length > 1 ? inner.filter((option) => option.properties) : [];
  const more = detailed.map((option) => <Add key={option.title} name={wordFor(option)} onClick={() => change([...(value ?? []), firstValue(option, root)])} />);
  if (inner.some((option) => option.type === "string") && !(value ?? []).some((v) => typeof v === "object")) {
    return <Labelled {...props}>{(bind) => <><StringList {...bind} label={props.label} value={value} prose={name === "chat_completions"} onChange={(next) => change(next.length || !nullable ? next : null)} />{more}</>}</Labelled>;
  }
  if (detailed.length && Array.isArray(value)) {
    return (
      <Group {...props}>
        {value.map((held, index) => (
          <div className="sb-box" key={index}>
            <Field name={name} plain={`${props.label} ${index + 1}`} schema={schema.items} root={root} value={held} path={join(path, index)} component={component} owner={owner} />
            <button type="button" className="sb-link" aria-label={`Remove ${props.label} ${index + 1}`} onClick={() => change(value.filter((_other, i) => i !== index))}>Remove</button>
          </div>
        ))}
        <Add name="Add" onClick={() => change([...value, firstValue(item, root)])} />
        {more}
      </Group>
    );
  }
  if (item.type === "object" || item.properties) {
    const items = Array.isArray(value) ? value : [];
    return (
      <Group {...props}>
        {items.map((_, index) => (
          <fieldset className="sb-box" key={index}>
            <legend><span className="sb-group-head"><span className="sb-label">{props.label} {index + 1}</span><Remove name={`${props.label} ${index + 1}`} onClick={() => change(items.filter((_other, i) => i !== index))} /></span></legend>
            <Properties schema={item} root={root} value={items[index]} path={join(path, index)} component={component} owner={owner} />
          </fieldset>
        ))}
        <Add name="Add" onClick={() => change([...items, firstValue(item, root)])} />
      </Group>
    );
  }
  return <Labelled {...props}>{(bind) => <JsonInput {...bind} value={value} nullable={nullable} onChange={change} />}</Labelled>;
}

function Obj({ name, schema, root, value, path, nullable, change, component, owner, ...props }) {
  if (!schema.properties || !Object.keys(schema.properties).length) {
    const each = typeof schema.additionalProperties === "object" ? alternatives(schema.additionalProperties, root).options[0] : null;
    if (each?.properties) return <NamedObjects {...props} schema={each} root={root} value={value} path={path} nullable={nullable} change={change} owner={owner} />;
    const plain = Object.values(value ?? {}).every((item) => typeof item !== "object");
    const open = schema.additionalProperties;
    if (plain && open && name !== "json_schema") return <Labelled {...props}>{(bind) => <KeyValues {...bind} label={props.label} value={value} first={each ? firstValue(each, root) : ""} onChange={(next) => change(Object.keys(next).length || !nullable ? next : null)} />}</Labelled>;
    if (SCHEMAS.has(name)) return <Labelled {...props}>{(bind) => <JsonSource id={bind.id} label={props.label} value={value} nullable={nullable} onChange={change} />}</Labelled>;
    return <Labelled {...props}>{(bind) => <JsonInput {...bind} value={value} nullable={nullable} onChange={change} rows={6} />}</Labelled>;
  }
  if (value === undefined || value === null) {
    return <Group {...props}><Add name={"Set " + props.label.toLowerCase()} onClick={() => change(firstValue(schema, root))} /></Group>;
  }
  return (
    <Group {...props} action={nullable ? <Remove name={props.label} onClick={() => change(null)} /> : null}>
      <div className="sb-box"><Properties schema={schema} root={root} value={value} path={path} component={component} owner={owner} /></div>
    </Group>
  );
}

/** Objects of one shape under names of the person's choosing. */
function NamedObjects({ schema, root, value, path, nullable, change, owner, ...props }) {
  const [name, setName] = useState("");
  const entries = Object.entries(value ?? {});
  const taken = !name || name in (value ?? {});
  const remove = (key) => {
    const rest = Object.fromEntries(entries.filter(([other]) => other !== key));
    change(Object.keys(rest).length || !nullable ? rest : null);
  };
  return (
    <Group {...props}>
      {entries.map(([key]) => (
        <fieldset className="sb-box" key={key}>
          <legend><span className="sb-group-head"><span className="sb-label st-mono">{key}</span><Remove name={key} onClick={() => remove(key)} /></span></legend>
          <Properties schema={schema} root={root} value={value[key]} path={join(path, key)} component={null} owner={owner} />
        </fieldset>
      ))}
      <div className="sb-row">
        <input className="st-input" aria-label={`Name of a new entry in ${props.label}`} placeholder="Name" value={name} onChange={(e) => setName(e.target.value)} />
        <button type="button" className="st-btn" disabled={taken} onClick={() => { change({ ...value, [name]: firstValue(schema, root) }); setName(""); }}>Add</button>
      </div>
    </Group>
  );
}

function Properties({ schema, root, value, path, component, owner }) {
  const names = [...new Set([...Object.keys(schema.properties ?? {}), ...Object.keys(value ?? {})])];
  const required = new Set(schema.required ?? []);
  return names.filter((name) => !("const" in resolve(schema.properties?.[name] ?? {}, root))).map((name) => (
    <Field key={name} name={name} schema={schema.properties?.[name] ?? {}} root={root} value={value?.[name]} path={join(path, name)} required={required.has(name)} component={component} owner={owner} />
  ));
}

function Union({ name, options, root, value, path, nullable, change, component, owner, ...props }) {
  const current = value === undefined || value === null ? -1 : matching(options, value);
  const choices = options.map((option, index) => ({ value: index, label: wordFor(option) }));
  return (
    <Group {...props} action={<SelectInput aria-label={"Kind of " + props.label.toLowerCase()} value={current < 0 ? null : current} empty={nullable || current < 0 ? "Not set" : undefined} options={choices}
      onChange={(index) => change(index === null ? null : convert(value, firstValue(options[index], root)))} />}>
      {current < 0 ? null : (
        options[current].properties ? <div className="sb-box"><Properties schema={options[current]} root={root} value={value} path={path} component={component} owner={owner} /></div>
          : <div className="sb-unlabelled"><Single name={name} widget={widgetFor(name, options[current])} schema={options[current]} root={root} value={value} path={path} nullable={false} change={change} component={component} owner={owner} label={props.label} /></div>
      )}
    </Group>
  );
}

/** Keep what two shapes of a value share. */
function convert(before, after) {
  if (typeof after === "string" && Array.isArray(before)) return String(before[0] ?? "");
  if (Array.isArray(after) && typeof before === "string") return [before];
  if (!before || typeof before !== "object" || !after || typeof after !== "object" || Array.isArray(after)) return after;
  return { ...after, ...Object.fromEntries(Object.entries(before).filter(([key]) => key in after && key !== "type")) };
}

const WORDS = { string: "Text", array: "List", object: "Object", integer: "Number", number: "Number", boolean: "Yes or no" };
const wordFor = (option) => SHAPES[option.title] ?? (option.enum ? "One of a few" : (option.properties && option.title?.replace(/([a-z])([A-Z])/g, "$1 $2")) || WORDS[option.type] || option.title || "Any");

export function Group({ label, help, error, required, action, children }) {
  return (
    <div className="sb-field" role="group" aria-label={label} data-error={error ? "" : undefined}>
      <div className="sb-group-head"><span className="sb-label">{label}{required ? <span className="sb-required"> *</span> : null}</span>{action}</div>
      {children}
      {help ? <p className="sb-help">{help}</p> : null}
      {error ? <p className="sb-error" role="alert">{error}</p> : null}
    </div>
  );
}

