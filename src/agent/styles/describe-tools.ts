import * as z from "zod";
import type { ToolDefinition } from "../../types/model.ts";
import type { Tool } from "../../types/tool.ts";

/**
 * Describes the tools in a prompt, one per line. A tool with a single text
 * field takes that text; others list their fields.
 */
export function listTools(tools: readonly Tool[]): string {
  return tools.map(describeTool).join("\n") || "- none; answer without one";
}

function describeTool(tool: Tool): string {
  const line = `- ${tool.name}: ${tool.description}`;
  return takesText(tool)
    ? line
    : `${line} Input is JSON: ${writeType(inputSchema(tool.input))}`;
}

/** The tool has one field, of text. */
export function takesText({ input }: Tool): boolean {
  const [field, ...others] = Object.values(input.shape);
  if (field === undefined || others.length > 0) return false;
  // Fast path for most tools: needs no schema.
  if (field instanceof z.ZodString) return true;
  const [written = true] = Object.values(inputSchema(input).properties ?? {});
  return writeType(written) === "string";
}

type Schema = z.core.JSONSchema._JSONSchema;

/**
 * Writes a JSON Schema as a TypeScript type, `{"place": string, "people"?:
 * integer (up to 8)}`: a third of the length, and models understand it as well.
 * Omits bounds.
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

/**
 * Tool definitions for providers. Does not set `strict`, which forbids optional
 * fields and which many servers reject. Omits the description of an only field:
 * the tool's describes it.
 */
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

/**
 * A tool's input as JSON Schema, before parsing: fields with a default are
 * optional.
 */
function inputSchema(input: z.ZodObject): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
}
