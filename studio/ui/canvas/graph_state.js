// The published graph as the nodes and edges on the screen: keeps sizes, selection, and what is in hand.
import { useEffect, useRef, useState } from "react";
import { useStore as useFlow } from "@xyflow/react";
import { className, isPaper } from "./kinds.jsx";
import { get, isWaiting, nodeFor, selectNodes, useStore } from "./store.js";
import { FIT, fitUnlessSeen, keepInSight, afterDrawing } from "./view.js";

const WIDTH = 288, HANDLE = 10;

const toNode = (node, selected) => ({
  id: node.id, type: node.type, position: node.position, data: node.data, selected,
  ariaLabel: node.type === "note" ? "Note" : `${node.data.label}, ${node.data.type_label}`,
  ...(isPaper(node) ? { width: node.data.width, height: node.data.height } : {}),
  ...(node.type === "frame" ? { zIndex: -1, dragHandle: ".sb-frame-head" } : {}),
});

// Until a card has been drawn it counts as tall as the server thinks, so that it need not be drawn to be placed.
function unseen(node) {
  if (isPaper(node)) return {};
  const { height } = node.data;
  const handle = (type, position, x) => ({ type, position, x: x - HANDLE / 2, y: (height - HANDLE) / 2, width: HANDLE, height: HANDLE });
  return { measured: { width: WIDTH, height }, handles: [handle("target", "left", 0), handle("source", "right", WIDTH)] };
}

/** Drop the guesses about cards that have been measured by now. */
export function seen(nodes, changes) {
  const ids = new Set(changes.filter((change) => change.type === "dimensions").map((change) => change.id));
  return ids.size ? nodes.map((node) => (node.handles && ids.has(node.id) ? { ...node, handles: undefined } : node)) : nodes;
}

const ARROWS = {
  handoff: { type: "arrowclosed", width: 16, height: 16, color: "var(--st-kind-agent-solid)" },
  graph: { type: "arrowclosed", width: 16, height: 16, color: "var(--st-text-3)" },
};
const toEdge = (edge, order, bypassed) => ({
  ...edge, className: bypassed.has(edge.source) || bypassed.has(edge.target) ? "sb-bypassed" : undefined, selectable: edge.data.editable, focusable: edge.data.editable,
  data: edge.type === "participant" ? { ...edge.data, order: order?.get(edge.target) } : edge.data,
  ...(edge.type === "participant" ? {} : { markerEnd: ARROWS[edge.type] }),
});

/** Merge a published graph into what is on the screen. */
export function merge(current, graph, selected, held) {
  const before = new Map(current.map((node) => [node.id, node]));
  return graph.nodes.map((node) => {
    const old = before.get(node.id);
    const next = toNode(node, selected.includes(node.id));
    if (!old) return { ...unseen(node), ...next };
    const data = JSON.stringify(old.data) === JSON.stringify(node.data) ? old.data : node.data;
    const position = held.get(node.id) ?? (old.dragging ? old.position : node.position);
    return { ...old, ...next, data, position };
  });
}

/** Whose turn is which, by node; null where turns are not in order. */
export function orders(graph) {
  const head = graph.nodes.find((node) => node.type === "team" && node.data.order === null);
  if (className(head?.data.provider) !== "RoundRobinGroupChat") return null;
  return new Map(graph.nodes.filter((node) => typeof node.data.order === "number").map((node) => [node.id, node.data.order + 1]));
}

// Until a person does something, panels that appear late may still change what fits.
function useTouched() {
  const touched = useRef(false);
  useEffect(() => {
    const touch = () => { touched.current = true; };
    const kinds = ["pointerdown", "wheel", "keydown"];
    for (const kind of kinds) window.addEventListener(kind, touch, { capture: true, passive: true });
    return () => { for (const kind of kinds) window.removeEventListener(kind, touch, { capture: true }); };
  }, []);
  return touched;
}

/** Nodes and edges for the canvas; `held` keeps where nodes were let go until the server knows. */
export function useCanvasState(flow) {
  const graph = useStore((s) => s.graph);
  const selected = useStore((s) => s.selected);
  const [nodes, setNodes] = useState([]);
  const [edges, setEdges] = useState([]);
  const held = useRef(new Map());
  const known = useRef(null);
  const touched = useTouched();

  useEffect(() => {
    if (!graph) { setNodes([]); setEdges([]); known.current = null; return; }
    if (!isWaiting()) held.current.clear();
    const order = orders(graph), before = known.current, { scope } = get();
    const fresh = before ? graph.nodes.filter((node) => !before.ids.has(node.id)).map((node) => node.id) : [];
    known.current = { ids: new Set(graph.nodes.map((node) => node.id)), scope };
    setNodes((current) => merge(current, graph, get().selected, held.current));
    const bypassed = new Set(graph.nodes.filter((node) => node.data.bypassed).map((node) => node.id));
    setEdges((current) => {
      const chosen = new Set(current.filter((edge) => edge.selected).map((edge) => edge.id));
      return graph.edges.map((edge) => ({ ...toEdge(edge, order, bypassed), selected: chosen.has(edge.id) }));
    });
    if (before?.scope !== scope) {
      flow.fitView(FIT);
      afterDrawing(() => flow.fitView(FIT));
    } else if (fresh.length) {
      selectNodes(fresh);
      afterDrawing(() => fitUnlessSeen(flow, fresh));
    }
  }, [graph]);

  useEffect(() => {
    const chosen = new Set(selected);
    const mark = (item) => (Boolean(item.selected) === chosen.has(item.id) ? item : { ...item, selected: chosen.has(item.id) });
    setNodes((current) => current.map(mark));
    setEdges((current) => current.map(mark));
  }, [selected]);

  // What is inspected or tried stays in sight when panels take a part of the canvas.
  const tried = useStore((s) => s.tryout?.path);
  const inspecting = useStore((s) => (s.focus !== null && s.panels?.inspectorOpen ? "yes" : "") + s.panels?.drawer);
  const room = useFlow((s) => `${s.width} ${s.height}`);
  useEffect(() => {
    if (!touched.current) return void flow.fitView(FIT);
    const id = tried === undefined ? inspecting && get().selected[0] : nodeFor(tried)?.id;
    const edge = get().graph?.edges.find((one) => one.id === id);
    if (id) afterDrawing(() => keepInSight(flow, edge?.target ?? id));
  }, [inspecting, tried, room]);

  return { nodes, edges, setNodes, setEdges, held: held.current };
}
