import { asObject, asText, type JsonObject } from "../../text/json.ts";
import { countValues } from "./count-values.ts";
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

/** By the specification. */
const MAX_NAME_LENGTH = 128;

/**
 * Limits of a tool, far above those of a schema that fits into a prompt, and of
 * all tools together.
 */
const MAX_DEPTH = 64;
const MAX_VALUES = 2_000;
const MAX_VALUES_OF_ALL = 50_000;

export function createToolSieve({ tools: wanted }: McpServer): ToolSieve {
  const names = new Set<string>();
  const leftOut: LeftOutTool[] = [];
  let valuesLeft = MAX_VALUES_OF_ALL;

  const findFault = ({ name, ...fields }: JsonObject): string | undefined => {
    const { length } = asText(name);
    if (length === 0 || length > MAX_NAME_LENGTH)
      return "it has no name, or a too long one";
    if (names.size > MAX_TOOLS) return TOO_MANY_TOOLS;
    const values = Math.min(MAX_VALUES, valuesLeft);
    const count = countValues(fields, { depth: MAX_DEPTH, values });
    if (count === Infinity) return "the schema of its input is too large";
    valuesLeft -= count;
    return undefined;
  };

  const reduceTool = (tool: unknown): JsonObject[] => {
    const { name, title, description, inputSchema, annotations } =
      asObject(tool);
    const isKnown = names.has(asText(name));
    const isWanted = wanted?.includes(asText(name)) !== false;
    if (isKnown || !isWanted || names.size > MAX_TOOLS) return [];
    names.add(asText(name));
    const schema = correctSchema(asObject(inputSchema));
    const fields = { name, title, description, annotations };
    const reduced = withoutNulls({ ...fields, inputSchema: schema });
    const fault = findFault(reduced);
    if (fault === undefined) return [reduced];
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

/**
 * Corrects what is often wrong, since a wrong schema makes the whole list
 * invalid, and a long list of wrong values costs memory.
 */
function correctSchema({ required, ...schema }: JsonObject): JsonObject {
  const names = Array.isArray(required)
    ? required.filter((name) => typeof name === "string")
    : [];
  return {
    ...schema,
    type: "object",
    ...(names.length > 0 && { required: names }),
  };
}

/** Many servers send `null` for what they do not say. */
function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null),
  );
}
