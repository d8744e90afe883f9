import type * as z from "zod";

type Schema = z.core.JSONSchema._JSONSchema;

/**
 * A JSON Schema in the notation of TypeScript, on one line: `{"place": string, "people"?: integer (up to 8)}`. A third as
 * long, and models read it as well. Bounds and patterns are left out: a tool's complaint about its input names them.
 */
export function writeType(schema: Schema): string {
  if (typeof schema === "boolean") return "any";
  const { type, const: constant, enum: choices } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (choices !== undefined)
    return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return union.map(writeType).join(" | ");
  if (type === "array") return writeArray(schema);
  if (type === "object") return writeObject(schema);
  return [type ?? "any"].flat().join(" | ");
}

function writeArray({ items = true }: z.core.JSONSchema.JSONSchema): string {
  const item = Array.isArray(items) ? "any" : writeType(items);
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
}

function writeObject({
  properties = {},
  required = [],
  additionalProperties,
}: z.core.JSONSchema.JSONSchema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${writeType(field)}${writeNote(field)}`,
  );
  const others =
    typeof additionalProperties === "object"
      ? [`[key]: ${writeType(additionalProperties)}`]
      : [];
  return `{${[...fields, ...others].join(", ")}}`;
}

function writeNote(schema: Schema): string {
  const note = typeof schema === "object" ? schema.description : undefined;
  return note === undefined ? "" : ` (${note.replaceAll(/\s+/g, " ")})`;
}
