// The canvas: owns every interaction in the browser, reports semantic operations, and adopts a
// graph only when the server publishes a new one.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  Background, BackgroundVariant, MiniMap, Panel, ReactFlow, ReactFlowProvider, applyEdgeChanges, applyNodeChanges, useReactFlow,
} from "@xyflow/react";
import { toast } from "sonner";
import "@xyflow/react/dist/style.css";
import "./canvas.css";
import { EDGE_TYPES } from "./edges.jsx";
import { NODE_TYPES } from "./nodes.jsx";
import { FIT, ScopePath, Toolbar, Trouble } from "./overlays.jsx";
import { QuickAdd } from "./quick_add.jsx";
import { arrange, noteSpot, snap } from "./layout.js";
import { MIME, dropOn, refusal, slotFor, targetFor } from "./drop.js";
import { COMMANDS, canvasKey, onCopy, onPaste, openSelected, pageKey } from "./keys.js";
import { className, isPaper } from "./kinds.jsx";
import { frameSelected, framed } from "./frames.jsx";
import { GapLine, gapFor } from "./order.jsx";
import { useRunLights } from "./runs.js";
import { command, emit, get, isWaiting, nodeById, patch, selectNodes, useStore } from "./store.js";

const SNAP = [8, 8];
const FREE = new Set(["Swarm", "GraphFlow"]);
const MANY = 120;

const toNode = (node, selected) => ({
  id: node.id, type: node.type, position: node.position, data: node.data, selected,
  ariaLabel: node.type === "note" ? "Note" : `${node.data.label}, ${node.data.type_label}`,
  ...(isPaper(node) ? { width: node.data.width, height: node.data.height } : {}),
  ...(node.type === "frame" ? { zIndex: -1, dragHandle: ".sb-frame-head" } : {}),
});

const ARROWS = {
  handoff: { type: "arrowclosed", width: 16, height: 16, color: "var(--st-kind-agent-solid)" },
  graph: { type: "arrowclosed", width: 16, height: 16, color: "var(--st-text-3)" },
};
const toEdge = (edge, orders, bypassed) => ({
  ...edge, className: bypassed.has(edge.source) || bypassed.has(edge.target) ? "sb-bypassed" : undefined, selectable: edge.data.editable, focusable: edge.data.editable,
  data: edge.type === "participant" ? { ...edge.data, order: orders?.get(edge.target) } : edge.data,
  ...(edge.type === "participant" ? {} : { markerEnd: ARROWS[edge.type] }),
});

/** Merge a published graph into what is on the screen: keep sizes, selection and nodes in hand. */
export function merge(current, graph, selected, held) {
  const before = new Map(current.map((node) => [node.id, node]));
  return graph.nodes.map((node) => {
    const old = before.get(node.id);
    const next = toNode(node, selected.includes(node.id));
    if (!old) return next;
    const data = JSON.stringify(old.data) === JSON.stringify(node.data) ? old.data : node.data;
    const position = held.get(node.id) ?? (old.dragging ? old.position : node.position);
    return { ...old, ...next, data, position };
  });
}

// What a click or a frame drawn around nodes selects; what is selected from elsewhere comes as props.
function choose(changes) {
  const picks = changes.filter((change) => change.type === "select");
  if (!picks.length) return;
  const chosen = new Set(get().selected);
  for (const { id, selected } of picks) {
    if (selected) chosen.add(id);
    else chosen.delete(id);
  }
  selectNodes([...chosen]);
}

// Where a node goes that its frame takes along.
function carriedTo({ from, nodes }, frame, node) {
  const start = nodes.get(node.id);
  return start ? { ...node, position: { x: start.x + frame.position.x - from.x, y: start.y + frame.position.y - from.y } } : node;
}

function orders(graph) {
  const head = graph.nodes.find((node) => node.type === "team" && node.data.order === null);
  if (className(head?.data.provider) !== "RoundRobinGroupChat") return null;
  return new Map(graph.nodes.filter((node) => typeof node.data.order === "number").map((node) => [node.id, node.data.order + 1]));
}

