import type { ChatReply } from "./write-chat-reply.ts";

export interface ScriptedCall {
  name: string;
  /** An object is serialized as JSON; text is sent verbatim. */
  arguments: object | string;
  /** Default: `call_1`, `call_2`, … */
  id?: string;
  /** Extra fields of the call's first chunk, e.g. Gemini's `extra_content`. */
  extra?: object;
}

/**
 * A streamed reply that calls tools as OpenAI does: an optional text, then for
 * each call a chunk with id and name, and its arguments in pieces.
 */
export function toolCalls(
  calls: readonly ScriptedCall[],
  { text = "", pieceLength = 5 }: { text?: string; pieceLength?: number } = {},
): ChatReply {
  return {
    chunks: [
      ...(text === "" ? [] : [text]),
      ...calls.flatMap((call, index) => toPieces(call, index, pieceLength)),
    ],
    finishReason: "tool_calls",
  };
}

function toPieces(call: ScriptedCall, index: number, pieceLength: number) {
  const written =
    typeof call.arguments === "string"
      ? call.arguments
      : JSON.stringify(call.arguments);
  const pieces = written.match(new RegExp(`.{1,${pieceLength}}`, "gs")) ?? [];
  return [
    toDelta({
      index,
      id: call.id ?? `call_${index + 1}`,
      type: "function",
      function: { name: call.name, arguments: "" },
      ...call.extra,
    }),
    ...pieces.map((piece) =>
      toDelta({ index, function: { arguments: piece } }),
    ),
  ];
}

function toDelta(call: object) {
  return { delta: { tool_calls: [call] } };
}
