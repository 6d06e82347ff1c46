// Runs in the page: types into the first text of the form and tells how long each letter took to be drawn.
async (count) => {
  const field = document.querySelector(".sb-inspector textarea");
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
  const drawn = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  }));
  const times = [];
  field.focus();
  for (let i = 0; i < count; i += 1) {
    const began = performance.now();
    set.call(field, field.value + "x");
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await drawn();
    times.push(performance.now() - began);
    await new Promise((done) => setTimeout(done, 30));
  }
  return times;
}
