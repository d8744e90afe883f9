import type { CallToolResult } from "@modelcontextprotocol/client";
import { INVISIBLE } from "../invisible-characters.ts";

type Content = CallToolResult["content"][number];

/** A result as text, without characters that nobody sees: what cannot be read is named in brackets; structured content counts where there is no text. */
export function writeResult({
  content,
  structuredContent,
}: CallToolResult): string {
  const blocks = content.map(writeContent).filter((text) => text !== "");
  const hasText = content.some((block) => textOf(block).trim() !== "");
  const structured =
    hasText || structuredContent === undefined
      ? []
      : [JSON.stringify(structuredContent)];
  return [...blocks, ...structured]
    .join("\n")
    .toWellFormed()
    .replaceAll(INVISIBLE, "")
    .trim();
}

function writeContent(block: Content): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type} left out]`;
    case "resource":
      return textOf(block) || `[resource left out: ${block.resource.uri}]`;
    case "resource_link":
      return `${block.title ?? block.name}: ${block.uri}`;
  }
}

/** Servers send files as resources, with their text. */
function textOf(block: Content): string {
  if (block.type === "text") return block.text;
  return block.type === "resource" && "text" in block.resource
    ? block.resource.text
    : "";
}
