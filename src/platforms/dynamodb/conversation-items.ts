import type { Receipt, ReplyFile, ReplyPart } from "../../channel.ts";
import type { NewHistoryMessage } from "../../history.ts";
import type { IncomingMessage } from "../../message.ts";
import type { FailureReason, TurnStep, Usage } from "../../turn.ts";
import { type Collection, createCollection } from "./collection.ts";
import type { StoredSettings } from "./settings.ts";
import type { DynamoTable } from "./table.ts";

/** A turn as it was opened. Its message goes when it is forgotten, or became part of another one. */
export interface StoredTurn {
  readonly message?: IncomingMessage;
  readonly acceptedAt: number;
  readonly mergedInto?: string;
}

/** Steps that were stored together, and the index of the first one. */
export interface StoredSteps {
  readonly from: number;
  readonly steps: readonly TurnStep[];
}

/** How a turn ended. While the root has it among the open ones, what that says goes first. */
export interface Ending {
  readonly status: "answered" | "failed";
  /** Why and when it failed, in which attempt. */
  readonly failed?: {
    readonly failure: FailureReason;
    readonly at: number;
    readonly attempts: number;
  };
  readonly reply?: string;
  readonly usage?: Usage;
  /** A file among them lies in an item of its own until it is sent. */
  readonly parts: readonly ReplyPart[];
  /** The indices of parts that are files. */
  readonly files?: readonly number[];
  readonly isStopped?: true;
  /** Before it had a reply: what was shown of that stands. */
  readonly isBrokenOff?: true;
  readonly target?: string;
  /** So many steps count. */
  readonly steps: number;
}

/** At most two messages of a turn, one after the other. */
export interface HistoryEntry {
  readonly turn: string;
  readonly messages: readonly (NewHistoryMessage & { readonly at: number })[];
  readonly steps: number;
  readonly hasSources?: true;
  /** Of the turn's message. */
  readonly author?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** The number of the turn that takes the place of this one. */
  readonly supersededBy?: number;
}

/** What has become of a part of a reply: what was shown before it was whole, then what was sent. */
export type PartState =
  { readonly preview: Receipt } | { readonly sent: Receipt };

/** A closed turn that failed; counts while the root has it not open. */
export interface StoredFailure {
  readonly id: string;
  readonly failure: FailureReason;
  readonly attempts: number;
  readonly acceptedAt: number;
  readonly failedAt: number;
  readonly channel: IncomingMessage["channel"];
  readonly isCommand?: true;
}

/** Everything of a conversation but its root, by kind. */
export interface ConversationItems {
  /** By id. */
  readonly turns: Collection<StoredTurn>;
  /** Messages of merged turns, by the id and the number of the last one that was merged into it. */
  readonly merges: Collection<IncomingMessage>;
  /** By the turn's id, the index of the first step, and their count: those of one reply lie together, each that is completed then by itself. */
  readonly steps: Collection<StoredSteps>;
  /** By the turn's id. */
  readonly endings: Collection<Ending>;
  /** By the turn's id and the index. */
  readonly parts: Collection<{ readonly index: number } & PartState>;
  readonly files: Collection<ReplyFile>;
  /** By the sequence of the first message. */
  readonly history: Collection<HistoryEntry>;
  /** By a name that nobody else has. */
  readonly summaries: Collection<string>;
  /** By a name that nobody else has. */
  readonly settings: Collection<StoredSettings>;
  /** By the turn's number. */
  readonly failures: Collection<StoredFailure>;
  /** Ids of turns about which the list of failures may have to learn something, by number. */
  readonly reports: Collection<string>;
  /** When the message came whose turn has shown it last, by a hash of the address. */
  readonly pages: Collection<number>;
}

export function createConversationItems(options: {
  table: DynamoTable;
  pk: string;
  expires: () => number | undefined;
}): ConversationItems {
  return {
    turns: createCollection({ ...options, name: "turn" }),
    merges: createCollection({ ...options, name: "merge" }),
    steps: createCollection({ ...options, name: "step" }),
    endings: createCollection({ ...options, name: "end" }),
    parts: createCollection({ ...options, name: "part" }),
    files: createCollection({ ...options, name: "file" }),
    history: createCollection({ ...options, name: "history" }),
    summaries: createCollection({ ...options, name: "summary" }),
    settings: createCollection({ ...options, name: "settings" }),
    failures: createCollection({ ...options, name: "failed" }),
    reports: createCollection({ ...options, name: "report" }),
    pages: createCollection({ ...options, name: "page" }),
  };
}