function useCanvasState(flow) {
  const graph = useStore((s) => s.graph);
  const selected = useStore((s) => s.selected);
  const [nodes, setNodes] = useState([]);
  const [edges, setEdges] = useState([]);
  const held = useRef(new Map());
  const seen = useRef(null);

  useEffect(() => {
    if (!graph) { setNodes([]); setEdges([]); seen.current = null; return; }
    if (!isWaiting()) held.current.clear();
    const order = orders(graph);
    const known = seen.current;
    const fresh = known ? graph.nodes.filter((node) => !known.ids.has(node.id)).map((node) => node.id) : [];
    const moved = known && known.scope === get().scope;
    seen.current = { ids: new Set(graph.nodes.map((node) => node.id)), scope: get().scope };
    setNodes((current) => merge(current, graph, get().selected, held.current));
    const bypassed = new Set(graph.nodes.filter((node) => node.data.bypassed).map((node) => node.id));
    setEdges((current) => {
      const chosen = new Set(current.filter((edge) => edge.selected).map((edge) => edge.id));
      return graph.edges.map((edge) => ({ ...toEdge(edge, order, bypassed), selected: chosen.has(edge.id) }));
    });
    if (!moved) requestAnimationFrame(() => requestAnimationFrame(() => flow.fitView(FIT)));
    else if (fresh.length) arrived(fresh, flow);
  }, [graph]);

  useEffect(() => {
    const chosen = new Set(selected);
    const mark = (item) => (Boolean(item.selected) === chosen.has(item.id) ? item : { ...item, selected: chosen.has(item.id) });
    setNodes((current) => current.map(mark));
    setEdges((current) => current.map(mark));
  }, [selected]);

  // The inspector takes a part of the canvas: what it is about stays in sight.
  const inspecting = useStore((s) => (s.focus !== null && s.panels?.inspectorOpen ? "yes" : "") + s.panels?.drawer);
  useEffect(() => {
    if (inspecting) requestAnimationFrame(() => requestAnimationFrame(() => keepInSight(get().selected, flow)));
  }, [inspecting]);

  return { nodes, edges, setNodes, setEdges, held: held.current };
}

/** Move the view just so far that a selected node is not cut off. */
function keepInSight(ids, flow) {
  const box = document.querySelector(".sb-canvas")?.getBoundingClientRect();
  const inspector = document.querySelector(".sb-inspector")?.getBoundingClientRect();
  const at = ids.length && document.querySelector(`.react-flow__node[data-id="${CSS.escape(ids[0])}"]`)?.getBoundingClientRect();
  if (!box || !at) return;
  const right = Math.min(box.right, inspector && inspector.left < box.right ? inspector.left : box.right) - 24;
  const dx = at.right > right ? right - at.right : at.left < box.left + 24 ? box.left + 24 - at.left : 0;
  const dy = at.bottom > box.bottom - 24 && at.height < box.height ? box.bottom - 24 - at.bottom : at.top < box.top + 16 ? box.top + 16 - at.top : 0;
  if (!dx && !dy) return;
  const { x, y, zoom } = flow.getViewport();
  flow.setViewport({ x: x + dx, y: y + dy, zoom }, { duration: 160 });
}

// New nodes are selected and brought into view.
function arrived(ids, flow) {
  selectNodes(ids);
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const box = document.querySelector(".sb-canvas")?.getBoundingClientRect();
    const outside = ids.some((id) => {
      const at = document.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect();
      return !at || at.left < box.left || at.top < box.top || at.right > box.right || at.bottom > box.bottom;
    });
    if (outside) flow.fitView({ ...FIT, duration: 160 });
  }));
}

const miniColor = (node) => (node.type === "frame" ? "transparent" : `var(--st-kind-${node.data.kind}-solid, var(--st-border-strong))`);

