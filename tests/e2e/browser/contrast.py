"""Contrast of the text on a page, as WCAG counts it."""

from playwright.sync_api import Page

_FAINT = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parse = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3]));
  const light = (colour) => {
    const [r, g, b] = colour.map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const said = (e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  const found = new Set();
  for (const e of document.querySelectorAll('body *')) {
    const { width, height } = e.getBoundingClientRect();
    if (!said(e) || !width || !height) continue;
    if (e.closest(':disabled, .st-sr, [aria-hidden=true], option')) continue;
    const layers = [];
    let opacity = 1;
    for (let at = e; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      opacity *= Number(style.opacity);
      layers.unshift(parse(style.backgroundColor));
    }
    if (!opacity) continue;
    const back = layers.reduce((under, layer) => over(layer, under), [255, 255, 255]);
    const ink = parse(getComputedStyle(e).color);
    const front = over([...ink.slice(0, 3), ink[3] * opacity], back);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) found.add(`${ratio.toFixed(2)} ${e.textContent.trim().slice(0, 40)}`);
  }
  return [...found];
}"""


def faint_texts(page: Page) -> list[str]:
    """Return the texts whose contrast is below 4.5 to 1."""
    return page.evaluate(_FAINT)
