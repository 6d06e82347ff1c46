// To whom an agent may hand the conversation: agents of its team by name, or anyone else.
import { useMemo } from "react";
import { useStore } from "../../canvas/component/store.js";
import { join, parent, valueAt } from "../../canvas/component/pointer.js";
import { Add, Labelled, Remove, SelectInput, TextInput } from "./inputs.jsx";

const targetOf = (handoff) => (typeof handoff === "string" ? handoff : handoff?.target ?? "");

const DETAILS = [["description", "When"], ["message", "What the next agent is told"], ["name", "Name of the tool", "The model hands over by calling it."]];

export function Handoffs({ label, help, value, path, owner, onChange }) {
  const team = useStore((s) => valueAt(s.component, parent(owner ?? "")));
  const own = useStore((s) => valueAt(s.component, owner + "/config/name"));
  const others = useMemo(() => (Array.isArray(team) ? team : []).map((item) => item?.config?.name).filter((name) => name && name !== own), [team, own]);
  const items = Array.isArray(value) ? value : [];
  const change = (index, next) => onChange(items.map((item, i) => (i === index ? next : item)));
  const free = others.filter((name) => !items.some((item) => targetOf(item) === name));
  return (
    <div className="sb-field" role="group" aria-label={label}>
      <span className="sb-label">{label}</span>
      {items.map((item, index) => (
        <div className="sb-box" key={index}>
          <div className="sb-row" data-field={typeof item === "string" ? undefined : join(path, index, "target")}>
            <SelectInput aria-label={`Hand-off ${index + 1} goes to`} value={targetOf(item)} options={others.map((name) => ({ value: name, label: name }))}
              onChange={(name) => change(index, typeof item === "string" ? name : { ...item, target: name })} />
            <Remove name={"hand-off to " + targetOf(item)} onClick={() => onChange(items.length > 1 ? items.filter((_, i) => i !== index) : null)} />
          </div>
          {typeof item === "string" ? <button type="button" className="sb-link" onClick={() => change(index, { target: item, description: `Hand over to ${item}.`, name: "transfer_to_" + item.toLowerCase(), message: `Transferred to ${item}, adopting the role of ${item} immediately.` })}>Say when</button> : (
            <>
              {DETAILS.map(([field, name, about]) => (
                <div className="sb-at" key={field} data-field={join(path, index, field)}>
                  <Labelled label={name} help={about}>{(bind) => <TextInput {...bind} value={item[field]} onChange={(text) => change(index, { ...item, [field]: text })} />}</Labelled>
                </div>
              ))}
            </>
          )}
        </div>
      ))}
      <Add name="Add a hand-off" onClick={() => onChange([...items, free[0] ?? "user"])} />
      {help ? <p className="sb-help">{help}</p> : null}
    </div>
  );
}
