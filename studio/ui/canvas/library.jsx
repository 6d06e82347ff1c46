// The left panel: a searchable library to drag or click from, and the team as a list.
import { memo, useMemo, useRef, useState } from "react";
import { ChevronDown, ListTree, PanelLeftClose, PanelLeftOpen, Search, Shapes } from "lucide-react";
import { toast } from "sonner";
import { KindIcon, kindOf } from "./kinds.jsx";
import { addItem, MIME } from "./drop.js";
import { ORDER, recentIds, remember, search, useItems } from "./items.js";
import { Outline } from "./outline.jsx";
import { patch, setPanels, useStore } from "./store.js";
import "./library.css";

function use(item) {
  const { refused, target } = addItem(item);
  if (refused) toast.error(refused);
  else {
    remember(item.id);
    toast(`Added ${item.label} to ${target.label}.`);
  }
}

const Item = memo(function Item({ item }) {
  return (
    <li>
      <button type="button" className="sb-lib-item" draggable data-kind={item.kind} title={item.description}
        aria-label={`Add ${kindOf(item.kind).word.toLowerCase()} ${item.label}`}
        onClick={() => use(item)}
        onDragStart={(e) => {
          e.dataTransfer.setData(MIME, item.id);
          e.dataTransfer.setData("text/plain", JSON.stringify(item.component));
          e.dataTransfer.effectAllowed = "copy";
          patch({ drag: { kind: item.kind, component: item.component, label: item.label } });
        }}
        onDragEnd={() => { remember(item.id); patch({ drag: null }); }}>
        <KindIcon kind={item.kind} provider={item.component.provider} size={24} />
        <span>{item.label}</span>
      </button>
    </li>
  );
});

function Section({ kind, items, open, onToggle }) {
  const { many, icon: Icon } = kindOf(kind);
  const firstPlain = items.some((item) => !item.plain) ? items.find((item) => item.plain) : null;
  return (
    <section className="sb-lib-section">
      <h3>
        <button type="button" aria-expanded={open} onClick={onToggle} data-kind={kind}>
          <ChevronDown className="sb-chevron" aria-hidden="true" /><Icon aria-hidden="true" className="sb-lib-icon" />
          <span>{many}</span><em>{items.length}</em>
        </button>
      </h3>
      {open ? <ul>{items.map((item) => (item === firstPlain ? [<li key="plain" className="sb-lib-plain">Plain</li>, <Item key={item.id} item={item} />] : <Item key={item.id} item={item} />))}</ul> : null}
    </section>
  );
}

const CLOSED = new Set(["model_context", "code_executor", "other", "memory", "workbench", "team"]);

function Library() {
  const { items, error } = useItems();
  const [query, setQuery] = useState("");
  const [flipped, setFlipped] = useState({});
  const list = useRef(null);
  const found = useMemo(() => search(items ?? [], query), [items, query]);
  const groups = useMemo(() => ORDER.map((kind) => [kind, found.filter((item) => item.kind === kind)]).filter(([, list]) => list.length), [found]);
  const recent = useMemo(() => {
    const byId = new Map((items ?? []).map((item) => [item.id, item]));
    return recentIds().map((id) => byId.get(id)).filter(Boolean).slice(0, 4);
  }, [items]);
  // Arrows go from the search into the list, and through it.
  const step = (e) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!by || e.ctrlKey || e.metaKey || e.altKey) return;
    const stops = [document.getElementById("sb-search"), ...list.current.querySelectorAll("button")];
    const next = stops[Math.max(0, stops.indexOf(document.activeElement)) + by];
    e.preventDefault();
    e.stopPropagation();
    next?.focus();
  };
  return (
    <div className="sb-lib-all" onKeyDown={step}>
      <div className="sb-lib-search">
        <Search aria-hidden="true" />
        <input id="sb-search" className="st-input" type="search" placeholder="Search" aria-label="Search the library" value={query} onChange={(e) => setQuery(e.target.value)}
          onKeyDown={(e) => { if (e.key === "Enter" && query && groups.length) use(groups[0][1][0]); }} />
      </div>
      <div className="sb-lib-list" ref={list}>
        {items === null ? <div className="sb-lib-loading" aria-busy="true" aria-label="Loading the library">{[...Array(8)].map((_, i) => <div key={i} className="st-skeleton" />)}</div> : null}
        {error ? <p className="sb-hint" role="alert">{error}</p> : null}
        {items !== null && !error && !found.length ? <p className="sb-hint">{query ? `Nothing in the library is called “${query}”.` : "The library is empty."}</p> : null}
        {!query && recent.length ? <section className="sb-lib-section"><h3 className="sb-lib-recent">Recently used</h3><ul>{recent.map((item) => <Item key={item.id} item={item} />)}</ul></section> : null}
        {groups.map(([kind, list]) => (
          <Section key={kind} kind={kind} items={list} open={query ? true : CLOSED.has(kind) === Boolean(flipped[kind])}
            onToggle={() => setFlipped((f) => ({ ...f, [kind]: !f[kind] }))} />
        ))}
      </div>
    </div>
  );
}

export function LibraryPanel() {
  const panels = useStore((s) => s.panels);
  if (!panels) return null;
  const { libraryOpen, libraryTab } = panels;
  if (!libraryOpen) {
    return (
      <aside className="sb-library" data-open="false" aria-label="Library">
        <button type="button" className="sb-icon" title="Open the library" aria-label="Open the library" onClick={() => setPanels({ libraryOpen: true })}><PanelLeftOpen aria-hidden="true" /></button>
      </aside>
    );
  }
  const tab = (id, name, Icon) => (
    <button type="button" role="tab" id={"sb-tab-" + id} aria-selected={libraryTab === id} aria-controls="sb-library-body" onClick={() => setPanels({ libraryTab: id })}><Icon aria-hidden="true" />{name}</button>
  );
  return (
    <aside className="sb-library" data-open="true" aria-label="Library and list of nodes">
      <div className="sb-lib-head">
        <div role="tablist" aria-label="Left panel" className="sb-seg">{tab("library", "Library", Shapes)}{tab("outline", "List", ListTree)}</div>
        <button type="button" className="sb-icon" title="Close the panel" aria-label="Close the library" onClick={() => setPanels({ libraryOpen: false })}><PanelLeftClose aria-hidden="true" /></button>
      </div>
      <div id="sb-library-body" role="tabpanel" aria-labelledby={"sb-tab-" + libraryTab} className="sb-lib-body">
        {libraryTab === "outline" ? <Outline /> : <Library />}
      </div>
    </aside>
  );
}

