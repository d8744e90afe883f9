import type {
  LanguageModel,
  ModelEvent,
  Prompt,
} from "../../src/types/model.ts";
import { withoutTime } from "./without-time.ts";

/**
 * A promise pauses the stream until it settles; one that never settles makes
 * the model hang. An error breaks the stream.
 */
export type ScriptedPiece = string | ModelEvent | Error | Promise<unknown>;

/** The model's reply to a call: a text, a stream of pieces, or an error. */
export type ScriptedReply = string | readonly ScriptedPiece[] | Error;

export interface ScriptedModel extends LanguageModel {
  /** The prompts of all calls, in order, without the time of messages. */
  readonly prompts: readonly Prompt[];
  /** The reply limits of all calls, in order. */
  readonly limits: readonly (number | undefined)[];
  /** How many callers stopped listening before the end. */
  readonly timesLeft: number;
  /** Throws if scripted replies are left. */
  assertUsedUp(): void;
}

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 };

/**
 * A language model that plays its replies in order; a reply can be a function
 * of the prompt. Adds a missing `finish` event. A call beyond the script throws
 * an error that is not a `ModelError`.
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
      prompts.push({
        ...prompt,
        messages: prompt.messages.map((message) => ({
          ...message,
          content: withoutTime(message.content),
        })),
      });
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

/** Waits for the promise; throws the signal's reason once it is aborted. */
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
