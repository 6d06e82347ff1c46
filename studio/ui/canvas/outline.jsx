// The team as a tree: every node, slot and component, reachable and editable by keyboard alone.
import { memo, useMemo, useRef, useState } from "react";
import { ChevronRight, MoveRight, Plus } from "lucide-react";
import { KindIcon, isPaper, kindOf } from "./kinds.jsx";
import { reorder } from "./drop.js";
import { emit, focusPath, patch, selectNodes, useStore } from "./store.js";

const leafOf = (item, level) => ({
  id: "i:" + item.path, path: item.path, level, kind: item.kind, provider: item.provider, text: item.label, detail: item.detail,
  children: (item.items ?? []).map((inner) => leafOf(inner, level + 1)),
});

const slotOf = (data, slot, level) => ({
  id: `s:${data.path}:${slot.slot}`, level, slot, data, kind: slot.kind, text: slot.label,
  children: slot.items.map((item) => leafOf(item, level + 1)),
});

const WORDS = { handoff: "Hands over to", graph: "Leads to" };
const edgeOf = (edge, names, level) => ({
  id: "e:" + edge.id, edge: edge.id, level, kind: "other", text: `${WORDS[edge.type]} ${names.get(edge.target)}`, detail: edge.label, children: [],
});

const nodeOf = (node, level, edges = [], names = null) => ({
  id: "n:" + node.id, path: node.data.path, level, kind: node.data.kind, provider: node.data.provider, text: node.data.label, detail: node.data.type_label + (node.data.bypassed ? ", bypassed" : ""), bypassed: node.data.bypassed,
  order: node.data.order, problems: node.data.problems,
  children: [
    ...node.data.slots.filter((slot) => slot.slot !== "participants").map((slot) => slotOf(node.data, slot, level + 1)),
    ...edges.filter((edge) => edge.source === node.id && edge.data.editable).map((edge) => edgeOf(edge, names, level + 1)),
  ],
});

function treeOf(graph, scope) {
  const head = graph?.nodes.find((node) => node.data.path === scope && !isPaper(node));
  if (!head) return [];
  const members = graph.nodes.filter((node) => !isPaper(node) && node !== head);
  const names = new Map(members.map((node) => [node.id, node.data.label]));
  const root = nodeOf(head, 1);
  const slot = head.data.slots.find((item) => item.slot === "participants");
  if (slot) root.children.push({ ...slotOf(head.data, { ...slot, items: [] }, 2), children: members.map((node) => nodeOf(node, 3, graph.edges, names)) });
  else root.children.push(...members.map((node) => nodeOf(node, 2)));
  return [root];
}

function flatten(rows, closed, found = []) {
  for (const row of rows) {
    found.push(row);
    if (!closed.has(row.id)) flatten(row.children, closed, found);
  }
  return found;
}

const Row = memo(function Row({ row, open, chosen, tab, act }) {
  return (
    <li role="treeitem" data-row={row.id} aria-level={row.level} aria-expanded={row.children.length ? open : undefined} aria-selected={chosen} tabIndex={tab}
      data-slot={row.slot ? "" : undefined} data-bypassed={row.bypassed || undefined} aria-label={row.slot ? `${row.text}, ${row.children.length || "none"}. Enter adds.` : (row.edge ? row.text : `${kindOf(row.kind).word} ${row.text}`) + (row.detail ? ", " + row.detail : "")}
      style={{ paddingLeft: 4 + (row.level - 1) * 12 }}
      onClick={(e) => act.current.activate(row, e)} onFocus={() => act.current.focus(row)} onKeyDown={(e) => act.current.key(e, row)}>
      <span className="sb-twist" data-open={open} data-leaf={!row.children.length || undefined} aria-hidden="true"
        onClick={(e) => { e.stopPropagation(); act.current.toggle(row); }}><ChevronRight /></span>
      {row.slot ? null : row.edge ? <MoveRight className="sb-tree-edge" aria-hidden="true" /> : <KindIcon kind={row.kind} provider={row.provider} size={20} />}
      <span className="sb-tree-text">{row.text}</span>
      {typeof row.order === "number" ? <em>{row.order + 1}</em> : null}
      {row.slot ? <Plus className="sb-tree-plus" aria-hidden="true" /> : null}
    </li>
  );
});

export function Outline() {
  const { graph, scope, focus, only } = useStore((s) => ({ graph: s.graph, scope: s.scope, focus: s.focus, only: s.selected[0] }));
  const [closed, setClosed] = useState(new Set());
  const [current, setCurrent] = useState(null);
  const box = useRef(null);
  const act = useRef({});
  const rows = useMemo(() => flatten(treeOf(graph, scope), closed), [graph, scope, closed]);
  if (!graph) return <p className="sb-hint">Loading…</p>;
  const active = rows.find((row) => row.id === current) ?? rows.find((row) => row.path === focus && row.path !== undefined) ?? rows[0];

  const toggle = (row, open) => setClosed((set) => {
    const next = new Set(set);
    if (open ?? next.has(row.id)) next.delete(row.id);
    else next.add(row.id);
    return next;
  });
  const go = (row) => {
    if (!row) return;
    setCurrent(row.id);
    if (row.edge) selectNodes([row.edge]);
    else if (row.path !== undefined) focusPath(row.path, { open: false });
    requestAnimationFrame(() => box.current?.querySelector(`[data-row="${CSS.escape(row.id)}"]`)?.focus());
  };
  const activate = (row, event) => {
    setCurrent(row.id);
    if (row.edge) selectNodes([row.edge]);
    else if (row.slot) {
      const at = event.currentTarget.getBoundingClientRect();
      patch({ quickAdd: { x: at.right, y: at.top, kinds: row.slot.kinds, path: row.data.path, slot: row.slot.slot, label: row.slot.label } });
    } else focusPath(row.path);
  };
  const onKeyDown = (e, row) => {
    const index = rows.indexOf(row);
    const open = !closed.has(row.id);
    const act = {
      ArrowDown: () => (e.altKey && row.path ? reorder(row.path, 1) : go(rows[index + 1])),
      ArrowUp: () => (e.altKey && row.path ? reorder(row.path, -1) : go(rows[index - 1])),
      ArrowRight: () => (row.children.length && !open ? toggle(row, true) : go(rows[index + 1])),
      ArrowLeft: () => (row.children.length && open ? toggle(row, false) : go(rows.slice(0, index).findLast((other) => other.level < row.level))),
      Home: () => go(rows[0]),
      End: () => go(rows.at(-1)),
      Enter: () => activate(row, e),
      " ": () => activate(row, e),
      Delete: () => (row.edge ? emit({ op: "disconnect", edge: row.edge }) : row.path && row.path !== scope && emit({ op: "remove", path: row.path })),
    }[e.key];
    if (!act || (e.ctrlKey || e.metaKey)) return;
    e.preventDefault();
    e.stopPropagation();
    act();
  };
  act.current = { activate, toggle, key: onKeyDown, focus: (row) => setCurrent(row.id) };
  return (
    <ul className="sb-tree" role="tree" aria-label="Nodes of the team" ref={box}>
      {rows.map((row) => (
        <Row key={row.id} row={row} open={!closed.has(row.id)} chosen={row.edge ? row.edge === only : row.path !== undefined && row.path === focus} tab={row === active ? 0 : -1} act={act} />
      ))}
    </ul>
  );
}
