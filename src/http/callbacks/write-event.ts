import type { FoundEvent } from "../../types/event.ts";
import type { Turn } from "../../types/turn.ts";
import { toOrigin, toReplyBody } from "../reply-body.ts";
import type { EventBody } from "./event-schemas.ts";

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
