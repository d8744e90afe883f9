import type { ChannelName, IncomingMessage } from "./message.ts";
import type { Schedule } from "./schedule.ts";

/** A conversation of the same person whose messages are answered in another. */
export interface LinkedConversation {
  readonly name: string;
  readonly channel: ChannelName;
  /** What it remembers is not part of the home's memory yet. */
  readonly isUnmerged?: true;
}

/**
 * How a conversation is linked with others of the same person. It has a home or
 * members, never both, so a message is passed on once at most.
 */
export interface ConversationLink {
  /** The conversation in which its messages are answered. */
  readonly home?: string;
  /** Those whose home it is; never an empty list. */
  readonly members?: readonly LinkedConversation[];
  /** Its last home, and until when messages may still be delivered again. */
  readonly left?: { readonly home: string; readonly until: number };
}

/** What decides about a link. */
export interface LinkStanding extends ConversationLink {
  /** When its newest message was said; 0: nothing has been said. */
  readonly newestAt: number;
  readonly hasOpenTurns: boolean;
  /** A person of the team has it, or was asked for. */
  readonly isTaken: boolean;
  /** Its messages are left to the team. */
  readonly isLeft: boolean;
}

/** How long a code is valid. */
export const LINK_CODE_MS = 600_000;

/** The most that one home has. */
export const MAX_LINKED = 10;

/** A step of linking or parting. Each may be repeated. */
export type LinkChange =
  | { readonly kind: "take-in"; readonly member: LinkedConversation }
  | { readonly kind: "move"; readonly to: string }
  /** Its last home, which had its reminders. */
  | {
      readonly kind: "leave";
      readonly home: string;
      readonly schedules: readonly Schedule[];
    }
  | { readonly kind: "release"; readonly name: string }
  /** Without a summary, there is nothing to remember. */
  | {
      readonly kind: "merge";
      readonly name: string;
      /** Of the recollection that the summary was made from. */
      readonly version: number;
      readonly summary?: string;
      readonly summaryFrom?: readonly string[];
      /** When the newest message that it covers was said. */
      readonly newestAt: number;
    };

/** Where a code was asked for. */
export type LinkOffer = Pick<
  IncomingMessage,
  "conversation" | "via" | "channel" | "author" | "replyTo"
>;

/**
 * Codes that link a chat with another, by their hashes. All methods throw if
 * the storage is unreachable; repeating the call is safe.
 */
export interface LinkCodes {
  /** @param until in milliseconds since the epoch */
  offer(hash: string, offer: LinkOffer, until: number): Promise<void>;
  /** `undefined`: unknown, expired, or taken. */
  find(hash: string): Promise<LinkOffer | undefined>;
  /** Like `find`, for one taker, who may take it again. */
  take(hash: string, taker: string): Promise<LinkOffer | undefined>;
}
