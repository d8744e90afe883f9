import type { LanguageModel, ModelEvent } from "../types/model.ts";

type Piece = Exclude<ModelEvent, { type: "finish" }>;

/**
 * Charged per call in addition to its text, so that many empty calls also reach
 * the limit.
 */
const CALL_LENGTH = 100;

/**
 * Wraps a model so that replies end after `maxLength` UTF-16 units of text and
 * calls, with a `finish` of reason `too-long`.
 */
export function boundReplies(
  model: LanguageModel,
  { maxLength }: { maxLength: number },
): LanguageModel {
  return {
    name: model.name,
    async *generate(prompt, options): AsyncGenerator<ModelEvent> {
      let left = maxLength;
      for await (const event of model.generate(prompt, options)) {
        const length = event.type === "finish" ? 0 : lengthOf(event);
        if (event.type === "finish" || length <= left) yield event;
        else {
          yield cutPiece(event, left);
          yield { type: "finish", reason: "too-long" };
          return;
        }
        left -= length;
      }
    },
  };
}

function lengthOf(piece: Piece): number {
  return piece.type === "text"
    ? piece.text.length
    : lengthOfHead(piece) + piece.arguments.length;
}

function lengthOfHead({
  id,
  name,
  extra,
}: Extract<Piece, { type: "tool-call" }>): number {
  const isFirst = id !== undefined || name !== undefined;
  return (
    (isFirst ? CALL_LENGTH : 0) +
    (id?.length ?? 0) +
    (name?.length ?? 0) +
    (extra === undefined ? 0 : JSON.stringify(extra).length)
  );
}

function cutPiece(piece: Piece, length: number): Piece {
  if (piece.type === "text")
    return { type: "text", text: piece.text.slice(0, length).toWellFormed() };
  const forArguments = length - lengthOfHead(piece);
  return forArguments > 0
    ? { ...piece, arguments: piece.arguments.slice(0, forArguments) }
    : { type: "text", text: "" };
}
