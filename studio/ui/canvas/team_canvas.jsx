// The canvas: owns every interaction in the browser, reports semantic operations, and adopts a
// graph only when the server publishes a new one.
import { useCallback, useEffect, useMemo, useRef } from "react";
import {
  MiniMap, Panel, ReactFlow, ReactFlowProvider, applyEdgeChanges, applyNodeChanges, useReactFlow,
} from "@xyflow/react";
import { toast } from "sonner";
import "@xyflow/react/dist/style.css";
import "./canvas.css";
import { EDGE_TYPES, FarEdges } from "./edges.jsx";
import { Distance, Ground, moving } from "./far.jsx";
import { NODE_TYPES } from "./nodes.jsx";
import { orders, seen, useCanvasState } from "./graph_state.js";
import { ScopePath, Toolbar, Trouble } from "./overlays.jsx";
import { QuickAdd } from "./quick_add.jsx";
import { arrange, noteSpot, snap } from "./layout.js";
import { MIME, dropOn, refusal, slotFor, targetFor } from "./drop.js";
import { canvasKey, onCopy, onPaste, openSelected, pageKey } from "./keys.js";
import { useCommands } from "./commands.js";
import { className, isPaper } from "./kinds.jsx";
import { frameSelected, framed } from "./frames.jsx";
import { GapLine, gapFor } from "./order.jsx";
import { useRunLights } from "./runs.js";
import { command, emit, get, nodeById, patch, selectNodes, useStore } from "./store.js";

const SNAP = [8, 8];
const FREE = new Set(["Swarm", "GraphFlow"]);
const MANY = 40, MANY_EDGES = 200;

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

const miniColor = (node) => (node.type === "frame" ? "transparent" : `var(--st-kind-${node.data.kind}-solid, var(--st-border-strong))`);

function Canvas({ dark }) {
  const flow = useReactFlow();
  const { nodes, edges, setNodes, setEdges, held } = useCanvasState(flow);
  const minimap = useStore((s) => s.panels.minimap);
  const free = FREE.has(className(nodes.find((node) => node.data.order === null && node.type === "team")?.data.provider));
  const far = useStore((s) => s.far);
  const bulk = far && edges.length > MANY_EDGES;
  const drawn = useMemo(() => (bulk ? edges.filter((edge) => edge.selected) : edges), [bulk, edges]);
  useRunLights();

  const onNodesChange = useCallback((changes) => {
    setNodes((current) => seen(applyNodeChanges(changes, current), changes));
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
    held.clear();
    arrange(flow);
  }, []);
  const onNote = useCallback(() => {
    emit({ op: "note_add", text: "", ...noteSpot(flow.getNodes()), scope: get().scope });
  }, []);
  const onFrame = useCallback(() => frameSelected(flow.getNodes(), noteSpot(flow.getNodes())), []);
  useCommands(flow, { arrange: onArrange, note: onNote, group: onFrame });
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
    return () => {
      window.removeEventListener("keydown", onKey);
      document.removeEventListener("copy", copy);
      document.removeEventListener("cut", cut);
      document.removeEventListener("paste", onPaste);
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
    <div className="sb-canvas" onKeyDown={onKeyDown} data-free={free || undefined} data-far={far || undefined}>
      <ReactFlow
        nodes={nodes} edges={drawn} nodeTypes={NODE_TYPES} edgeTypes={EDGE_TYPES} colorMode={dark ? "dark" : "light"}
        onNodesChange={onNodesChange} onEdgesChange={onEdgesChange} onNodeDragStart={onNodeDragStart} onNodeDrag={onNodeDrag} onNodeDragStop={onNodeDragStop}
        onConnect={onConnect} onConnectEnd={onConnectEnd} onDrop={onDrop} onDragOver={onDragOver} onNodeClick={onNodeClick} onNodeDoubleClick={onNodeDoubleClick}
        nodesConnectable={free} disableKeyboardA11y deleteKeyCode={null} snapToGrid snapGrid={SNAP} minZoom={0.1} maxZoom={2}
        multiSelectionKeyCode={["Shift", "Meta", "Control"]} selectionKeyCode="Shift" zoomOnDoubleClick={false} selectNodesOnDrag={false} nodeDragThreshold={4} {...moving}
        onlyRenderVisibleElements={nodes.length > MANY && !far} proOptions={{ hideAttribution: true }}
        aria-label="Team canvas"
      >
        <Distance />
        <Ground />
        {bulk ? <FarEdges nodes={nodes} edges={edges} /> : null}
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
