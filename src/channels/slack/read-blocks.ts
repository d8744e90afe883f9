import { asObject, asText, type JsonObject } from "../../text/json.ts";

/** Deeper blocks are left out. */
const MAX_DEPTH = 10;

/**
 * The text of blocks (https://docs.slack.dev/reference/block-kit/blocks): of
 * rich text, sections, headers, contexts, tables and Markdown. References are
 * written as in Slack's texts. Never throws.
 */
export function readBlocks(blocks: unknown, depth = 0): string {
  if (!Array.isArray(blocks) || depth > MAX_DEPTH) return "";
  const isLine = blocks.some((block) =>
    Object.hasOwn(INLINE, asText(asObject(block)["type"])),
  );
  return blocks
    .map((block) => textOf(block, depth))
    .filter((text) => text !== "")
    .join(isLine ? "" : "\n");
}

function textOf(block: unknown, depth: number): string {
  // A row of a table.
  if (Array.isArray(block))
    return block.map((cell) => textOf(cell, depth + 1)).join(" | ");
  const { type, text, fields, elements, rows, ...rest } = asObject(block);
  const write = INLINE[asText(type)];
  if (write !== undefined) return write({ ...rest, text });
  if (typeof text === "string") return text;
  const inner = [text === undefined ? [] : [text], fields, elements, rows];
  return inner
    .map((list) => readBlocks(list, depth + 1))
    .filter((part) => part !== "")
    .join("\n");
}

/** Elements within a line; others begin a line. */
const INLINE: Readonly<
  Record<string, ((element: JsonObject) => string) | undefined>
> = {
  text: ({ text }) => asText(text),
  link: ({ url, text }) =>
    text === undefined
      ? `<${asText(url)}>`
      : `<${asText(url)}|${asText(text)}>`,
  user: ({ user_id }) => `<@${asText(user_id)}>`,
  channel: ({ channel_id }) => `<#${asText(channel_id)}>`,
  usergroup: ({ usergroup_id }) => `<!subteam^${asText(usergroup_id)}>`,
  broadcast: ({ range }) => `<!${asText(range)}>`,
  emoji: ({ name }) => `:${asText(name)}:`,
};
