import {
  asObject,
  asText,
  isObject,
  type JsonObject,
} from "../../text/json.ts";

const ANSWER_PARTS = ["text", "output_text", "refusal"];

/** The answer in a text, a part, or a list of both; thoughts are left out. */
export function readContent(content: unknown): string {
  if (Array.isArray(content)) return content.map(readContent).join("");
  if (!isObject(content)) return asText(content);
  const { type = "text", text, refusal } = content;
  if (!ANSWER_PARTS.includes(asText(type))) return "";
  return asText(text) || asText(asObject(text)["value"]) || asText(refusal);
}

/** The thoughts next to the answer, wherever a server puts them. */
export function readReasoning(piece: JsonObject): string {
  const { content } = piece;
  const parts = Array.isArray(content) ? content.filter(isThought) : [];
  return (
    readThoughts(piece["reasoning_content"]) ||
    readThoughts(piece["reasoning"]) ||
    readThoughts(piece["reasoning_details"]) ||
    readThoughts(piece["thinking"]) ||
    readThoughts(parts)
  );
}

function isThought(part: unknown): boolean {
  return /^(?:thinking|reasoning)/.test(asText(asObject(part)["type"]));
}

function readThoughts(value: unknown): string {
  if (Array.isArray(value)) return value.map(readThoughts).join("");
  if (!isObject(value)) return asText(value);
  const { text, content, thinking, summary } = value;
  return readThoughts(text ?? content ?? thinking ?? summary);
}
