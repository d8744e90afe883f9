import type * as z from "zod";
import type { Tool } from "../../ports.ts";
import type { ToolDefinition } from "../../prompt.ts";
import { inputSchema } from "./input-schema.ts";

/**
 * The tools as providers are told of them. Without `strict`: it forbids optional fields, and many servers refuse it.
 * What a tool's description says of its only field is not said again with the field.
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
