// What the key sheet and the command palette list while a team is open.
import { useEffect } from "react";
import { copyText, duplicateSelected, removeSelected } from "./drop.js";
import { bypassSelected } from "./frames.jsx";
import { isPaper, kindOf } from "./kinds.jsx";
import { MOD, connectSelected, openSelected, searchLibrary, selectAll } from "./keys.js";
import { command, get, selectNodes, setPanels, useStore } from "./store.js";
import { FIT, GLIDE, fullScreen, keepInSight } from "./view.js";

const offer = (owner, items) => window.dispatchEvent(new CustomEvent("studio:commands", { detail: { owner, items } }));
const flip = (name) => setPanels({ [name]: !get().panels[name] });

const actions = (flow, { arrange, note, group }) => [
  ["save", "Save the team", MOD + " S", () => command("save")],
  ["undo", "Undo", MOD + " Z", () => command("undo")],
  ["redo", "Redo", MOD + " Shift Z", () => command("redo")],
  ["run", "Run the team", MOD + " Enter", () => command("run")],
  ["search", "Search the library", "/", searchLibrary],
  ["open", "Open in the inspector", "Enter", openSelected],
  ["duplicate", "Duplicate what is selected", MOD + " D", duplicateSelected],
  ["copy", "Copy as component JSON", MOD + " C", () => navigator.clipboard?.writeText(copyText())],
  ["cut", "Cut", MOD + " X"],
  ["paste", "Paste components", MOD + " V"],
  ["delete", "Delete what is selected", "Delete", removeSelected],
  ["all", "Select everything", MOD + " A", selectAll],
  ["move", "Go from node to node", "Arrows"],
  ["nudge", "Move a node", "Shift Arrows"],
  ["order", "Change the order of participants", "Alt Arrows"],
  ["connect", "Connect the selected agent to another", "C", connectSelected],
  ["bypass", "Bypass the selected agent", "B", bypassSelected],
  ["group", "Group what is selected", "G", group],
  ["leave", "Let go, or leave a nested team", "Esc"],
  ["fit", "Fit to view", "0", () => flow.fitView({ ...FIT, ...GLIDE })],
  ["full", "Zoom to 100 %", "1", () => flow.zoomTo(1, GLIDE)],
  ["in", "Zoom in", "+", () => flow.zoomIn(GLIDE)],
  ["out", "Zoom out", "-", () => flow.zoomOut(GLIDE)],
  ["arrange", "Arrange automatically", "", arrange],
  ["note", "Add a note", "", note],
  ["grid", "Show or hide the grid", "", () => flip("grid")],
  ["map", "Show or hide the mini map", "", () => flip("minimap")],
  ["screen", "Full screen", "", fullScreen],
  ["json", "Show the JSON", "", () => setPanels({ drawer: "json" })],
  ["python", "Show the Python", "", () => setPanels({ drawer: "python" })],
  ["problems", "Show the problems", "", () => setPanels({ drawer: "problems" })],
  ["outline", "Show the list of nodes", "", () => setPanels({ libraryOpen: true, libraryTab: "outline" })],
].map(([id, title, keys, run]) => ({ id: "build:" + id, title, group: "Build", keys, run }));

function goTo(flow, node) {
  selectNodes([node.id]);
  keepInSight(flow, node.id);
}

const nodesOf = (flow, graph) => graph.nodes.filter((node) => !isPaper(node)).flatMap((node) => [
  { id: "node:" + node.id, title: node.data.label, group: kindOf(node.data.kind).word + " on this canvas", run: () => goTo(flow, node) },
  ...node.data.drill.map((inner) => ({ id: "inside:" + inner.path, title: "Open " + inner.label, group: "Inside " + node.data.label, run: () => command("scope", inner.path) })),
]);

/** Offer the canvas's actions and its nodes for as long as it is on the screen. */
export function useCommands(flow, acts) {
  const graph = useStore((s) => s.graph);
  useEffect(() => {
    offer("build", actions(flow, acts));
    return () => offer("build", []);
  }, []);
  useEffect(() => {
    offer("nodes", graph ? nodesOf(flow, graph) : []);
    return () => offer("nodes", []);
  }, [graph]);
}