function Canvas({ dark }) {
  const flow = useReactFlow();
  const { nodes, edges, setNodes, setEdges, held } = useCanvasState(flow);
  const { grid, minimap } = useStore((s) => ({ grid: s.panels.grid, minimap: s.panels.minimap }));
  const free = FREE.has(className(nodes.find((node) => node.data.order === null && node.type === "team")?.data.provider));
  useRunLights();

  const onNodesChange = useCallback((changes) => {
    setNodes((current) => applyNodeChanges(changes, current));
    choose(changes);
    const moves = changes.filter((c) => c.type === "position" && c.dragging === false && c.position)
      .map((c) => ({ op: "move", id: c.id, x: snap(c.position.x), y: snap(c.position.y) }));
    if (!moves.length) return;
    for (const move of moves) held.set(move.id, { x: move.x, y: move.y });
    const { gap } = get();
    const node = gap && moves.length === 1 ? nodeById(moves[0].id) : null;
    patch({ gap: null });
    emit(node ? [...moves, { op: "reorder", path: node.data.path, index: gap.index }] : moves, 120);
  }, []);
  const carried = useRef(null);
  const onNodeDragStart = useCallback((_, node) => {
    carried.current = node.type === "frame" ? { from: node.position, nodes: framed(node, flow.getNodes()) } : null;
  }, []);
  const onNodeDrag = useCallback((_, node, dragged) => {
    if (carried.current) setNodes((current) => current.map((other) => carriedTo(carried.current, node, other)));
    else if (dragged.length === 1 && typeof node.data.order === "number" && orders(get().graph)) {
      const gap = gapFor(node, flow.getNodes());
      if (gap?.index !== get().gap?.index || gap?.x !== get().gap?.x) patch({ gap });
    }
  }, []);
  const onNodeDragStop = useCallback(() => {
    if (!carried.current) return;
    const moves = flow.getNodes().filter((other) => carried.current.nodes.has(other.id)).map((other) => ({ op: "move", id: other.id, x: snap(other.position.x), y: snap(other.position.y) }));
    for (const move of moves) held.set(move.id, { x: move.x, y: move.y });
    carried.current = null;
    emit(moves, 120);
  }, []);
  const onEdgesChange = useCallback((changes) => {
    setEdges((current) => applyEdgeChanges(changes, current));
    choose(changes);
  }, []);
  const onConnect = useCallback(({ source, target }) => emit({ op: "connect", source, target }), []);
  const onConnectEnd = useCallback((event, connection) => {
    if (connection.isValid || !connection.fromNode || connection.toNode) return;
    const point = "changedTouches" in event ? event.changedTouches[0] : event;
    openHere(flow, point, { from: connection.fromNode.id });
  }, []);
  const onDragOver = useCallback((e) => {
    if (!get().drag) return;
    e.preventDefault();
    e.dataTransfer.dropEffect = get().drag.path && !e.altKey ? "move" : "copy";
  }, []);
  const onDrop = useCallback((e) => {
    const drag = get().drag;
    if (!drag && !e.dataTransfer.types.includes(MIME)) return;
    e.preventDefault();
    patch({ drag: null });
    if (!drag || (drag.path && !e.altKey)) return;
    const data = targetFor(drag.kind);
    if (!data) return void toast.error(refusal(drag.kind));
    const at = flow.screenToFlowPosition({ x: e.clientX, y: e.clientY });
    dropOn(data, drag, { slot: slotFor(data, drag.kind).slot, copy: true, position: { x: snap(at.x - 144), y: snap(at.y - 24) } });
  }, []);
  const onArrange = useCallback(() => {
    const moves = arrange(flow.getNodes(), flow.getEdges());
    const at = new Map(moves.map((move) => [move.id, { x: move.x, y: move.y }]));
    for (const [id, place] of at) held.set(id, place);
    setNodes((current) => current.map((node) => (at.has(node.id) ? { ...node, position: at.get(node.id) } : node)));
    emit(moves.map((move) => ({ op: "move", ...move })));
    requestAnimationFrame(() => flow.fitView({ ...FIT, duration: 160 }));
  }, []);
  const onNote = useCallback(() => {
    emit({ op: "note_add", text: "", ...noteSpot(flow.getNodes()), scope: get().scope });
  }, []);
  const onFrame = useCallback(() => frameSelected(flow.getNodes(), noteSpot(flow.getNodes())), []);
  // A click on a node that is selected already leads from one of its parts back to the node itself.
  const onNodeClick = useCallback((event, node) => {
    if (!isPaper(node) && !event.shiftKey && !event.ctrlKey && !event.metaKey) patch({ focus: node.data.path });
  }, []);
  const onNodeDoubleClick = useCallback((_, node) => {
    const nested = node.data.drill?.[0];
    if (nested) command("scope", nested.path);
    else openSelected();
  }, []);

  useEffect(() => {
    const onKey = (e) => { if (pageKey(e) || canvasKey(e, flow)) e.preventDefault(); };
    const copy = (e) => onCopy(e, false), cut = (e) => onCopy(e, true);
    window.addEventListener("keydown", onKey);
    document.addEventListener("copy", copy);
    document.addEventListener("cut", cut);
    document.addEventListener("paste", onPaste);
    window.dispatchEvent(new CustomEvent("studio:commands", { detail: { owner: "build", items: [
      ...COMMANDS,
      { id: "build:arrange", title: "Arrange automatically", group: "Build", run: onArrange },
      { id: "build:group", title: "Group what is selected", group: "Build", keys: "G", run: onFrame },
      { id: "build:fit", title: "Fit to view", group: "Build", keys: "0", run: () => flow.fitView(FIT) },
    ] } }));
    return () => {
      window.removeEventListener("keydown", onKey);
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", cut);
      document.removeEventListener("paste", onPaste);
      window.dispatchEvent(new CustomEvent("studio:commands", { detail: { owner: "build", items: [] } }));
    };
  }, []);

  const onKeyDown = useCallback((e) => {
    const { classList, dataset } = e.target;
    const id = dataset?.id;
    if (!id || !(classList.contains("react-flow__node") || classList.contains("react-flow__edge"))) return;
    if (e.key === "Enter") { e.preventDefault(); selectNodes([id]); openSelected(); }
    else if (e.key === " ") { e.preventDefault(); selectNodes([id]); }
  }, []);

  return (
    <div className="sb-canvas" onKeyDown={onKeyDown} data-free={free || undefined}>
      <ReactFlow
        nodes={nodes} edges={edges} nodeTypes={NODE_TYPES} edgeTypes={EDGE_TYPES} colorMode={dark ? "dark" : "light"}
        onNodesChange={onNodesChange} onEdgesChange={onEdgesChange} onNodeDragStart={onNodeDragStart} onNodeDrag={onNodeDrag} onNodeDragStop={onNodeDragStop}
        onConnect={onConnect} onConnectEnd={onConnectEnd} onDrop={onDrop} onDragOver={onDragOver} onNodeClick={onNodeClick} onNodeDoubleClick={onNodeDoubleClick}
        nodesConnectable={free} disableKeyboardA11y deleteKeyCode={null} snapToGrid snapGrid={SNAP} minZoom={0.1} maxZoom={2}
        multiSelectionKeyCode={["Shift", "Meta", "Control"]} selectionKeyCode="Shift" zoomOnDoubleClick={false} selectNodesOnDrag={false} nodeDragThreshold={4}
        onlyRenderVisibleElements={nodes.length > MANY} proOptions={{ hideAttribution: true }}
        aria-label="Team canvas"
      >
        {grid ? <Background variant={BackgroundVariant.Dots} gap={24} size={1.5} /> : null}
        <Panel position="top-left"><ScopePath /></Panel>
        <Panel position="top-right"><Trouble /></Panel>
        {nodes.length === 1 && nodes[0].type === "team" ? <Panel position="top-center"><p className="sb-start-hint">Drag an agent here from the library, or press “Add participant”.</p></Panel> : null}
        <Panel position="bottom-left"><Toolbar flow={flow} onArrange={onArrange} onNote={onNote} onFrame={onFrame} /></Panel>
        <GapLine />
        {minimap && nodes.length > 7 ? <MiniMap pannable zoomable nodeColor={miniColor} nodeStrokeWidth={0} nodeBorderRadius={12} ariaLabel="Mini map" /> : null}
      </ReactFlow>
      <QuickAdd />
    </div>
  );
}

/** Offer what may be added at a point of the empty canvas. */
export function openHere(flow, point, { from } = {}) {
  const head = get().graph?.nodes.find((node) => node.data.path === get().scope);
  const slot = head?.data.slots.find((item) => item.slot === "participants");
  if (!slot) return;
  const at = flow.screenToFlowPosition({ x: point.clientX, y: point.clientY });
  patch({ quickAdd: {
    x: point.clientX, y: point.clientY, kinds: slot.kinds, path: head.data.path, slot: slot.slot, label: slot.label,
    position: { x: snap(at.x), y: snap(at.y - 32) }, from,
  } });
}

export function TeamCanvas({ dark }) {
  const ready = useStore((s) => s.panels !== null);
  const dimmed = useMemo(() => Boolean(dark), [dark]);
  return ready ? <ReactFlowProvider><Canvas dark={dimmed} /></ReactFlowProvider> : null;
}
