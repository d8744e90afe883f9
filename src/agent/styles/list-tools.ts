import type { Tool } from "../../ports.ts";
import { inputSchema } from "./input-schema.ts";
import { writeType } from "./write-type.ts";

/** The tools for a prompt in text, a line each. A tool with one field of text takes that text; others tell their fields. */
export function listTools(tools: readonly Tool[]): string {
  return tools.map(describeTool).join("\n") || "- none; answer without one";
}

function describeTool({ name, description, input }: Tool): string {
  const line = `- ${name}: ${description}`;
  const schema = inputSchema(input);
  const [field, ...others] = Object.values(schema.properties ?? {});
  const takesText =
    field !== undefined && others.length === 0 && writeType(field) === "string";
  return takesText ? line : `${line} Input is JSON: ${writeType(schema)}`;
}
