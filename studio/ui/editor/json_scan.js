// Reads JSON up to a place in it, finished or not: which value or key stands there, and inside of what.

/** The place at the end of `text`: `path` to it, what it `expects`, where its token began, and the objects around it. */
export function placeAtEnd(text) {
  const frames = [];
  let word = -1;
  let at = 0;
  const top = () => frames.at(-1);
  const take = (value) => {
    const frame = top();
    if (!frame || frame.array) return;
    if (frame.key === null) frame.key = value;
    else frame.values[frame.key] = value;
  };
  for (; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at);
      if (end < 0) return told(frames, at, text.slice(at));
      take(readString(text.slice(at, end)));
      at = end - 1;
      word = -1;
    } else if (char === "{" || char === "[") {
      frames.push({ array: char === "[", index: 0, key: null, colon: false, values: {} });
      word = -1;
    } else if (char === "}" || char === "]") {
      frames.pop();
      word = -1;
    } else if (char === ",") {
      const frame = top();
      if (frame?.array) frame.index += 1;
      else if (frame) Object.assign(frame, { key: null, colon: false });
      word = -1;
    } else if (char === ":") {
      if (top()) top().colon = true;
      word = -1;
    } else if (/\s/.test(char)) word = -1;
    else if (word < 0) word = at;
  }
  return told(frames, word < 0 ? text.length : word, word < 0 ? "" : text.slice(word));
}

function told(frames, from, token) {
  const inner = frames.at(-1);
  const key = Boolean(inner && !inner.array && !inner.colon);
  const path = frames.slice(0, -1).map(step);
  if (inner && !key) path.push(step(inner));
  return { path, expects: key ? "key" : "value", from, token, frames };
}

const step = (frame) => (frame.array ? frame.index : frame.key);

function endOfString(text, start) {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === "\n") return -1;
  }
  return -1;
}

function readString(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text.slice(1, -1);
  }
}
