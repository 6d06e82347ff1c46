// Reads JSON schemas as pydantic writes them: references, unions, nested components, first values.

/** Follow `$ref` and lone `allOf`; what stands beside the reference (title, default) wins. */
export function resolve(schema, root) {
  let found = schema ?? {};
  for (let depth = 0; depth < 16; depth += 1) {
    if (found.$ref) {
      const { $ref, ...beside } = found;
      found = { ...(at(root, $ref) ?? {}), ...beside };
    } else if (found.allOf?.length === 1) {
      const { allOf, ...beside } = found;
      found = { ...allOf[0], ...beside };
    } else break;
  }
  return found;
}

const at = (root, ref) => ref.replace(/^#\//, "").split("/").reduce((value, key) => value?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], root);

// A text and a path are typed in the same way.
const isText = (option) => option.type === "string" && !option.enum && !("const" in option);

/** The alternatives of a schema without null, and whether null is one of them. */
export function alternatives(schema, root) {
  const found = resolve(schema, root);
  const options = found.anyOf ?? found.oneOf;
  if (!options) return { options: [found], nullable: found.type === "null" };
  const all = options.map((option) => resolve(option, root));
  const shown = all.filter((option, index) => option.type !== "null" && !(isText(option) && all.slice(0, index).some(isText)));
  return { options: shown, nullable: all.some((option) => option.type === "null") };
}

/** A place for a whole component: what AutoGen's schemas call ComponentModel. */
export const isComponentSchema = (schema) =>
  Boolean(schema?.properties?.provider && schema.properties.config) || schema?.title === "ComponentModel";

/** Whether a schema is a component, or a list of them, or neither. */
export function componentShape(schema, root) {
  const { options } = alternatives(schema, root);
  if (options.some((option) => isComponentSchema(option))) return "one";
  const list = options.find((option) => option.type === "array");
  if (!list) return options.length && options.every((option) => option.type === "array") ? "many" : null;
  const inner = alternatives(list.items ?? {}, root).options;
  return inner.some((option) => isComponentSchema(option)) ? "many" : null;
}

/** The alternative that a value is written in; one that knows all its keys comes before one that takes any. */
export function matching(options, value) {
  const fitting = options.map((_, index) => index).filter((index) => fits(options[index], value));
  const exact = fitting.find((index) => options[index].properties && Object.keys(value ?? {}).every((key) => key in options[index].properties));
  return exact ?? fitting[0] ?? 0;
}

function fits(schema, value) {
  if ("const" in schema) return value === schema.const;
  if (schema.enum) return schema.enum.includes(value);
  switch (schema.type) {
    case "string": return typeof value === "string";
    case "boolean": return typeof value === "boolean";
    case "integer": return Number.isInteger(value);
    case "number": return typeof value === "number";
    case "array": return Array.isArray(value);
    case "object": return fitsObject(schema, value);
    default: return schema.properties ? fitsObject(schema, value) : true;
  }
}

function fitsObject(schema, value) {
  if (!value || typeof value !== "object" || Array.isArray(value)) return false;
  const fixed = Object.entries(schema.properties ?? {}).filter(([, property]) => "const" in property || property.enum?.length === 1);
  if (fixed.length) return fixed.every(([key, property]) => value[key] === (property.const ?? property.enum[0]));
  return (schema.required ?? []).every((key) => key in value);
}

/** What to call a field whose name only its own schema explains. */
export const titleOf = (name, schema) => schema.title ?? (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

/** What a schema says of a field, unless it only says its name again. */
export const plainHelp = (name, schema) => (schema.description && schema.description.toLowerCase() !== name.toLowerCase() ? schema.description : "");

/** The widget that a schema by itself asks for. */
export const plainWidget = (schema) => ({ password: "secret", prose: "lines", conversation: "prose", code: "python" })[schema?.format] ?? (schema?.writeOnly ? "secret" : "");

/** A first value that a schema accepts, or comes close. */
export function firstValue(schema, root, depth = 0) {
  const { options } = alternatives(schema, root);
  const found = options[0] ?? {};
  if (found.default !== undefined && found.default !== null) return found.default;
  if ("const" in found) return found.const;
  if (found.enum) return found.enum[0];
  switch (found.type) {
    case "string": return "";
    case "boolean": return false;
    case "integer":
    case "number": return found.minimum ?? 0;
    case "array": return [];
    default:
  }
  if (!found.properties || depth > 4) return {};
  const required = new Set(found.required ?? []);
  const fixed = Object.entries(found.properties).filter(([key, property]) => required.has(key) || "const" in property);
  return Object.fromEntries(fixed.map(([key, property]) => [key, firstValue(property, root, depth + 1)]));
}

/** What an empty field means, in words. */
export function defaultText(schema) {
  const value = schema.default;
  if (value === undefined || value === null || value === "") return "";
  if (Array.isArray(value)) return value.length ? JSON.stringify(value) : "";
  return typeof value === "object" ? (Object.keys(value).length ? JSON.stringify(value) : "") : String(value);
}

/** A schema guessed from a value, for fields that no schema knows. */
export function schemaOf(value) {
  if (Array.isArray(value)) return { type: "array", items: value.length ? schemaOf(value[0]) : {} };
  if (value && typeof value === "object") {
    if ("provider" in value) return { title: "ComponentModel" };
    return { type: "object", properties: Object.fromEntries(Object.entries(value).map(([key, item]) => [key, schemaOf(item)])) };
  }
  const type = { string: "string", number: "number", boolean: "boolean" }[typeof value];
  return type ? { type } : {};
}
