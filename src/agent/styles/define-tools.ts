import type { Tool, ToolDefinition } from "../../ports.ts";
import { inputSchema } from "./input-schema.ts";

/** The tools as providers are told of them. Without `strict`: it forbids optional fields, and many servers refuse it. */
export function defineTools(tools: readonly Tool[]): ToolDefinition[] {
  return tools.map(({ name, description, input }) => {
    const { $schema: _, ...schema } = inputSchema(input);
    const parameters = { additionalProperties: false, ...schema };
    return { name, description, parameters };
  });
}
