import { decode, encode } from "gpt-tokenizer/model/gpt-4o";
import { TOOL, type StubReply } from "./replies.ts";
import type { StubOptions } from "./stub-options.ts";

const ABOUT = { id: "chatcmpl-stub", created: 0, model: "stub" };
const USAGE = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };

/** A server-sent event and its kind. */
export interface Chunk {
  readonly event: string;
  /** Contains the first character of the answer's text. */
  readonly beginsAnswer: boolean;
  readonly isText: boolean;
}

/** Formats the reply as one Chat Completion. */
export function writeWhole(reply: StubReply): string {
  const message = {
    role: "assistant",
    content: reply.isToolCall ? null : reply.text,
    ...(reply.isToolCall && { tool_calls: [toToolCall(reply.text)] }),
  };
  return JSON.stringify({
    ...ABOUT,
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finishReason(reply) }],
    usage: USAGE,
  });
}

/**
 * Formats the reply as OpenAI's stream: role, chunks, finish reason, usage,
 * end.
 */
export function writeChunks(
  reply: StubReply,
  chunks: StubOptions["chunks"],
): Chunk[] {
  const pieces = reply.isToolCall ? [reply.text] : cut(reply.text, chunks);
  let position = 0;
  const written = pieces.map((piece): Chunk => {
    const start = position;
    position += piece.length;
    const at = reply.answerAt ?? Infinity;
    return {
      event: toEvent({
        choices: [
          choice(
            reply.isToolCall
              ? { tool_calls: [{ index: 0, ...toToolCall(piece) }] }
              : { content: piece },
          ),
        ],
      }),
      beginsAnswer: start <= at && at < position,
      isText: true,
    };
  });
  return [
    plain({ choices: [choice({ role: "assistant", content: "" })] }),
    ...written,
    plain({ choices: [choice({}, finishReason(reply))] }),
    plain({ choices: [], usage: USAGE }),
    { event: "data: [DONE]\n\n", beginsAnswer: false, isText: false },
  ];
}

function plain(content: object): Chunk {
  return { event: toEvent(content), beginsAnswer: false, isText: false };
}

function toEvent(content: object): string {
  return `data: ${JSON.stringify({ ...ABOUT, object: "chat.completion.chunk", ...content })}\n\n`;
}

function choice(delta: object, finish: string | null = null): object {
  return { index: 0, delta, finish_reason: finish };
}

function toToolCall(input: string): object {
  return {
    id: "call_1",
    type: "function",
    function: { name: TOOL, arguments: input },
  };
}

function finishReason({ isToolCall }: StubReply): string {
  return isToolCall ? "tool_calls" : "stop";
}

/**
 * Splits text into single tokens, or into that many pieces with about the same
 * number of tokens.
 */
function cut(text: string, chunks: StubOptions["chunks"]): string[] {
  const tokens = encode(text);
  const size = chunks === "tokens" ? 1 : Math.ceil(tokens.length / chunks);
  return Array.from({ length: Math.ceil(tokens.length / size) }, (_, index) =>
    decode(tokens.slice(index * size, (index + 1) * size)),
  );
}
