import { hashOf } from "../../runtime/hash.ts";
import type {
  EventCallback,
  TurnCallback,
} from "../../types/callback-queue.ts";
import type { EventType, FoundEvent } from "../../types/event.ts";
import type { Turn } from "../../types/turn.ts";
import { callerOf } from "../api/ids.ts";
import { toOrigin, toReplyBody } from "../reply-body.ts";
import type { CallbackBody, EventBody } from "./callback-schemas.ts";

type CallbackEventType = CallbackBody["type"];

export type ToldType = CallbackEventType | EventType;

/** What a callback tells, as of now. */
export type Told =
  | {
      readonly kind: "turn";
      readonly callback: TurnCallback;
      readonly turn: Turn;
      readonly type: CallbackEventType;
      /** When the turn ended. */
      readonly at: number;
    }
  | {
      readonly kind: "event";
      readonly callback: EventCallback;
      readonly found: FoundEvent;
      readonly type: EventType;
    };

/** The event to send; `undefined` while the turn is open. */
export function eventTypeOf({ status }: Turn): CallbackEventType | undefined {
  switch (status) {
    case "answered":
    case "delivered":
      return "message.answered";
    case "failed":
      return "message.failed";
    case "accepted":
    case "thinking":
      return undefined;
  }
}

/** @param at when the turn ended, in epoch milliseconds */
export function writeCallback(
  turn: Turn,
  { type, at, url }: { type: CallbackEventType; at: number; url: string },
): CallbackBody {
  return {
    type,
    timestamp: new Date(at).toISOString(),
    caller: callerOf(turn.message),
    callback_url: url,
    data: {
      ...toReplyBody(turn),
      // This callback is the delivery, though the turn may not be marked
      // delivered yet.
      status: type === "message.answered" ? "delivered" : "failed",
    },
  };
}

/**
 * The `webhook-id`: the same for all attempts to send an event. Hashed, since
 * ids may hold characters that headers do not allow.
 */
export async function eventIdOf(
  { id, message: { conversation } }: Turn,
  type: CallbackEventType,
): Promise<string> {
  return `evt_${await hashOf([conversation, id, type])}`;
}

type Data = EventBody["data"];

export function writeEvent(
  { event, turn }: FoundEvent,
  { conversation, number }: { conversation: string; number: number },
): EventBody {
  return {
    type: event.type,
    timestamp: new Date(event.at).toISOString(),
    data: {
      conversation,
      channel: conversation.split(":")[0] ?? "",
      sequence: number,
      ...writeDetails(event),
      ...(turn !== undefined && writeTurn(event.type, turn)),
    },
  };
}

function writeDetails(event: FoundEvent["event"]): Partial<Data> {
  switch (event.type) {
    case "conversation.needs_human":
      return {
        reason: event.reason,
        ...(event.until !== undefined && {
          until: new Date(event.until).toISOString(),
        }),
        ...(event.opensAt !== undefined && {
          opens_at: new Date(event.opensAt).toISOString(),
        }),
      };
    case "conversation.taken":
      return { operator: event.operator };
    case "conversation.returned":
      return {
        by: event.by,
        ...(event.operator !== undefined && { operator: event.operator }),
      };
    case "message.received":
    case "message.replied":
      return {};
  }
}

function writeTurn(
  type: FoundEvent["event"]["type"],
  turn: Turn,
): Partial<Data> {
  const { origin, author } = turn.message;
  if (type === "message.replied")
    return {
      // It was delivered, though the turn may be read in the instant before.
      reply: { ...toReplyBody(turn), status: "delivered" },
      ...toOrigin(origin),
    };
  const { id, text, attachments, metadata } = turn.message;
  return {
    author: {
      id: author.id,
      ...(author.name !== undefined && { name: author.name }),
      ...(author.username !== undefined && { username: author.username }),
    },
    ...(type === "message.received" && {
      message: {
        id,
        text,
        files: attachments.map(({ name = "" }) => name),
        ...(metadata !== undefined && { metadata }),
      },
    }),
  };
}
