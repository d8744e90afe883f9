import type { Turn } from "./turn.ts";

/** The person who answers a conversation in the bot's place. */
export interface Owner {
  /** Of the key with which they signed in. */
  readonly name: string;
  /** When a person took it. */
  readonly since: number;
  /**
   * When the bot has it again, unless somebody of the team writes before.
   * Missing: when it is handed back.
   */
  readonly until?: number;
  /** The user knows that a person is here. */
  readonly isTold?: true;
}

/** What is asked for a conversation. */
export type HandoverRequest =
  | { readonly kind: "take-over" | "hand-back" }
  /** Answers a question for approval that is theirs to answer. */
  | {
      readonly kind: "approve" | "refuse";
      readonly code: string;
    }
  /** Takes over by itself. */
  | {
      readonly kind: "reply";
      /** Unique in the conversation. The same id again is the same reply. */
      readonly id: string;
      /** Markdown. */
      readonly text: string;
    };

/** What an operator does with a conversation. */
export type HandoverAction = HandoverRequest & { readonly operator: string };

/**
 * Outcome of an action; durable. `unknown`: there is no such conversation, or
 * all that it said is gone. `full`: too many turns are open; nothing was
 * stored.
 */
export type HandoverOutcome =
  | { readonly kind: "taken"; readonly owner: Owner }
  /** `was`: who had it, if a person did. */
  | { readonly kind: "returned"; readonly was: Owner | undefined }
  | {
      readonly kind: "accepted" | "duplicate";
      readonly turn: Turn;
      readonly owner: Owner | undefined;
    }
  /** The question is answered, over or not theirs. */
  | { readonly kind: "over" }
  | { readonly kind: "unknown" }
  | { readonly kind: "full"; readonly limit: number };

/**
 * Gives conversations to people of the team and back to the bot. Once a
 * takeover is stored, the bot begins to send nothing more.
 */
export interface Handover {
  handOver(
    conversation: string,
    action: HandoverAction,
  ): Promise<HandoverOutcome>;
}
