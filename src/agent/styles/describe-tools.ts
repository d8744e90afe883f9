import type { Tool } from "../../ports.ts";
import type { ToolDefinition } from "../../prompt.ts";
import * as z from "zod";

/** The tools for a prompt in text, a line each. A tool with one field of text takes that text; others tell their fields. */
export function listTools(tools: readonly Tool[]): string {
  return tools.map(describeTool).join("\n") || "- none; answer without one";
}

function describeTool(tool: Tool): string {
  const line = `- ${tool.name}: ${tool.description}`;
  return takesText(tool)
    ? line
    : `${line} Input is JSON: ${writeType(inputSchema(tool.input))}`;
}

/** It has one field, of text. */
export function takesText({ input }: Tool): boolean {
  const [field, ...others] = Object.values(input.shape);
  if (field === undefined || others.length > 0) return false;
  // Most tools have such a field, which their schema need not be written for.
  if (field instanceof z.ZodString) return true;
  const [written = true] = Object.values(inputSchema(input).properties ?? {});
  return writeType(written) === "string";
}

type Schema = z.core.JSONSchema._JSONSchema;

/** A JSON Schema as TypeScript writes it: `{"place": string, "people"?: integer (up to 8)}`. A third as long, and models read it as well. Bounds are left out. */
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

/** As providers get them. Without `strict`, which forbids optional fields and many servers refuse. An only field is not described once more. */
export function defineTools(tools: readonly Tool[]): ToolDefinition[] {
  return tools.map(({ name, description, input }) => {
    const { $schema: _, properties = {}, ...schema } = inputSchema(input);
    return {
      name,
      description,
      parameters: {
        additionalProperties: false,
        ...schema,
        properties: withoutSoleDescription(properties),
      },
    };
  });
}

type Properties = NonNullable<z.core.JSONSchema.JSONSchema["properties"]>;

function withoutSoleDescription(properties: Properties): Properties {
  const [[name, field] = [], ...others] = Object.entries(properties);
  if (name === undefined || typeof field !== "object" || others.length > 0)
    return properties;
  const { description: _, ...rest } = field;
  return { [name]: rest };
}

/** A tool's input as JSON Schema, as the model has to write it: fields with a default are optional. */
function inputSchema(input: z.ZodObject): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
}
