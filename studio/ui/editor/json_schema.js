// Completion and hover help for component JSON: each component's fields come from its own schema.
import { syntaxTree } from "@codemirror/language";
import { parts } from "../../canvas/component/pointer.js";
import { alternatives, resolve } from "../../forms/component/schema.js";
import { pathAt } from "./json_path.js";

const FRAME = { provider: "Which class this is.", component_type: "What kind of component it is.", version: "Version of this format.", component_version: "Version of the class.", label: "What to call it on the screen.", description: "What it is for.", config: "The fields of the class." };

function parse(state) {
  try {
    return JSON.parse(state.doc.toString());
  } catch {
    return null;
  }
}

/** The schema of the value at a path, found from the nearest component around it. */
function schemaAt(state, path, catalogue) {
  const keys = parts(path);
  const document = parse(state) ?? lastGood.get(state) ?? null;
  let value = document;
  let found = null;
  keys.forEach((key, index) => {
    if (value && typeof value === "object" && typeof value.provider === "string" && key === "config") found = { provider: value.provider, from: index + 1 };
    value = value?.[key];
  });
  if (!found && document) return null;
  const root = catalogue?.get(found?.provider)?.config_schema;
  if (!root) return null;
  let schema = root;
  for (const key of keys.slice(found.from)) {
    const option = alternatives(schema, root).options.find((item) => item.properties?.[key] || item.type === "array" || item.additionalProperties);
    schema = option?.properties?.[key] ?? (option?.type === "array" ? option.items : option?.additionalProperties) ?? null;
    if (!schema || schema === true) return null;
  }
  return { schema: resolve(schema, root), root };
}

// The text is seldom valid while a key is being typed: remember the last document that was.
const lastGood = { value: null, get: () => lastGood.value };

/** Complete keys of a config, values of enumerations, and providers. */
export function completions(context, catalogue) {
  const { state, pos, explicit } = context;
  const good = parse(state);
  if (good) lastGood.value = good;
  if (!catalogue) return null;
  const node = syntaxTree(state).resolveInner(pos, -1);
  const word = context.matchBefore(/"[\w.${}-]*"?/) ?? context.matchBefore(/\w*/);
  if (!word || (word.from === word.to && !explicit)) return null;
  const inKey = node.name === "PropertyName" || node.name === "Object" || (node.name === "⚠" && node.parent?.name === "Object");
  const path = pathAt(state, pos);
  const quote = (text) => JSON.stringify(text);
  if (inKey) {
    const holder = node.name === "PropertyName" ? path.slice(0, path.lastIndexOf("/")) : path;
    const place = schemaAt(state, holder, catalogue);
    const fields = place ? alternatives(place.schema, place.root).options.flatMap((option) => Object.entries(option.properties ?? {})) : Object.entries(FRAME).map(([key, description]) => [key, { description }]);
    return { from: word.from, options: fields.map(([key, schema]) => ({ label: quote(key), type: "property", detail: typeWord(schema), info: resolve(schema, place?.root ?? {}).description, apply: quote(key) + ": " })), validFor: /^"?[\w]*"?$/ };
  }
  if (path.endsWith("/provider")) {
    return { from: word.from, options: [...new Set([...catalogue.values()])].map((info) => ({ label: quote(info.provider), detail: info.label, type: "class" })), validFor: /^"?[\w.]*"?$/ };
  }
  const place = schemaAt(state, path, catalogue);
  const values = place ? alternatives(place.schema, place.root).options.flatMap((option) => option.enum ?? ("const" in option ? [option.const] : option.type === "boolean" ? [true, false] : [])) : [];
  return values.length ? { from: word.from, options: values.map((value) => ({ label: quote(value), type: "enum" })) } : null;
}

const typeWord = (schema) => schema.type ?? (schema.anyOf?.map((option) => option.type ?? option.$ref?.split("/").pop()).filter((name) => name && name !== "null").join(" or ") ?? "");

/** What the schema says about the key or value under the pointer. */
export function describe(state, position, catalogue) {
  const node = syntaxTree(state).resolveInner(position, 0);
  const property = node.name === "PropertyName" ? node : null;
  if (!property || !catalogue) return null;
  const path = pathAt(state, property.to);
  const place = schemaAt(state, path, catalogue);
  const key = parts(path).at(-1);
  const text = place ? [place.schema.description, typeWord(place.schema), "default" in place.schema ? `Default: ${JSON.stringify(place.schema.default)}` : ""].filter(Boolean).join("\n") : FRAME[key];
  return text ? { from: property.from, to: property.to, text } : null;
}
