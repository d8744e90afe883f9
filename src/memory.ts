import type { ConversationRecord, FailedTurn, ReadOptions } from "./archive.ts";
import type { Receipt, ReplyPart } from "./channel.ts";
import type {
  HistoryExtent,
  NewHistoryMessage,
  Recollection,
  WindowMove,
} from "./history.ts";
import type { IncomingMessage } from "./message.ts";
import type { TurnReference } from "./ports.ts";
import type { SettingsChange, SettingsPatch } from "./settings.ts";
import type { FailureReason, Turn, TurnStep, Usage } from "./turn.ts";

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
  /** Enters the history with the turn; empty for commands and failed turns. */
  readonly history: readonly NewHistoryMessage[];
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
export type FailureReport =
  | { readonly kind: "failed"; readonly turn: FailedTurn }
  | { readonly kind: "recovered"; readonly turn: TurnReference };

/**
 * One conversation's messages and open turns. Every method is one transaction: it happened whole, and is durable when
 * the method returns, or not at all. Where turns are kept for some days only, one that was accepted before that and is
 * not open has expired: it is as good as forgotten, and so is a summary that covers none of those that are left. Ids stay
 * known for at least 24 hours more. Settings expire once all turns have, and once they were neither changed nor recalled
 * for those days.
 */
export interface Memory {
  /**
   * Idempotent by message id, for at least 24 hours also after `forget`. An edit's turn takes the place of the edited
   * message's once it begins: that one is not recalled nor run again any more, and its reply is the preview of the new one's. `full` past `limit` open turns. A message that
   * stops (`isStop`) marks a turn without a reply, commands left out, when it is opened: its `target`. That is the oldest
   * one that was begun, else the oldest one.
   */
  openTurn(
    message: IncomingMessage,
    options: { limit: number; isStop?: boolean },
  ): Promise<Opening>;
  /** Marks a turn as to be stopped. `false`, and nothing changed, for one that has a reply, was forgotten or is unknown. */
  stopTurn(id: string): Promise<boolean>;
  /** For an id that was merged into another turn, that one. */
  findTurn(id: string): Promise<Turn | undefined>;
  /** The oldest turn that is not closed. */
  nextTurn(): Promise<Turn | undefined>;
  /** Those that nothing was done for yet, oldest first. */
  waitingTurns(): Promise<readonly Turn[]>;
  /**
   * Gives a turn without a reply the message of all, and makes those of `others`, which wait, part of it; their ids stand
   * for it from then on. `undefined`, and nothing changed, where that is not so any more.
   */
  mergeTurns(
    id: string,
    others: readonly string[],
    message: IncomingMessage,
  ): Promise<Turn | undefined>;
  /** Notes that work on the turn begins (again): one attempt more, and `thinking` unless it has ended. Progress (the commit, a sent part) sets the count back to this one. */
  beginAttempt(id: string): Promise<void>;
  /**
   * Stores or completes the steps from that index on; nothing for a turn that has ended or was forgotten. At most 52 at a
   * time, those of one reply of the model's; only one that comes alone has sources.
   */
  saveSteps(
    id: string,
    from: number,
    steps: readonly TurnStep[],
  ): Promise<void>;
  /** Whether a stored step, of any turn, has that page among its sources; fragments do not count. Constant work, however many there are. */
  wasShown(url: string): Promise<boolean>;
  /** Ends the turn, once, with its history and parts; closes it, too, when there are none to send. `undefined`, and nothing changed, when it has ended already or was forgotten. */
  commitTurn(id: string, outcome: Outcome): Promise<Turn | undefined>;
  /** Notes what was sent to show the reply's part at that index while it is written, in the place of what was noted before. Nothing for a closed turn. */
  notePreview(id: string, index: number, receipt: Receipt): Promise<void>;
  /** What is noted, by index, which has no gaps while the reply is written. */
  previews(id: string): Promise<readonly Receipt[]>;
  /** Of an ended turn, in order; none once it is closed. */
  pendingParts(id: string): Promise<readonly PendingPart[]>;
  /** The part, or its preview that was edited to show it, has that receipt. A file that was sent is not kept. */
  noteSent(id: string, index: number, receipt: Receipt): Promise<void>;
  /** The preview was taken back. */
  noteRemoved(id: string, index: number): Promise<void>;
  /**
   * All parts are sent, or given up: nothing more is done for the turn. Previews stay noted for parts that were given up.
   * Where the user is `gone`, all turns without a reply fail with it, commands and asides left out; those opened from then on do not.
   */
  closeTurn(
    id: string,
    options: {
      status: "delivered" | "failed";
      /** Why it failed, where it had not before; `undelivered` without it. */
      failure?: "undelivered" | "gone";
    },
  ): Promise<void>;
  /**
   * Opens a failed turn again, its attempts counted anew. Its steps stay, so that it goes on behind them; its notice goes.
   * One with an answer goes on with the parts that are not sent. `undefined`, and nothing changed, for one that has not
   * failed or is not closed.
   */
  reopenTurn(id: string): Promise<Turn | undefined>;
  /** The same for the newest failed turn before a turn that asks for it, commands left out: its `target`. Once for that turn; then tells which it was. */
  reopenLastFailed(asking: string): Promise<Turn | undefined>;
  /**
   * What the list of failed turns does not know yet, oldest first; some of it where there is much. One that has not failed
   * any more is among them also where `noteReported` was never called for it: the list may know it all the same.
   */
  unreportedFailures(): Promise<readonly FailureReport[]>;
  /** The list knows it now. */
  noteReported(report: FailureReport): Promise<void>;
  /** Adds what was spent behind a turn's end to its usage; nothing for one that has not ended or was forgotten. */
  addUsage(id: string, usage: Usage): Promise<void>;
  /** The window and the summary of what is before it. Reads no more than that, however long the history is. */
  recall(): Promise<Recollection>;
  /** Of the whole history, before the window too. Reads no texts. */
  measureHistory(): Promise<HistoryExtent>;
  /** Moves the window's start; the messages before it stay in the history. `false`, and nothing changed, unless the version is still the same, or where all that it covers has expired: a summary of forgotten messages is never stored. */
  moveWindow(move: WindowMove): Promise<boolean>;
  /** The turns behind it go by the settings as they are then. Nothing is created for a conversation where they stay empty. */
  changeSettings(patch: SettingsPatch): Promise<SettingsChange>;
  /** All of it; `undefined` when there is nothing, or nothing any more. */
  read(options?: ReadOptions): Promise<ConversationRecord | undefined>;
  /** Erases the summary, and the history and the turns: all of them with the settings, or those accepted before the given turn. Ids stay known. */
  forget(options?: { before: string }): Promise<Forgotten>;
}
