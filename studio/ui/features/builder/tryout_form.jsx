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

export function ToolList({ tools, chosen, onChoose, children }) {
  if (!tools.length) return <p className="sb-help">It offers no tools.</p>;
  return (
    <ul className="sb-try-tools" aria-label="Tools">
      {tools.map((tool) => {
        const open = tool.name === chosen;
        return (
          <li key={tool.name} data-open={open || undefined}>
            <button type="button" aria-expanded={open} onClick={() => onChoose(open ? "" : tool.name)}>
              <span><b className="st-mono">{tool.name}</b>{tool.description ? <em>{tool.description}</em> : null}</span>
              <ChevronDown className="sb-chevron" aria-hidden="true" />
            </button>
            {open ? <div className="sb-try-tool">{children(tool)}</div> : null}
          </li>
        );
      })}
    </ul>
  );
}
