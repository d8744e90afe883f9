import type { MessageExcess } from "../budget.ts";
import type { Problem } from "../channel.ts";
import type { Delivery, Stopping } from "../ports.ts";
import type { Turn } from "../turn.ts";
import { wrongFields } from "./wrong-fields.ts";

/** The turn failed; the detail is the notice that the user gets. */
export function failedTurn({ reply }: Turn): Problem {
  return {
    status: 502,
    slug: "turn-failed",
    title: "The message could not be answered",
    detail: reply || "The message is kept, but there is no answer to it.",
  };
}

export const FORGOTTEN: Problem = {
  status: 410,
  slug: "forgotten",
  title: "The conversation was forgotten",
  detail:
    "This message belonged to a conversation that was deleted. Send a new message with a new id.",
};

const OUTDATED: Problem = {
  status: 409,
  slug: "outdated-edit",
  title: "This edit comes too late",
  detail:
    "Only the newest message of a conversation can be changed. Send a new message.",
};

export const UNKNOWN_MESSAGE: Problem = {
  status: 404,
  slug: "unknown-message",
  title: "There is no such message",
  detail:
    "No message with this id was accepted here, or its conversation was forgotten. Check the id.",
};

export const UNKNOWN_CONVERSATION: Problem = {
  status: 404,
  slug: "unknown-conversation",
  title: "There is no such conversation",
  detail:
    "Nothing was ever said in a conversation of this name, or it was forgotten.",
};

/** A patch of the metadata of a conversation. */
export function tooManyEntries(limit: number): Problem {
  const detail = `would have more than ${limit} entries; remove some with null`;
  return wrongFields([{ pointer: "/metadata", detail }]);
}

/** Why a delivered message has no turn. */
export function refusalOf(
  delivery: Exclude<Delivery, { readonly turn: unknown }>,
): Problem {
  switch (delivery.kind) {
    case "full":
      return tooManyWaiting(delivery.limit);
    case "limited":
      return tooManyMessages(delivery);
    case "forgotten":
      return FORGOTTEN;
    case "outdated":
      return OUTDATED;
  }
}

/** Why there is nothing to stop. */
export function refusalOfStop({
  kind,
}: Exclude<Stopping, { readonly kind: "stopping" }>): Problem {
  return kind === "unknown" ? UNKNOWN_MESSAGE : ALREADY_ANSWERED;
}

const ALREADY_ANSWERED: Problem = {
  status: 409,
  slug: "already-answered",
  title: "This message has its reply already",
  detail:
    "There is nothing left to stop. Ask for the message to see its reply.",
};

function tooManyMessages({ limit, waitMs }: MessageExcess): Problem {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return {
    status: 429,
    slug: "too-many-messages",
    title: "Too many messages in a minute",
    detail: `Nobody may send more than ${limit} messages a minute. Nothing was stored; send this one again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  };
}

function tooManyWaiting(limit: number): Problem {
  return {
    status: 429,
    slug: "conversation-busy",
    title: "Too many messages wait in this conversation",
    detail: `${limit} messages wait for their answer already. Nothing was stored; send this one again in a while.`,
    retryAfterSeconds: 10,
  };
}
