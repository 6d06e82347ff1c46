// Components inside a component: shown as cards that open, replace and remove.
import { ArrowDown, ArrowUp, Replace, X } from "lucide-react";
import { KindIcon, kindOfComponent, labelOf, typeLabel } from "../../canvas/component/kinds.jsx";
import { emit, focusPath, get, patch, setValue } from "../../canvas/component/store.js";
import { join, valueAt } from "../../canvas/component/pointer.js";
import { reorder } from "../../canvas/component/drop.js";
import { classesFor, kindsFor } from "./hints.js";
import { Add } from "./inputs.jsx";

function ask(event, request) {
  const box = event.currentTarget.getBoundingClientRect();
  patch({ quickAdd: { x: box.left - 24, y: box.bottom, ...request } });
}

const MOVE = "application/x-studio-order";

/** What makes a card of a list draggable to another place in it. */
function orderBinding(list, path, index) {
  const mine = (e) => e.dataTransfer.types.includes(MOVE) && get().drag?.path?.startsWith(list + "/");
  const leave = (e) => { delete e.currentTarget.dataset.over; };
  return {
    draggable: true,
    onDragStart: (e) => { e.dataTransfer.setData(MOVE, path); e.dataTransfer.effectAllowed = "copyMove"; patch({ drag: { kind: kindOfComponent(valueAt(get().component, path)), path } }); },
    onDragEnd: () => patch({ drag: null }),
    onDragOver: (e) => { if (mine(e)) { e.preventDefault(); e.currentTarget.dataset.over = ""; } },
    onDragLeave: leave,
    onDrop: (e) => {
      leave(e);
      if (!mine(e)) return;
      e.preventDefault();
      if (get().drag.path !== path) emit({ op: "reorder", path: get().drag.path, index });
    },
  };
}

export function ComponentCard({ value, path, kinds, classes, label, onRemove, onMove, order = {} }) {
  const kind = kindOfComponent(value);
  const type = typeLabel(value.provider);
  const name = labelOf(value);
  return (
    <div className="sb-card" data-kind={kind} {...order}>
      <button type="button" className="sb-card-open" onClick={() => focusPath(path)} aria-label={`Open ${name}`}>
        <KindIcon kind={kind} provider={value.provider} size={24} />
        <span><b>{name}</b>{type !== name ? <em>{type}</em> : null}</span>
      </button>
      {onMove ? <>
        <button type="button" className="sb-icon" aria-label={`Move ${name} up`} title="Earlier" onClick={() => onMove(-1)}><ArrowUp aria-hidden="true" /></button>
        <button type="button" className="sb-icon" aria-label={`Move ${name} down`} title="Later" onClick={() => onMove(1)}><ArrowDown aria-hidden="true" /></button>
      </> : null}
      {kinds ? <button type="button" className="sb-icon" aria-label={`Replace ${name}`} title="Replace" onClick={(e) => ask(e, { kinds, classes, label, at: path })}><Replace aria-hidden="true" /></button> : null}
      {onRemove ? <button type="button" className="sb-icon" aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}><X aria-hidden="true" /></button> : null}
    </div>
  );
}

export function ComponentSlot({ name, label, help, error, required, value, path, optional }) {
  const kinds = kindsFor(name), classes = classesFor(name);
  const filled = value && typeof value === "object";
  return (
    <div className="sb-field" role="group" aria-label={label} data-error={error ? "" : undefined}>
      <span className="sb-label">{label}{required ? <span className="sb-required"> *</span> : null}</span>
      {filled ? <ComponentCard value={value} path={path} kinds={kinds} classes={classes} label={label} onRemove={optional ? () => setValue(path, null, 0) : null} />
        : <Add name={"Choose"} aria-label={`Choose ${label}`} onClick={(e) => ask(e, { kinds, classes, label, at: path })} />}
      {help ? <p className="sb-help">{help}</p> : null}
      {error ? <p className="sb-error" role="alert">{error}</p> : null}
    </div>
  );
}

export function ComponentList({ name, label, help, error, value, path, owner }) {
  const items = Array.isArray(value) ? value : value ? [value] : [];
  const kinds = kindsFor(name);
  return (
    <div className="sb-field" role="group" aria-label={label} data-error={error ? "" : undefined}>
      <span className="sb-label">{label}{items.length ? <em>{items.length}</em> : null}</span>
      {items.map((item, index) => {
        const at = Array.isArray(value) ? join(path, index) : path;
        return <ComponentCard key={index} value={item} path={at} onRemove={() => emit({ op: "remove", path: at })} onMove={items.length > 1 ? (by) => reorder(at, by) : null} order={items.length > 1 ? orderBinding(path, at, index) : undefined} />;
      })}
      <Add name="Add" aria-label={`Add to ${label}`} onClick={(e) => ask(e, { kinds, label, path: owner, slot: name === "tools" ? undefined : name })} />
      {help ? <p className="sb-help">{help}</p> : null}
      {error ? <p className="sb-error" role="alert">{error}</p> : null}
    </div>
  );
}
