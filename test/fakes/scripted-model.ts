import type { LanguageModel } from "../../src/ports.ts";
import type { ModelEvent, Prompt } from "../../src/prompt.ts";

/** A promise holds the stream until it is settled; one that never is lets the model hang. An error breaks the stream. */
export type ScriptedPiece = string | ModelEvent | Error | Promise<unknown>;

/** What the model does when it is asked: write a text, write pieces one by one, or fail. */
export type ScriptedReply = string | readonly ScriptedPiece[] | Error;

export interface ScriptedModel extends LanguageModel {
  /** The prompts that it was asked with, in order. */
  readonly prompts: readonly Prompt[];
  /** The limits of the replies that it was asked for, in order. */
  readonly limits: readonly (number | undefined)[];
  /** How often a caller stopped listening before the end. */
  readonly timesLeft: number;
  /** Throws when the script has replies that nobody asked for. */
  assertUsedUp(): void;
}

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 };

/**
 * A language model that plays its replies in order, some of them made from the prompt. Adds the `finish` event where a
 * reply has none. Throws on a call too many, and that error is no `ModelError`.
 */
export function createScriptedModel(
  replies: readonly (ScriptedReply | ((prompt: Prompt) => ScriptedReply))[],
  {
    name = "scripted",
    usage = USAGE,
  }: { name?: string; usage?: typeof USAGE } = {},
): ScriptedModel {
  const script = [...replies];
  const prompts: Prompt[] = [];
  const limits: (number | undefined)[] = [];
  let timesLeft = 0;

  return {
    name,
    prompts,
    limits,
    get timesLeft() {
      return timesLeft;
    },
    async *generate(
      prompt,
      { signal, maxReplyTokens },
    ): AsyncGenerator<ModelEvent> {
      signal.throwIfAborted();
      prompts.push(prompt);
      limits.push(maxReplyTokens);
      const reply = script.shift();
      if (reply === undefined)
        throw new Error(`No reply is scripted for call ${prompts.length}.`);
      const pieces = toPieces(
        typeof reply === "function" ? reply(prompt) : reply,
        usage,
      );
      let isLeft = true;
      try {
        for await (const event of play(pieces, signal)) {
          isLeft = event.type !== "finish";
          yield event;
        }
      } catch (error) {
        isLeft = false;
        throw error;
      } finally {
        if (isLeft) timesLeft++;
      }
    },
    assertUsedUp() {
      if (script.length > 0)
        throw new Error(
          `${script.length} of ${replies.length} scripted replies were not asked for.`,
        );
    },
  };
}

function toPieces(
  reply: ScriptedReply,
  usage: typeof USAGE,
): readonly ScriptedPiece[] {
  const pieces =
    typeof reply === "string" || reply instanceof Error ? [reply] : reply;
  return pieces.some(isFinish)
    ? pieces
    : [...pieces, { type: "finish", reason: "stop", usage }];
}

function isFinish(piece: ScriptedPiece): boolean {
  return (
    typeof piece === "object" && "type" in piece && piece.type === "finish"
  );
}

async function* play(
  pieces: readonly ScriptedPiece[],
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  for (const piece of pieces) {
    signal.throwIfAborted();
    if (piece instanceof Error) throw piece;
    if (piece instanceof Promise) await settle(piece, signal);
    else if (typeof piece === "string") yield { type: "text", text: piece };
    else yield piece;
  }
}

/** Waits for the promise; throws the signal's reason as soon as it is aborted. */
async function settle(
  promise: Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), {
      once: true,
    });
  });
  await Promise.race([promise, aborted]);
}
