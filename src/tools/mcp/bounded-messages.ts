import {
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCRequest,
  type JSONRPCResponse,
} from "@modelcontextprotocol/client";
import {
  asObject,
  isObject,
  parseJson,
  type JsonObject,
} from "../../text/json.ts";
import { countValues } from "./count-values.ts";
import { McpFailure } from "./mcp-failure.ts";
import type { ToolSieve } from "./tool-sieve.ts";

/**
 * Limits of a connection's messages, of one message besides its tools, and of
 * the parts of a tool's result.
 */
const MAX_MESSAGES = 100;
const MESSAGE_LIMITS = { depth: 64, values: 20_000 };
const MAX_PARTS = 100;

/** Whatever a server may send besides notifications. */
export type Message = JSONRPCRequest | JSONRPCResponse;

/**
 * Creates a function that reads the messages of an answer or an event, for a
 * single connection. It bounds them before the SDK validates them, which could
 * take minutes and gigabytes, and omits notifications, which nothing reads.
 * Returns an empty array if the text is not JSON. Throws `McpFailure`.
 */
export function createMessageReader(
  sieve: ToolSieve,
): (text: string) => readonly Message[] {
  let messages = 0;

  const bound = (sent: unknown): Message => {
    messages += 1;
    if (messages > MAX_MESSAGES) throw new McpFailure("invalid");
    const { result, ...envelope } = asObject(sent);
    const bounded = isObject(result) ? boundResult(result, sieve) : result;
    const message = {
      ...envelope,
      ...(result !== undefined && { result: bounded }),
    };
    const others = { ...asObject(bounded), tools: [] };
    if (countValues([envelope, others], MESSAGE_LIMITS) === Infinity)
      throw new McpFailure("too-long");
    // The SDK ignores anything else in a stream, and would wait on.
    if (isJSONRPCResponse(message) || isJSONRPCRequest(message)) return message;
    throw new McpFailure("invalid");
  };

  return (text) =>
    [parseJson(text) ?? []]
      .flat()
      .filter((message) => !isNotification(message))
      .map(bound);
}

function boundResult(result: JsonObject, sieve: ToolSieve): JsonObject {
  const { tools, content } = result;
  if (Array.isArray(tools)) return sieve.reduce({ ...result, tools });
  if (Array.isArray(content))
    return { ...result, content: content.slice(0, MAX_PARTS) };
  return result;
}

function isNotification(message: unknown): boolean {
  return isObject(message) && "method" in message && !("id" in message);
}
