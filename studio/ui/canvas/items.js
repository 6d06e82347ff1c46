// What can be added to a team: ready-made components of the galleries and plain classes of the catalogue.
import { useEffect, useState } from "react";
import { loadCatalogue, loadGalleryItems } from "./api.js";
import { className } from "./kinds.jsx";

const RECENT = "studio.builder.recent";
export const ORDER = ["agent", "team", "model", "tool", "workbench", "memory", "termination", "model_context", "code_executor", "other"];

const fromGallery = (entry) => ({
  id: "g:" + entry.item_id, kind: entry.kind, label: entry.label, description: entry.description || entry.summary,
  component: entry.component, detail: entry.type, plain: false,
});

const fromCatalogue = (info) => ({
  id: "c:" + info.provider, kind: info.kind, label: info.label, description: info.description, component: info.template,
  detail: info.missing ? "not installed" : "", plain: true,
});

let known = { items: null, error: "" };

/** Fetch everything that can be added; `error` says why it could not. */
export function useItems() {
  const [held, setHeld] = useState(known);
  useEffect(() => {
    let gone = false;
    Promise.allSettled([loadGalleryItems(), loadCatalogue()]).then(([gallery, catalogue]) => {
      if (gone) return;
      const ready = (gallery.value ?? []).map(fromGallery);
      const taken = new Set(ready.map((item) => item.label + item.component.provider));
      const plain = (catalogue.value ?? []).map(fromCatalogue).filter((item) => !taken.has(item.label + item.component.provider));
      const items = [...ready, ...plain];
      const failed = [gallery, catalogue].find((result) => result.status === "rejected");
      known = { items, error: items.length || !failed ? "" : failed.reason.message };
      setHeld(known);
    });
    return () => { gone = true; };
  }, []);
  return held;
}

/** Items whose label, description or type contains every word of the query, by label first. */
export function search(items, query, kinds = null, classes = null) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = [];
  for (const item of items) {
    if (kinds && !kinds.includes(item.kind)) continue;
    if (classes && !classes.includes(className(item.component.provider))) continue;
    const label = item.label.toLowerCase();
    const text = `${label} ${item.description} ${item.detail} ${item.kind}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    scored.push([words.filter((word) => label.includes(word)).length + (words.length && label.startsWith(words[0]) ? 1 : 0), item]);
  }
  return scored.sort((a, b) => b[0] - a[0]).map(([, item]) => item);
}

export function recentIds() {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? "[]");
  } catch {
    return [];
  }
}

export function remember(id) {
  localStorage.setItem(RECENT, JSON.stringify([id, ...recentIds().filter((other) => other !== id)].slice(0, 6)));
}
