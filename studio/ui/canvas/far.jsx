// What keeps a large canvas smooth: fewer details from far away, and one layer that moves as a whole.
import { memo, useEffect } from "react";
import { ViewportPortal, useStore as useFlow } from "@xyflow/react";
import { get, patch, useStore } from "./store.js";

const FAR = 0.5, NEAR = 0.56, GAP = 24, DOT = 0.9;

/** Keeps the store told how far away the canvas is seen from; the two limits keep it from flickering. */
export function Distance() {
  const far = useFlow((s) => s.transform[2] < (get().far ? NEAR : FAR));
  useEffect(() => { patch({ far }); }, [far]);
  return null;
}

/**
 * The ground under all nodes. It is part of what moves and lies under everything, so that the browser
 * makes one layer of them all; without it each node would be a layer of its own.
 */
export const Ground = memo(function Ground() {
  const dots = useStore((s) => s.panels.grid && !s.far);
  const step = useFlow((s) => 2 ** Math.max(0, Math.ceil(Math.log2(0.6 / s.transform[2]))));
  const style = dots ? { "--gap": GAP * step + "px", "--dot": DOT * step + "px" } : undefined;
  return <ViewportPortal><div className="sb-ground" data-dots={dots || undefined} aria-hidden="true" style={style} /></ViewportPortal>;
});

const mark = (moving) => document.querySelector(".sb-canvas")?.toggleAttribute("data-moving", moving);

/** While the view moves it is shifted as it is, not drawn anew. */
export const moving = { onMoveStart: () => mark(true), onMoveEnd: () => mark(false) };
