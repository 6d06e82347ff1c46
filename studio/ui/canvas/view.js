// What is seen of the canvas: all of it, or the view moved just so far that something is not cut off.

/** How the view is fitted: never larger than life, never too small to read; on a phone names alone must do. */
export const FIT = {
  padding: { top: "32px", left: "24px", right: "24px", bottom: "72px" }, maxZoom: 1,
  get minZoom() { return window.innerWidth < 700 ? 0.45 : 0.6; },
};
const MARGIN = 24;

/** How long the view takes to move, in milliseconds: no time at all for those who want no motion. */
export const GLIDE = { get duration() { return window.matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 140; } };

/** Act once what was just changed has been drawn. */
export const afterDrawing = (act) => requestAnimationFrame(() => requestAnimationFrame(act));

// The part of the window where the canvas shows and no panel lies over it.
function clearing() {
  const canvas = document.querySelector(".sb-canvas")?.getBoundingClientRect();
  if (!canvas?.width) return null;
  const over = document.querySelector(".sb-inspector")?.getBoundingClientRect();
  const right = over && over.left > canvas.left + 160 && over.left < canvas.right ? over.left : canvas.right;
  return { left: canvas.left, top: canvas.top, right, bottom: canvas.bottom };
}

// Where a node is in the window, drawn or not.
function boxOf(flow, id) {
  const node = flow.getNode(id);
  if (!node) return null;
  const { x, y } = flow.flowToScreenPosition(node.position), zoom = flow.getZoom();
  return { left: x, top: y, right: x + (node.measured?.width ?? 288) * zoom, bottom: y + (node.measured?.height ?? 120) * zoom };
}

/** How far something has to be shifted to lie between two limits; what is too long begins at the first. */
const shift = (from, to, least, most) => (from < least || to - from > most - least ? least - from : to > most ? most - to : 0);

/** Move the view just so far that a node is not cut off. */
export function keepInSight(flow, id) {
  const room = clearing(), at = id && boxOf(flow, id);
  if (!room || !at) return;
  const dx = shift(at.left, at.right, room.left + MARGIN, room.right - MARGIN);
  const dy = shift(at.top, at.bottom, room.top + MARGIN, room.bottom - MARGIN);
  if (!dx && !dy) return;
  const { x, y, zoom } = flow.getViewport();
  flow.setViewport({ x: x + dx, y: y + dy, zoom }, GLIDE);
}

/** Show everything, unless all of these nodes are in sight already. */
export function fitUnlessSeen(flow, ids) {
  const room = clearing();
  const cut = (at) => !at || at.left < room.left || at.top < room.top || at.right > room.right || at.bottom > room.bottom;
  if (room && ids.some((id) => cut(boxOf(flow, id)))) flow.fitView({ ...FIT, ...GLIDE });
}

/** Give the whole screen to the canvas, or take it back. */
export const fullScreen = () => (document.fullscreenElement ? document.exitFullscreen() : document.querySelector(".sb-canvas")?.requestFullscreen());
