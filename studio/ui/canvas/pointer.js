// JSON pointers (RFC 6901) into a component, and copies of a document with one value changed.

const unescape = (key) => key.replaceAll("~1", "/").replaceAll("~0", "~");
export const escape = (key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1");
export const parts = (path) => (path ? path.slice(1).split("/").map(unescape) : []);
export const join = (path, ...keys) => path + keys.map((key) => "/" + escape(key)).join("");
export const parent = (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")));
export const isWithin = (path, ancestor) => path === ancestor || path.startsWith(ancestor + "/");

export function valueAt(document, path) {
  let value = document;
  for (const key of parts(path)) value = value?.[key];
  return value;
}

function change(value, keys, act) {
  const [key, ...rest] = keys;
  const copy = Array.isArray(value) ? [...value] : { ...(value ?? {}) };
  if (rest.length) copy[key] = change(copy[key], rest, act);
  else act(copy, key);
  return copy;
}

/** Return a document that holds `value` at `path`; everything untouched is shared. */
export function setAt(document, path, value) {
  return path ? change(document, parts(path), (copy, key) => { copy[key] = value; }) : value;
}

/** Return a document without what is at `path`. */
export function removeAt(document, path) {
  return change(document, parts(path), (copy, key) => {
    if (Array.isArray(copy)) copy.splice(Number(key), 1);
    else delete copy[key];
  });
}

export const isComponent = (value) =>
  Boolean(value) && typeof value === "object" && typeof value.provider === "string" && ("config" in value || "component_type" in value);

/** List the components on the way from the root to `path`, outermost first. */
export function componentsOn(document, path) {
  const found = [];
  let at = "";
  let value = document;
  if (isComponent(value)) found.push({ path: at, component: value });
  for (const key of parts(path)) {
    at = join(at, key);
    value = value?.[key];
    if (isComponent(value)) found.push({ path: at, component: value });
  }
  return found;
}

const nameIn = (value) => (isComponent(value) ? value.config?.name ?? "" : "");

/** Where what is at `path` in one document is in the next: list items are known by name, or else by being the same. */
export function follow(before, after, path) {
  let old = before;
  let now = after;
  let at = "";
  for (const key of parts(path)) {
    let next = key;
    if (Array.isArray(old) && Array.isArray(now)) {
      const item = old[key], name = nameIn(item);
      const same = name ? (other) => nameIn(other) === name : (other) => JSON.stringify(other) === JSON.stringify(item);
      if (!now[key] || !same(now[key])) {
        const found = now.findIndex(same);
        if (found >= 0) next = found;
        else if (now.length < old.length) return null;
      }
    }
    at = join(at, next);
    old = old?.[key];
    now = now?.[next];
  }
  return now === undefined ? null : at;
}

/** Follow a path whose beginning has moved. */
export function rebase(path, moved) {
  if (path === null || path === undefined) return path;
  for (const [from, to] of moved) if (from && isWithin(path, from)) return to + path.slice(from.length);
  return path;
}
