// The input of a try-out: a form made from its schema, and the tools of a workbench to choose from.
import { useMemo } from "react";
import { ChevronDown } from "lucide-react";
import { removeAt, setAt } from "../../../canvas/component/pointer.js";
import { Field, FormTarget } from "../../../forms/component/schema_form.jsx";
import { firstValue } from "../../../forms/component/schema.js";

/** What a form starts with: the example, and for what is required and not in it a first value. */
export function firstInput(schema, example) {
  const needed = (schema.required ?? []).filter((name) => !(name in example) && schema.properties?.[name]);
  const plain = needed.filter((name) => ["boolean", "array", "object"].includes(schema.properties[name].type));
  return { ...Object.fromEntries(plain.map((name) => [name, firstValue(schema.properties[name], schema)])), ...example };
}

export function InputForm({ schema, value, onChange }) {
  const names = Object.keys(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  const target = useMemo(() => ({
    plain: true,
    set: (path, next) => onChange((before) => (next === null || next === undefined ? removeAt(before, path) : setAt(before, path, next))),
  }), [onChange]);
  if (!names.length) return <p className="sb-help">It takes no arguments.</p>;
  return (
    <FormTarget.Provider value={target}>
      {names.map((name) => <Field key={name} name={name} schema={schema.properties[name]} root={schema} value={value[name]} path={"/" + name.replaceAll("~", "~0").replaceAll("/", "~1")} required={required.has(name)} component={null} owner="" />)}
    </FormTarget.Provider>
  );
}

const KINDS = [["tool", "Tools"], ["resource", "Resources"], ["prompt", "Prompts"]];
const NOTHING = { type: "object", properties: {} };

/** The address that a template makes of what was given. */
const filledIn = (template, given) => template.replace(/\{([^}]*)\}/g, (_, name) => encodeURIComponent(given[name] ?? ""));
const parametersOf = (template) => {
  const names = [...template.matchAll(/\{([^}]*)\}/g)].map((found) => found[1]);
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])), required: names };
};

/** What a workbench offers, by kind: what each is called, takes and sends. */
export function offersOf({ tools = [], resources = [], templates = [], prompts = [] }) {
  return {
    tool: tools.map((item) => ({ ...item, id: item.name, action: "Call", input: (given) => ({ tool: item.name, arguments: given }) })),
    resource: [
      ...resources.map((item) => ({ ...item, id: item.uri, about: item.uri, input_schema: NOTHING, plain: true, action: "Read", input: () => ({ resource: item.uri }) })),
      ...templates.map((item) => ({ ...item, id: item.uri, about: item.uri, input_schema: parametersOf(item.uri), action: "Read", input: (given) => ({ resource: filledIn(item.uri, given) }) })),
    ],
    prompt: prompts.map((item) => ({ ...item, id: item.name, action: "Fill in", input: (given) => ({ prompt: item.name, arguments: given }) })),
  };
}

export function OfferTabs({ offers, view, onView }) {
  const shown = KINDS.filter(([kind]) => kind === "tool" || offers[kind].length);
  if (shown.length < 2) return null;
  return (
    <div className="sb-seg" role="group" aria-label="What it offers">
      {shown.map(([kind, name]) => <button key={kind} type="button" aria-pressed={view === kind} onClick={() => onView(kind)}>{name} {offers[kind].length}</button>)}
    </div>
  );
}

export function ToolList({ tools, chosen, onChoose, children }) {
  if (!tools.length) return <p className="sb-help">It offers no tools.</p>;
  return (
    <ul className="sb-try-tools" aria-label="Tools">
      {tools.map((tool) => {
        const open = tool.id === chosen;
        return (
          <li key={tool.id} data-open={open || undefined}>
            <button type="button" aria-expanded={open} onClick={() => onChoose(open ? "" : tool.id)}>
              <span><b className="st-mono">{tool.name}</b>{tool.about ? <em className="st-mono">{tool.about}</em> : null}{tool.description ? <em>{tool.description}</em> : null}</span>
              <ChevronDown className="sb-chevron" aria-hidden="true" />
            </button>
            {open ? <div className="sb-try-tool">{children(tool)}</div> : null}
          </li>
        );
      })}
    </ul>
  );
}
