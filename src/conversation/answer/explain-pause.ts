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

/**
 * What becomes of an answer to a question while the conversation is left to the
 * team; empty: it is no such answer, or in words, which the team reads.
 */
export async function explainHeld(
  { turn: { message, resumed }, memory, texts }: TurnWork,
  { hasBegun }: { hasBegun: boolean },
): Promise<string> {
  const { answers, origin } = message;
  const kind = answers?.answer.kind ?? "say";
  // People of the team see it in the console.
  if (kind === "say" || kind === "choose" || origin !== undefined) return "";
  if (resumed !== undefined)
    return hasBegun ? texts.pause.hasBegun : texts.pause.waits;
  const state = await memory.findPause(message);
  return state.kind === "pending" && state.isTheirs
    ? texts.pause.waits
    : explainPause(state, texts);
}
