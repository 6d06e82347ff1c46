// A stop condition as the small tree it is: all of, any of, and the plain conditions inside.
import { X } from "lucide-react";
import { KindIcon, className, typeLabel } from "../../canvas/component/kinds.jsx";
import { emit, focusPath, patch, setValue, useStore } from "../../canvas/component/store.js";
import { join, valueAt } from "../../canvas/component/pointer.js";
import { Add } from "./inputs.jsx";
import { Field } from "./schema_form.jsx";
import { useCatalogue } from "./catalogue.js";

const OR = "autogen_agentchat.base.OrTerminationCondition";
const AND = "autogen_agentchat.base.AndTerminationCondition";
const isGroup = (component) => ["OrTerminationCondition", "AndTerminationCondition"].includes(className(component?.provider));
const group = (provider, conditions) => ({ provider, component_type: "termination", version: 1, component_version: 1, label: className(provider), config: { conditions } });

function ask(event, request) {
  const box = event.currentTarget.getBoundingClientRect();
  patch({ quickAdd: { x: box.left - 24, y: box.bottom, kinds: ["termination"], label: "Stop conditions", ...request } });
}

function Group({ component, path, onRemove, level }) {
  const conditions = component.config?.conditions ?? [];
  const all = className(component.provider) === "AndTerminationCondition";
  const remove = (index) => {
    const rest = conditions.filter((_, i) => i !== index);
    if (rest.length === 1) setValue(path, rest[0], 0);
    else if (!rest.length && onRemove) onRemove();
    else setValue(join(path, "config", "conditions"), rest, 0);
  };
  const flip = (provider) => {
    const next = { ...component, provider };
    if (!component.label || component.label === className(component.provider)) next.label = className(provider);
    setValue(path, next, 0);
  };
  return (
    <div className="sb-tree-group" role="group" aria-label={all ? "All of these" : "Any of these"} data-level={level}>
      <div className="sb-group-head">
        <div className="sb-seg" role="group" aria-label="How the conditions join">
          <button type="button" aria-pressed={!all} onClick={() => flip(OR)}>Any of</button>
          <button type="button" aria-pressed={all} onClick={() => flip(AND)}>All of</button>
        </div>
        {onRemove ? <button type="button" className="sb-icon" aria-label="Remove this group" title="Remove" onClick={onRemove}><X aria-hidden="true" /></button> : null}
      </div>
      {conditions.map((item, index) => <Condition key={index} component={item} path={join(path, "config", "conditions", index)} onRemove={() => remove(index)} level={level + 1} />)}
      <div className="sb-row">
        <Add name="Condition" aria-label="Add a condition" onClick={(e) => ask(e, { append: join(path, "config", "conditions") })} />
        <Add name="Group" aria-label="Add a group" onClick={() => setValue(join(path, "config", "conditions"), [...conditions, group(all ? OR : AND, [])], 0)} />
      </div>
    </div>
  );
}

function Condition({ component, path, onRemove, level }) {
  const catalogue = useCatalogue();
  if (isGroup(component)) return <Group component={component} path={path} onRemove={onRemove} level={level} />;
  const schema = catalogue?.get(component.provider)?.config_schema;
  const names = Object.keys(schema?.properties ?? component.config ?? {});
  return (
    <div className="sb-condition">
      <div className="sb-group-head">
        <button type="button" className="sb-card-open" onClick={() => focusPath(path)} aria-label={"Open " + typeLabel(component.provider)}><KindIcon kind="termination" size={20} /><b>{typeLabel(component.provider)}</b></button>
        {onRemove ? <button type="button" className="sb-icon" aria-label={"Remove " + typeLabel(component.provider)} title="Remove" onClick={onRemove}><X aria-hidden="true" /></button> : null}
      </div>
      {names.length ? (
        <div className="sb-condition-fields">
          {names.map((name) => <Field key={name} name={name} schema={schema?.properties?.[name] ?? {}} root={schema ?? {}} value={component.config?.[name]} path={join(path, "config", name)} required={schema?.required?.includes(name)} component={component} owner={path} />)}
        </div>
      ) : null}
    </div>
  );
}

export function ConditionTree({ label, value, path, many }) {
  if (many) return <Owner path={path.slice(0, path.lastIndexOf("/config/"))} />;
  return (
    <div className="sb-field" role="group" aria-label={label}>
      <span className="sb-label">{label}</span>
      {value ? <Condition component={value} path={path} onRemove={() => emit({ op: "remove", path })} level={0} />
        : <Add name="Choose a stop condition" onClick={(e) => ask(e, { at: path })} />}
      {value && !isGroup(value) ? <Add name="Another condition" onClick={(e) => ask(e, { wrap: path })} /> : null}
    </div>
  );
}

function Owner({ path }) {
  const component = useStore((s) => valueAt(s.component, path));
  return component ? <Group component={component} path={path} level={0} /> : null;
}
