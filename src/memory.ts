import type { FailedTurn } from "./archive.ts";
import type { Receipt, ReplyPart } from "./channel.ts";
import type { NewHistoryMessage } from "./history.ts";
import type { TurnReference } from "./ports.ts";
import type { FailureReason, Turn, Usage } from "./turn.ts";

/**
 * `known`: the id was opened before; its turn has another id where it was merged into that. `forgotten`: it was, and its
 * conversation was forgotten since. `full`: nothing was stored; `isFirst` where none was refused since there was room for
 * half of the limit. `outdated`: an edit (`isEdit`) that changes nothing, or not the conversation's newest message alone;
 * nothing was stored. An edit of a message that was never delivered is a message like others. Also `outdated`: what is
 * not meant for the bot by itself (`isAside`), where nothing of its author's album waits.
 */
export type Opening =
  | { readonly kind: "opened" | "known"; readonly turn: Turn }
  | { readonly kind: "forgotten" }
  | { readonly kind: "outdated" }
  | {
      readonly kind: "full";
      readonly limit: number;
      readonly isFirst: boolean;
    };

/** How a turn ended. */
export interface Outcome {
  readonly status: "answered" | "failed";
  /** Of a failed turn; `error` without it. */
  readonly failure?: FailureReason;
  /** Markdown: the answer, or the notice to the user. */
  readonly reply: string;
  readonly parts: readonly ReplyPart[];
  /** Of the whole turn. */
  readonly usage: Usage;
  /** The question and the answer that enter the history with the turn; empty for commands and failed turns. */
  readonly history:
    readonly [] | readonly [NewHistoryMessage, NewHistoryMessage];
  /** The reply tells the user that messages have left the window. */
  readonly announcesCut?: true;
  /** The reply is what there was of the answer when the turn was stopped. */
  readonly isStopped?: true;
}

export interface Forgotten {
  readonly messages: number;
  readonly turns: number;
  /** Ids of those that had no reply yet. */
  readonly openTurns: readonly string[];
  readonly failedTurns: number;
  readonly hadSettings: boolean;
}

/**
 * What is left to be done for a part of an ended turn.
 * - `send`: nothing of it was sent
 * - `edit`: its preview goes on standing for it, and is to show it
 * - `remove`: a preview for which the reply has no part
 */
export type PendingPart = { readonly index: number } & (
  | { readonly kind: "send"; readonly part: ReplyPart }
  | {
      readonly kind: "edit";
      readonly part: ReplyPart;
      readonly preview: Receipt;
    }
  | { readonly kind: "remove"; readonly preview: Receipt }
);

/** `recovered`: a turn in the list has not failed any more, or was forgotten. */
export type FailureReport = {
  /** How much was known of the turn when it was read: `noteReported` leaves what came later. */
  readonly revision: number;
} & (
  | { readonly kind: "failed"; readonly turn: FailedTurn }
  | { readonly kind: "recovered"; readonly turn: TurnReference }
);
