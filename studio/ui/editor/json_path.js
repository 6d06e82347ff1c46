// Between JSON pointers and places in a text, through the syntax tree.
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { escape, parts } from "../../canvas/component/pointer.js";

const SKIPPED = new Set(["[", "]", "{", "}", ",", ":", "⚠"]);
const keyOf = (state, property) => {
  const name = property.getChild("PropertyName");
  if (!name) return null;
  try {
    return JSON.parse(state.sliceDoc(name.from, name.to));
  } catch {
    return null;
  }
};
const treeOf = (state) => ensureSyntaxTree(state, state.doc.length, 200) ?? syntaxTree(state);

function items(array) {
  const found = [];
  for (let child = array.firstChild; child; child = child.nextSibling) if (!SKIPPED.has(child.name)) found.push(child);
  return found;
}

/** The range of the value at a pointer, or of the nearest value around it. */
export function rangeOf(state, pointer) {
  let node = treeOf(state).topNode.firstChild;
  if (!node) return null;
  for (const key of parts(pointer ?? "")) {
    let next = null;
    if (node.name === "Object") {
      for (let child = node.firstChild; child; child = child.nextSibling) {
        if (child.name === "Property" && keyOf(state, child) === key) { next = child.lastChild; break; }
      }
    } else if (node.name === "Array") next = items(node)[Number(key)] ?? null;
    if (!next) break;
    node = next;
  }
  return { from: node.from, to: node.to };
}

/** The pointer of the value that a position is in. */
export function pathAt(state, position) {
  let node = treeOf(state).resolveInner(position, -1);
  const keys = [];
  for (; node; node = node.parent) {
    if (node.name === "Property") {
      const key = keyOf(state, node);
      if (key !== null) keys.unshift(key);
    } else if (node.parent?.name === "Array" && !SKIPPED.has(node.name)) {
      keys.unshift(items(node.parent).findIndex((item) => item.from === node.from));
    }
  }
  return keys.map((key) => "/" + escape(key)).join("");
}
