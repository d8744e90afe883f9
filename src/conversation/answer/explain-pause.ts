import type { IncomingMessage } from "../../types/message.ts";
import type { PauseState } from "../../types/pause.ts";
import type { TurnWork } from "../bot.ts";
import type { Texts } from "../texts/texts.ts";

/** Why an answer to a question has done nothing. */
export function explainPause(state: PauseState, { pause }: Texts): string {
  switch (state.kind) {
    case "answered":
      return pause.wasAnswered[state.answer];
    case "pending":
      return state.isTheirs ? pause.again : pause.notTheirs;
    case "over":
      return pause.isOver;
  }
}

/** Not by a decision: what they chose or wrote, the team reads. */
export function isInWords({ answers }: IncomingMessage): boolean {
  const kind = answers?.answer.kind ?? "say";
  return kind === "say" || kind === "choose";
}

/**
 * What becomes of an answer to a question while the conversation is left to the
 * team; empty: it needs no reply.
 */
export async function explainHeld(
  { turn: { message, resumed }, memory, texts }: TurnWork,
  { hasBegun }: { hasBegun: boolean },
): Promise<string> {
  // People of the team see it in the console.
  if (isInWords(message) || message.origin !== undefined) return "";
  if (resumed !== undefined)
    return hasBegun ? texts.pause.hasBegun : texts.pause.waits;
  const state = await memory.findPause(message);
  return state.kind === "pending" && state.isTheirs
    ? texts.pause.waits
    : explainPause(state, texts);
}
