import { asObject, asText, type JsonObject } from "../../json.ts";
import { isWithin } from "./is-within.ts";
import type { McpServer } from "./mcp-server.ts";

/**
 * Providers reject more than 128 tools, and each costs tokens in every request.
 */
export const MAX_TOOLS = 100;

export const TOO_MANY_TOOLS = `there are ${MAX_TOOLS} tools already; name those that are needed in "tools"`;

/** A tool that cannot be used, for the operator. */
export interface LeftOutTool {
  readonly tool: string;
  readonly reason: string;
}

/**
 * Selects the tools of a list, page by page, before anything validates them: a
 * server may send millions of tools, or of values in a tool.
 */
export interface ToolSieve {
  /**
   * Reduces a result of `tools/list` to the fields that Parley reads. Removes
   * the cursor if no further page is needed.
   */
  reduce(page: JsonObject): JsonObject;
  readonly leftOut: readonly LeftOutTool[];
}

export function createToolSieve({ tools: wanted }: McpServer): ToolSieve {
  const names = new Set<string>();
  const leftOut: LeftOutTool[] = [];

  const reduceTool = (tool: unknown): JsonObject[] => {
    const { name, title, description, inputSchema, annotations } =
      asObject(tool);
    const isKnown = names.has(asText(name));
    const isWanted = wanted?.includes(asText(name)) !== false;
    if (isKnown || !isWanted || names.size > MAX_TOOLS) return [];
    names.add(asText(name));
    const schema = { ...asObject(inputSchema), type: "object" };
    const fields = {
      name,
      title,
      description,
      inputSchema: schema,
      annotations,
    };
    const fault = names.size > MAX_TOOLS ? TOO_MANY_TOOLS : findFault(fields);
    if (fault === undefined) return [withoutNulls(fields)];
    leftOut.push({ tool: asText(name), reason: fault });
    return [];
  };

  return {
    leftOut,
    reduce({ tools, nextCursor, ...page }) {
      const reduced = Array.isArray(tools) ? tools.flatMap(reduceTool) : tools;
      const isLast = names.size > MAX_TOOLS || !nextCursor;
      return { ...page, tools: reduced, ...(!isLast && { nextCursor }) };
    },
  };
}

/** By the specification. */
const MAX_NAME_LENGTH = 128;

/** Limits of a tool, far above those of a schema that fits into a prompt. */
const MAX_DEPTH = 64;
const MAX_VALUES = 2_000;

function findFault({ name, ...fields }: JsonObject): string | undefined {
  const { length } = asText(name);
  if (length === 0 || length > MAX_NAME_LENGTH)
    return "it has no name, or a too long one";
  if (!isWithin(fields, { depth: MAX_DEPTH, values: MAX_VALUES }))
    return "the schema of its input is too large";
  return undefined;
}

/** Many servers send `null` for what they do not say. */
function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null),
  );
}
