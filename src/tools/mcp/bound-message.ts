import {
  asObject,
  asText,
  isObject,
  type JsonObject,
} from "../../text/json.ts";
import { McpFailure } from "./mcp-failure.ts";
import type { McpServer } from "./mcp-server.ts";

/**
 * Providers reject more than 128 tools, and each costs tokens in every request.
 */
export const MAX_TOOLS = 100;

/** Of a tool's result. */
const MAX_PARTS = 100;

/** Of a connection, besides notifications. */
const MAX_MESSAGES = 100;

/**
 * Creates a function that reads what a server sends at once, one message or an
 * array of them, for a single connection. It bounds their number and their
 * lists before the SDK validates them: a megabyte of tiny messages or of wrong
 * parts would take it seconds and a gigabyte of memory. Omits notifications,
 * which nothing reads. Throws `McpFailure`.
 */
export function createMessageBound({
  tools: wanted,
}: McpServer): (sent: unknown) => readonly JsonObject[] {
  let messagesLeft = MAX_MESSAGES;
  /** One more than is used, so that the others are not left out in silence. */
  let room = MAX_TOOLS + 1;

  const selectTools = ({ tools, nextCursor, ...page }: JsonObject) => {
    const selected = [tools]
      .flat()
      .filter(isObject)
      .filter(({ name }) => asText(name) !== "")
      .filter(({ name }) => wanted?.includes(asText(name)) !== false)
      .slice(0, room);
    room -= selected.length;
    const isLast = room === 0 || !nextCursor;
    return {
      ...page,
      tools: selected.map(tidyTool),
      ...(!isLast && { nextCursor }),
    };
  };

  const bound = (message: JsonObject): JsonObject => {
    messagesLeft -= 1;
    if (messagesLeft < 0) throw new McpFailure("invalid");
    const { result } = message;
    if (!isObject(result)) return message;
    const { tools, content } = result;
    if (Array.isArray(tools))
      return { ...message, result: selectTools(result) };
    return Array.isArray(content)
      ? {
          ...message,
          result: { ...result, content: content.slice(0, MAX_PARTS) },
        }
      : message;
  };

  return (sent) =>
    [sent]
      .flat()
      .filter(isObject)
      .filter((message) => "id" in message)
      .map(bound);
}

/**
 * The fields that Parley reads. Corrects what is often wrong, since one wrong
 * tool makes the whole list invalid: many servers send `null` for what they do
 * not say.
 */
function tidyTool({
  name,
  title,
  description,
  inputSchema,
  annotations,
}: JsonObject): JsonObject {
  const { required, ...schema } = asObject(inputSchema);
  const names = Array.isArray(required)
    ? required.filter((field) => typeof field === "string")
    : [];
  const fields = {
    name,
    title,
    description,
    annotations,
    inputSchema: {
      ...schema,
      type: "object",
      ...(names.length > 0 && { required: names }),
    },
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null),
  );
}
