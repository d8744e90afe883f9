import type { Turn } from "./turn.ts";

/** What other systems can be told of, in the order of a conversation's life. */
export const EVENT_TYPES = [
  "message.received",
  "message.replied",
  "conversation.needs_human",
  "conversation.taken",
  "conversation.returned",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Who is told: the receiver at `EVENTS_URL`, or the chat of operators. */
export type EventAudience = "receiver" | "operators";

/**
 * Who has given a conversation back to the bot: an operator, the user, or
 * nobody, since the team was silent for so long (`silence`) or nobody of it
 * came (`nobody`).
 */
export type ReturnedBy = "operator" | "user" | "silence" | "nobody";

/** Something that has happened in a conversation. */
export type ConversationEvent =
  | {
      /** `turn`: the id of the message, or of the one that was answered. */
      readonly type: "message.received" | "message.replied";
      readonly turn: string;
    }
  | {
      readonly type: "conversation.needs_human";
      /** The id of the message that asked for a person. */
      readonly turn: string;
      /** One or two sentences, for people. */
      readonly reason: string;
      /** When nobody will be waited for any more. */
      readonly until?: number;
      /** When the team is here again, outside of its hours. */
      readonly opensAt?: number;
    }
  | {
      readonly type: "conversation.taken";
      /** Of the key with which they signed in. */
      readonly operator: string;
    }
  | {
      readonly type: "conversation.returned";
      readonly by: ReturnedBy;
      readonly operator?: string;
    };

/** With its time. */
export type PastEvent = ConversationEvent & { readonly at: number };

/** An event, with the turn that it is about. */
export interface FoundEvent {
  readonly event: PastEvent;
  readonly turn?: Turn;
}

/** Reads the events of conversations. */
export interface EventArchive {
  /** `undefined` if it was forgotten, or what it is about was. */
  findEvent(
    conversation: string,
    number: number,
  ): Promise<FoundEvent | undefined>;
}

/** An event that the queue has not got yet. */
export interface OwedEvent {
  /** In its conversation, from 1. */
  readonly number: number;
  readonly type: EventType;
  readonly conversation: string;
  /** When it happened. */
  readonly at: number;
}

/** Sends events, at least once each, in the background. */
export interface EventQueue {
  /**
   * Adds an event; durable when it returns. Idempotent. Throws if the queue is
   * unreachable.
   */
  enqueueEvent(event: OwedEvent): Promise<void>;
}
