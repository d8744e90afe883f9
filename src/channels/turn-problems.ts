import type { Delivery, Problem } from "../ports.ts";
import type { Turn } from "../turn.ts";

/** The turn failed; the detail is the notice that the user gets. */
export function failedTurn({ reply }: Turn): Problem {
  return {
    status: 502,
    slug: "turn-failed",
    title: "The message could not be answered",
    detail: reply ?? "The message is kept, but there is no answer to it.",
  };
}

export const FORGOTTEN: Problem = {
  status: 410,
  slug: "forgotten",
  title: "The conversation was forgotten",
  detail:
    "This message belonged to a conversation that was deleted. Send a new message with a new id.",
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

/** Why a delivered message has no turn. */
export function refusalOf(
  delivery: Exclude<Delivery, { readonly turn: unknown }>,
): Problem {
  return delivery.kind === "full" ? tooManyWaiting(delivery.limit) : FORGOTTEN;
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
