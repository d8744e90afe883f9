import { isObject } from "../../text/json.ts";

const MAX_DEPTH = 12;

/**
 * The texts of a card, in either of its formats, and in the simplified one of
 * received messages
 * (https://open.feishu.cn/document/server-docs/im-v1/message-content-description/message_content).
 * Never throws.
 */
export function readCard(card: unknown): string {
  return linesOf(card, 0)
    .filter((line) => line.trim() !== "")
    .join("\n");
}

function linesOf(node: unknown, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  if (typeof node === "string") return [node];
  // Texts, links and mentions of one line are in a list of their own.
  if (Array.isArray(node))
    return node.flatMap((inner) =>
      Array.isArray(inner)
        ? [linesOf(inner, depth + 1).join("")]
        : linesOf(inner, depth + 1),
    );
  if (!isObject(node)) return [];
  return PARTS.flatMap((part) => linesOf(node[part], depth + 1));
}

/** The fields with texts, in the order in which they are shown. */
const PARTS = [
  "header",
  "title",
  "subtitle",
  "text",
  "content",
  "user_name",
  "fields",
  "columns",
  "body",
  "elements",
];
