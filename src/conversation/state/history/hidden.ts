import { countIn, includes, join, type Range } from "../ranges.ts";
import type { ConversationState } from "../state.ts";

export function isHidden(
  { hidden }: ConversationState,
  sequence: number,
): boolean {
  return includes(hidden, sequence);
}

/** Takes messages of the window out of what is recalled. */
export function withHidden(
  state: ConversationState,
  messages: Range,
): ConversationState {
  const hidden = join([...state.hidden, messages]);
  const added = countIn(hidden) - countIn(state.hidden);
  return { ...state, hidden, hiddenMessages: state.hiddenMessages + added };
}
