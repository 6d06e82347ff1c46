// Automatic layout in the browser, from the sizes nodes really have.
import dagre from "@dagrejs/dagre";

/** Return a position for every node that may move; `keep` holds ids that stay. */
export function arrange(nodes, edges, keep = new Set()) {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
    .setGraph({ rankdir: "LR", nodesep: 40, ranksep: 112, marginx: 0, marginy: 0 })
    .setDefaultEdgeLabel(() => ({}));
  const movable = nodes.filter((node) => node.type !== "note");
  for (const node of movable) graph.setNode(node.id, { width: node.measured?.width ?? 288, height: node.measured?.height ?? 140 });
  for (const edge of edges) if (edge.source !== edge.target) graph.setEdge(edge.source, edge.target, {}, edge.id);
  dagre.layout(graph);
  return movable.filter((node) => !keep.has(node.id)).map((node) => {
    const { x, y, width, height } = graph.node(node.id);
    return { id: node.id, x: snap(x - width / 2), y: snap(y - height / 2) };
  });
}

export const snap = (value) => Math.round(value / 8) * 8;
