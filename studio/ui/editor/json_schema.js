// Completion and hover help for component JSON: each component's fields come from its own schema.
import { syntaxTree } from "@codemirror/language";
import { parts } from "../../canvas/component/pointer.js";
import { kindOfComponent } from "../../canvas/component/kinds.jsx";
import { classesFor, fieldHelp, kindsFor } from "../../forms/component/hints.js";
import { alternatives, componentShape, isComponentSchema, resolve } from "../../forms/component/schema.js";
import { pathAt } from "./json_path.js";
import { placeAtEnd } from "./json_scan.js";

const FRAME = { provider: "Which class this is.", component_type: "What kind of component it is.", version: "Version of this format.", component_version: "Version of the class.", label: "What to call it on the screen.", description: "What it is for.", config: "The fields of the class." };

/** The schema at a path, from the nearest component around it; `provider(n)` names the class of the object n steps in. */
function schemaAt(path, provider, catalogue) {
  let found = null;
  path.forEach((key, index) => {
    const name = key === "config" ? provider(index) : null;
    if (name) found = { name, from: index + 1 };
  });
  const root = catalogue.get(found?.name)?.config_schema;
  if (!root) return null;
  let schema = root;
  for (const key of path.slice(found.from)) {
    const option = alternatives(schema, root).options.find((item) => item.properties?.[key] || item.type === "array" || item.additionalProperties);
    schema = option?.properties?.[key] ?? (option?.type === "array" ? option.items : option?.additionalProperties) ?? null;
    if (!schema || schema === true) return null;
  }
  return { schema: resolve(schema, root), root, provider: found.name };
}

const quote = (value) => JSON.stringify(value);
const typeWord = (schema) => schema.type ?? (schema.anyOf?.map((option) => option.type ?? option.$ref?.split("/").pop()).filter((name) => name && name !== "null").join(" or ") ?? "");

function helpFor(key, place, catalogue) {
  const component = { provider: place.provider, component_type: catalogue.get(place.provider)?.component_type };
  return fieldHelp(key, place.schema, { kind: kindOfComponent(component), component: componentShape(place.schema, place.root) });
}

// A quote that the editor has closed by itself is replaced together with what stands before it.
const write = (text) => (view, completion, from, to) => {
  const end = view.state.sliceDoc(to, to + 1) === '"' && view.state.sliceDoc(from, from + 1) === '"' ? to + 1 : to;
  const rest = /^\s*:/.test(view.state.sliceDoc(end, end + 20)) ? text.replace(/: $/, "") : text;
  view.dispatch({ changes: { from, to: end, insert: rest }, selection: { anchor: from + rest.length }, userEvent: "input.complete" });
};

function keysOf(place, holder, provider, used, catalogue) {
  const inner = place && alternatives(place.schema, place.root).options.filter((option) => option.properties);
  if (place && !isComponentSchema(inner?.[0])) {
    return inner.flatMap((option) => Object.entries(option.properties).map(([key, schema]) => ({ key, schema: resolve(schema, place.root), boost: option.required?.includes(key) ? 2 : 0 })))
      .filter(({ key }) => !used.has(key))
      .map(({ key, schema, boost }) => ({ label: quote(key), type: "property", detail: typeWord(schema), info: helpFor(key, { ...place, schema }, catalogue) || undefined, boost, apply: write(quote(key) + ": ") }));
  }
  if (holder.at(-1) === "config" && !provider) return [];
  return Object.entries(FRAME).filter(([key]) => !used.has(key)).map(([key, info], index) => ({ label: quote(key), type: "property", info, boost: -index, apply: write(quote(key) + ": ") }));
}

function valuesOf(place) {
  return alternatives(place.schema, place.root).options.flatMap((option) => option.enum ?? ("const" in option ? [option.const] : option.type === "boolean" ? [true, false] : []))
    .map((value) => ({ label: quote(value), type: "enum", apply: write(quote(value)) }));
}

/** Whole components for a place that takes one. */
function componentsFor(path, place, indent, catalogue) {
  const field = path.findLast((key) => typeof key === "string");
  const shape = componentShape(place.schema, place.root);
  if (shape !== "one" && !alternatives(place.schema, place.root).options.some(isComponentSchema)) return [];
  const kinds = kindsFor(field), classes = classesFor(field);
  return [...new Set(catalogue.values())].filter((info) => !info.missing && (classes ? classes.includes(info.provider.split(".").pop()) : kinds.includes(info.kind)))
    .map((info) => ({ label: info.label, type: "class", detail: "new", info: info.description || undefined, apply: write(JSON.stringify(info.template, null, 2).replaceAll("\n", "\n" + indent)) }));
}

/** Complete keys of a config, values of enumerations, providers and whole components. */
export function completions(context, catalogue) {
  const { state, pos, explicit } = context;
  if (!catalogue) return null;
  const { path, expects, from, token, frames } = placeAtEnd(state.sliceDoc(0, pos));
  if (!explicit && !token) return null;
  const provider = (index) => frames[index]?.values.provider;
  const answer = (options) => (options.length ? { from, options, validFor: /^"?[\w.$ {}-]*"?$/ } : null);
  if (expects === "key") {
    const inner = frames.at(-1);
    const used = new Set(Object.keys(inner.values).filter((key) => quote(key) !== token));
    return answer(keysOf(schemaAt(path, provider, catalogue), path, inner.values.provider, used, catalogue));
  }
  if (path.at(-1) === "provider") {
    return answer([...new Set(catalogue.values())].filter((info) => !info.missing).map((info) => ({ label: quote(info.provider), detail: info.label, type: "class", apply: write(quote(info.provider)) })));
  }
  const place = schemaAt(path, provider, catalogue);
  if (!place) return null;
  const indent = /^\s*/.exec(state.doc.lineAt(pos).text)[0];
  return answer([...valuesOf(place), ...componentsFor(path, place, indent, catalogue)]);
}

/** What the schema says about the key under the pointer. */
export function describe(state, position, catalogue) {
  const property = syntaxTree(state).resolveInner(position, 0);
  if (property.name !== "PropertyName" || !catalogue) return null;
  const path = parts(pathAt(state, property.to));
  const { frames } = placeAtEnd(state.sliceDoc(0, property.from));
  const place = schemaAt(path, (index) => frames[index]?.values.provider, catalogue);
  const key = path.at(-1);
  const lines = place ? [helpFor(key, place, catalogue) || place.schema.description, typeWord(place.schema), "default" in place.schema ? `Default: ${quote(place.schema.default)}` : ""] : [FRAME[key]];
  const text = lines.filter(Boolean).join("\n");
  return text ? { from: property.from, to: property.to, text } : null;
}
