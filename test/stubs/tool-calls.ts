import type { ChatReply } from "./write-chat-reply.ts";

export interface ScriptedCall {
  name: string;
  /** An object is written as JSON; text as it is. */
  arguments: object | string;
  /** `call_1`, `call_2`, … without it. */
  id?: string;
  /** Further fields of the call's first piece, e.g. Gemini's `extra_content`. */
  extra?: object;
}

/**
 * A reply that calls tools, streamed as OpenAI does it: a text where there is one, then call by call a first piece with
 * id and name, and the arguments bit by bit.
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
