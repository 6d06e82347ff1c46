// Runs in the page: moves something for so many frames and tells how long each of them took.
async ([name, frames]) => {
  const pane = document.querySelector(".react-flow__pane");
  const box = pane.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const at = (clientX, clientY) => ({ bubbles: true, cancelable: true, view: window, clientX, clientY });
  const away = ({ left, top }) => Math.hypot(left - x, top - y);
  const [node] = [...document.querySelectorAll(".react-flow__node")]
    .sort((a, b) => away(a.getBoundingClientRect()) - away(b.getBoundingClientRect()));
  const start = node.getBoundingClientRect();
  const held = (by) => at(start.left + 20 + by, start.top + 12 + by / 2);
  const wave = (i) => (i % 60 < 30 ? i % 60 : 60 - (i % 60));
  const mouse = (type, place) => new MouseEvent(type, place);
  const acts = {
    idle: () => {},
    zoom: (i) => pane.dispatchEvent(new WheelEvent("wheel", { ...at(x, y), deltaY: i % 60 < 30 ? 8 : -8 })),
    pan: (i) => window.dispatchEvent(mouse("mousemove", at(x + 4 * wave(i), y + wave(i)))),
    drag: (i) => window.dispatchEvent(mouse("mousemove", held(i))),
  };
  if (name === "pan") pane.dispatchEvent(mouse("mousedown", at(x, y)));
  if (name === "drag") node.dispatchEvent(mouse("mousedown", held(0)));
  const times = [];
  await new Promise(requestAnimationFrame);
  const began = performance.now();
  let last = began;
  for (let i = 1; i <= frames; i += 1) {
    acts[name](i);
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    times.push(now - last);
    last = now;
  }
  const spent = last - began;
  if (name === "pan" || name === "drag") window.dispatchEvent(mouse("mouseup", name === "drag" ? held(frames) : at(x, y)));
  await new Promise((done) => setTimeout(done, 400));
  times.sort((a, b) => a - b);
  const nodes = document.querySelectorAll(".react-flow__node").length;
  return { fps: (frames * 1000) / spent, slow: times[Math.floor(frames * 0.95)], worst: times.at(-1), nodes };
}
