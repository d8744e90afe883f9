import type { Piece } from "../../store.ts";
import type { ConversationState } from "./state.ts";

/**
 * What a command makes of a state: the next one, with the pieces that come with it, and what the caller learns once that is stored.
 * Without `state` nothing changes.
 */
export interface Decision<Result> {
  readonly state?: ConversationState;
  readonly put?: readonly Piece[];
  readonly result: Result;
}
