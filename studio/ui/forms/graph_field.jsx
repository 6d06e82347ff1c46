// The graph of a graph flow beside the canvas: where it begins, and when each agent starts.
import { setValue, useStore } from "../../canvas/component/store.js";
import { join, parent, valueAt } from "../../canvas/component/pointer.js";
import { Labelled, SelectInput } from "./inputs.jsx";

const STARTS = [{ value: "all", label: "All that lead here have spoken" }, { value: "any", label: "Any that leads here has spoken" }];

export function GraphField({ label, value, path }) {
  const members = useStore((s) => valueAt(s.component, join(parent(path), "participants")));
  const names = (Array.isArray(members) ? members : []).map((item) => item?.config?.name).filter(Boolean);
  const nodes = value?.nodes ?? {};
  const led = new Set(Object.values(nodes).flatMap((node) => (node?.edges ?? []).map((edge) => edge.target)));
  return (
    <div className="sb-field" role="group" aria-label={label}>
      <span className="sb-label">{label}</span>
      <p className="sb-help">Drawn on the canvas: drag from the edge of one agent to another. Select a path to give it a condition.</p>
      <div className="sb-box">
        <Labelled label="Begins with">{(bind) => (
          <SelectInput {...bind} value={value?.default_start_node} empty="Whoever nobody leads to" options={names.map((name) => ({ value: name, label: name }))} onChange={(name) => setValue(join(path, "default_start_node"), name, 0)} />
        )}</Labelled>
        {names.filter((name) => led.has(name) && nodes[name]).map((name) => (
          <Labelled key={name} label={`${name} starts when`}>{(bind) => (
            <SelectInput {...bind} value={nodes[name].activation ?? "all"} options={STARTS} onChange={(next) => setValue(join(path, "nodes", name, "activation"), next, 0)} />
          )}</Labelled>
        ))}
      </div>
    </div>
  );
}
