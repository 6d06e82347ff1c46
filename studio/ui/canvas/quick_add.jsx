// A small searchable list of what fits a place, where the person clicked or let go of an edge.
import { useEffect, useMemo, useRef, useState } from "react";
import { KindIcon, kindOf } from "./kinds.jsx";
import { remember, search, useItems } from "./items.js";
import { parent, valueAt } from "./pointer.js";
import { emit, get, patch, setValue, useStore } from "./store.js";

const WIDTH = 296, HEIGHT = 360;

/** Put a component where the list was asked for: at a path, into a list, beside a condition, on a node. */
function place(component, { at, append, wrap, from, path, slot, position }) {
  if (at) setValue(at, component, 0);
  else if (append) setValue(append, [...(valueAt(get().component, append) ?? []), component], 0);
  else if (wrap) emit({ op: "add", component, target: parent(parent(wrap)), slot: "termination" });
  else {
    const id = "n" + crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
    const add = { op: "add", component, target: path, slot, ...(position ? { position } : {}) };
    emit(from ? [{ ...add, id }, { op: "connect", source: from, target: id }] : add);
  }
}

function List({ request }) {
  const { items, error } = useItems();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const [hurried, setHurried] = useState(false);
  const box = useRef(null);
  const loading = items === null && !request.choices;
  const found = useMemo(() => search(request.choices ?? items ?? [], query, request.kinds, request.classes).slice(0, 40), [items, query, request]);
  const close = () => patch({ quickAdd: null });
  const choose = (item) => {
    if (!item) return;
    close();
    if (item.run) return void item.run();
    remember(item.id);
    place(structuredClone(item.component), request);
  };
  useEffect(() => {
    const away = (e) => { if (!box.current?.contains(e.target)) close(); };
    document.addEventListener("pointerdown", away, true);
    return () => document.removeEventListener("pointerdown", away, true);
  }, []);
  // Who typed and pressed Enter before the list was there gets what it then finds first.
  useEffect(() => { if (hurried && !loading) choose(found[0]); }, [hurried, loading]);
  useEffect(() => { document.getElementById("sb-quick-" + at)?.scrollIntoView({ block: "nearest" }); }, [at]);
  const onKeyDown = (e) => {
    if (e.key === "ArrowDown") setAt((i) => Math.min(i + 1, found.length - 1));
    else if (e.key === "ArrowUp") setAt((i) => Math.max(i - 1, 0));
    else if (e.key === "Enter") loading ? setHurried(true) : choose(found[at]);
    else if (e.key === "Escape") close();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  const title = request.title ?? `Add to ${request.label}`;
  const left = Math.max(8, Math.min(request.x + 8, window.innerWidth - WIDTH - 8));
  const top = Math.max(56, Math.min(request.y + 8, window.innerHeight - HEIGHT - 8));
  return (
    <div ref={box} className="sb-quick" role="dialog" aria-label={title} style={{ left, top, width: WIDTH, maxHeight: HEIGHT }} onKeyDown={onKeyDown}>
      <input autoFocus className="st-input" placeholder={request.title ?? `Add to ${request.label.toLowerCase()}`} aria-label={request.title ?? `Search what fits ${request.label}`} role="combobox" aria-expanded="true"
        aria-controls="sb-quick-list" aria-activedescendant={"sb-quick-" + at} value={query} onChange={(e) => { setQuery(e.target.value); setAt(0); }} />
      <ul id="sb-quick-list" role="listbox">
        {loading ? <li className="sb-hint">Loading…</li> : null}
        {error ? <li className="sb-hint">{error}</li> : null}
        {!loading && !error && !found.length ? <li className="sb-hint">Nothing that fits is called that.</li> : null}
        {found.map((item, index) => (
          <li key={item.id} id={"sb-quick-" + index} role="option" aria-selected={index === at} onPointerMove={() => setAt(index)} onClick={() => choose(item)}>
            <KindIcon kind={item.kind} provider={item.component.provider} size={24} />
            <span><b>{item.label}</b><em>{item.description || kindOf(item.kind).word}</em></span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function QuickAdd() {
  const request = useStore((s) => s.quickAdd);
  return request ? <List key={`${request.path}:${request.slot}:${request.x}`} request={request} /> : null;
}
