// Automatic layout in the browser, from the sizes nodes really have.
import dagre from "@dagrejs/dagre";
import { isPaper } from "./kinds.jsx";

const ROW_GAP = 40, COLUMN_GAP = 112, ROWS = 6, WIDTH = 288, HEIGHT = 140;

export const snap = (value) => Math.round(value / 8) * 8;
const wide = (node) => node.measured?.width ?? WIDTH;
const tall = (node) => node.measured?.height ?? HEIGHT;

/** Return a position for every node but notes and groups. */
export function arrange(nodes, edges) {
  const cards = nodes.filter((node) => !isPaper(node));
  const head = cards.find((node) => node.data.order === null);
  const drawn = edges.some((edge) => edge.type !== "participant");
  return drawn || !head ? layered(cards, edges) : columns(head, cards.filter((node) => node !== head));
}

// Without paths between them participants stand in their order, a few to a column.
function columns(head, members) {
  const ordered = members.toSorted((a, b) => a.data.order - b.data.order);
  const count = Math.max(1, Math.ceil(ordered.length / ROWS));
  const rows = Math.ceil(ordered.length / count) || 1;
  const stacks = Array.from({ length: count }, (_, index) => ordered.slice(index * rows, (index + 1) * rows));
  const heights = stacks.map((stack) => stack.reduce((sum, node) => sum + tall(node) + ROW_GAP, -ROW_GAP));
  const most = Math.max(tall(head), ...heights);
  const places = [{ id: head.id, x: 0, y: snap((most - tall(head)) / 2) }];
  stacks.forEach((stack, index) => {
    let y = (most - heights[index]) / 2;
    for (const node of stack) {
      places.push({ id: node.id, x: snap((index + 1) * (WIDTH + COLUMN_GAP)), y: snap(y) });
      y += tall(node) + ROW_GAP;
    }
  });
  return places;
}

function layered(cards, edges) {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
    .setGraph({ rankdir: "LR", nodesep: ROW_GAP, ranksep: COLUMN_GAP })
    .setDefaultEdgeLabel(() => ({}));
  for (const node of cards) graph.setNode(node.id, { width: wide(node), height: tall(node) });
  for (const edge of edges) if (edge.source !== edge.target) graph.setEdge(edge.source, edge.target, {}, edge.id);
  dagre.layout(graph);
  return cards.map((node) => {
    const { x, y, width, height } = graph.node(node.id);
    return { id: node.id, x: snap(x - width / 2), y: snap(y - height / 2) };
  });
}

/** A free place for a note: above everything, at the left. */
export function noteSpot(nodes) {
  const xs = nodes.map((node) => node.position.x), ys = nodes.map((node) => node.position.y);
  return nodes.length ? { x: snap(Math.min(...xs)), y: snap(Math.min(...ys) - 160) } : { x: 0, y: 0 };
}
