// Reads that JSX makes over REST; writing goes through the page's state.
import { learn } from "./kinds.jsx";

async function ask(path, options = {}) {
  const response = await fetch(path, { credentials: "same-origin", ...options });
  if (response.ok) return response;
  let told = null;
  try {
    told = (await response.json()).error;
  } catch {
    // Not ours: a proxy or a broken connection answered.
  }
  const error = new Error(told?.message ?? `The server answered ${response.status}.`);
  error.hint = told?.hint ?? "";
  throw error;
}

const getJson = async (path, signal) => (await ask(path, { signal })).json();

const postJson = (path, body, signal) =>
  ask(path, { method: "POST", signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** The team as it was last saved. */
export const loadSaved = async (teamId, signal) => (await getJson(`/api/teams/${encodeURIComponent(teamId)}`, signal)).document.component;

export const loadDraft = (teamId, signal) => getJson(`/api/teams/${encodeURIComponent(teamId)}/draft`, signal);

const once = (load) => {
  let held = null;
  return () => (held ??= load().catch((error) => { held = null; throw error; }));
};

/** Every component class with its schema, by provider. */
export const loadCatalogue = once(async () => {
  const { items } = await getJson("/api/components");
  learn(items);
  return items;
});

/** Ready-made components from the galleries. */
export const loadGalleryItems = once(async () => (await getJson("/api/galleries/items")).items);

export const loadSecretNames = async () => (await getJson("/api/secrets")).items.map((item) => item.name);

export const saveSecret = (name, value) =>
  ask(`/api/secrets/${encodeURIComponent(name)}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ value }),
  });

/** The team as a program, as text. */
export async function exportText(component, target, { bypassed = [], signal } = {}) {
  return (await postJson("/api/export", { component, target, bypassed }, signal)).text();
}
