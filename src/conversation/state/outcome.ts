import type { Asked } from "../../types/asking.ts";
import type { Receipt } from "../../types/channel.ts";
import type { NewHistoryMessage } from "../../types/history.ts";
import type { NewPause } from "../../types/pause.ts";
import type { ReplyPart } from "../../types/reply.ts";
import type { FailureReason, Usage } from "../../types/turn.ts";

/** How a turn ended. */
export interface Outcome {
  readonly status: "answered" | "failed";
  /** Of a failed turn; default: `error`. */
  readonly failure?: FailureReason;
  /** Markdown: the answer, or the notice to the user. */
  readonly reply: string;
  readonly parts: readonly ReplyPart[];
  /** Earlier messages that parts are shown in, by the index of the part. */
  readonly shownIn?: Readonly<Record<number, Receipt>>;
  /** Of the whole turn. */
  readonly usage: Usage;
  /**
   * What enters the history: the question and its answer, or only one message
   * that is neither answered nor an answer; empty for commands and failed
   * turns.
   */
  readonly history: readonly NewHistoryMessage[];
  /**
   * Whose reply it is. Missing: the bot's, valid only while the bot has the
   * conversation. `person`: the message is left to the person who has it, or is
   * to come, and this only says so. `anyone`: valid in any case, like a
   * command's.
   */
  readonly by?: "person" | "anyone";
  /** What a question was answered with was not done: it waits again. */
  readonly isHeld?: true;
  /** The reply tells the user that a person is here. */
  readonly tellsOfPerson?: true;
  /** A person was asked for, by other means than a step. */
  readonly asked?: Asked;
  /** What the bot had written for a message that is left to a person. */
  readonly unsent?: string;
  /** The reply asks this, and the turn goes on in the one of its answer. */
  readonly pause?: NewPause;
  /** The reply tells the user that messages have left the window. */
  readonly announcesCut?: true;
  /**
   * The reply tells the user of occurrences that were skipped: the version of
   * the list of schedules that has them.
   */
  readonly announcesMissed?: number;
  /** The reply lists the notes as they are; see `Notes`. */
  readonly listsNotes?: true;
  /** The reply is the part of the answer that was written before the stop. */
  readonly isStopped?: true;
  /** The reply says that a daily budget is spent. */
  readonly isOverBudget?: true;
}
