import { readMarkdown } from "../channels/markdown/read-markdown.ts";
import { plainText } from "../channels/markdown/styled-text.ts";
import { countOf } from "../text/text.ts";
import type { MessageExcess } from "../types/budget.ts";
import type { Delivery, Stopping } from "../types/mailbox.ts";
import type { Problem } from "../types/problem.ts";
import type { FailureReason, Turn } from "../types/turn.ts";
import type { ProblemBody } from "./schemas/bodies.ts";

/** Rejection of a request or a part of it. */
export interface Refusal {
  readonly kind: "refused";
  readonly problem: Problem;
}

/** Outcome of reading a part of a request. */
export type Reading<Value> =
  { readonly kind: "read"; readonly value: Value } | Refusal;

/**
 * For a request without a platform's valid signature. `detail`: what is
 * missing, and where to copy the secret from.
 */
export function notFrom(platform: string, detail: string): Problem {
  const title = `Not from ${platform}`;
  return { status: 401, slug: "unauthorized", title, detail };
}

export function refuse(problem: Problem): Refusal {
  return { kind: "refused", problem };
}

/** The RFC 9457 wire format. */
export function toProblemBody({
  status,
  slug,
  title,
  detail,
  errors,
}: Problem): ProblemBody {
  const type = `https://parley.chat/problems/${slug}`;
  return {
    type,
    title,
    status,
    detail,
    ...(errors && { errors: [...errors] }),
  };
}

export function problemResponse(problem: Problem): Response {
  const headers = new Headers({
    "content-type": "application/problem+json",
    "cache-control": "no-store",
  });
  if (problem.retryAfterSeconds !== undefined)
    headers.set("retry-after", String(problem.retryAfterSeconds));
  if (problem.status === 401) headers.set("www-authenticate", "Bearer");
  return new Response(JSON.stringify(toProblemBody(problem)), {
    status: problem.status,
    headers,
  });
}

/**
 * For a body with invalid fields. `pointer` is empty for the body itself;
 * `detail` is a clause that follows the field's name.
 */
export function wrongFields(errors: NonNullable<Problem["errors"]>): Problem {
  return {
    status: 422,
    slug: "invalid-fields",
    title: "Invalid fields in the body",
    detail: errors
      .map(({ pointer, detail }) => `${pointer || "the body"} ${detail}`)
      .join("; "),
    errors,
  };
}

export function refuseField(pointer: string, detail: string): Refusal {
  return refuse(wrongFields([{ pointer, detail }]));
}

const FAILURES: Partial<
  Record<FailureReason, Pick<Problem, "status" | "slug" | "title">>
> = {
  "model-unreachable": {
    status: 503,
    slug: "model-unreachable",
    title: "The language model cannot be reached",
  },
  "model-unauthorized": {
    status: 502,
    slug: "model-unauthorized",
    title: "The language model's provider rejected the key",
  },
  "model-quota": {
    status: 503,
    slug: "model-quota",
    title: "The account with the language model's provider has no credit left",
  },
  "model-unknown": {
    status: 502,
    slug: "model-unknown",
    title: "The provider does not have the configured language model",
  },
  "wrong-format": {
    status: 502,
    slug: "wrong-format",
    title: "The answer is not in the requested format",
  },
};

/**
 * Problems of failed turns, which are final: resending the message returns the
 * same one.
 */
export const FAILED_TURN_SLUGS: readonly string[] = [
  "turn-failed",
  ...Object.keys(FAILURES),
];

/**
 * For a failed turn; the detail is the notice that the user gets, as plain
 * text.
 */
export async function failedTurn({
  failure,
  reply,
}: Pick<Turn, "failure" | "reply">): Promise<Problem> {
  const cause = FAILURES[failure ?? "error"] ?? {
    status: 502,
    slug: "turn-failed",
    title: "The message could not be answered",
  };
  const notice = plainText(await readMarkdown(reply ?? ""));
  const detail = notice || "The message is stored, but could not be answered.";
  return { ...cause, detail };
}

export const FORGOTTEN: Problem = {
  status: 410,
  slug: "forgotten",
  title: "The conversation was deleted",
  detail:
    "This message belonged to a conversation that was deleted. Send a new message with a new id.",
};

const OUTDATED: Problem = {
  status: 409,
  slug: "outdated-edit",
  title: "The message can no longer be edited",
  detail:
    "Only messages that are shown can be edited. This one was edited meanwhile, or another version was chosen; load the conversation again.",
};

export function unknownRoute(detail: string): Problem {
  return { status: 404, slug: "unknown-route", title: "Not found", detail };
}

export function wrongMethod(
  method: string,
  allowed: readonly string[],
): Problem {
  return {
    status: 405,
    slug: "method-not-allowed",
    title: "Method not allowed",
    detail: `This path does not support ${method}. Use ${allowed.join(" or ")}.`,
  };
}

export const UNKNOWN_MESSAGE: Problem = {
  status: 404,
  slug: "unknown-message",
  title: "Message not found",
  detail:
    "No message with this id was accepted, or its conversation was deleted. Check the id.",
};

export const UNKNOWN_CONVERSATION: Problem = {
  status: 404,
  slug: "unknown-conversation",
  title: "Conversation not found",
  detail:
    "There is no conversation of this name, or it was deleted or has expired.",
};

/** For a patch of a conversation's metadata. */
export function tooManyEntries(limit: number): Problem {
  const detail = `would have more than ${limit} entries; remove some with null`;
  return wrongFields([{ pointer: "/metadata", detail }]);
}

/** Why a message got no turn. */
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

/** Why a message cannot be stopped. */
export function refusalOfStop({
  kind,
}: Pick<Exclude<Stopping, { readonly kind: "stopping" }>, "kind">): Problem {
  return kind === "unknown" ? UNKNOWN_MESSAGE : ALREADY_ANSWERED;
}

const ALREADY_ANSWERED: Problem = {
  status: 409,
  slug: "already-answered",
  title: "The message has already been answered",
  detail: "There is nothing to stop. Fetch the message to see its reply.",
};

/** For `Retry-After`: rounded up, at least 1. */
export function toSeconds(waitMs: number): number {
  return Math.max(1, Math.ceil(waitMs / 1_000));
}

function tooManyMessages({ limit, waitMs }: MessageExcess): Problem {
  const retryAfterSeconds = toSeconds(waitMs);
  return {
    status: 429,
    slug: "too-many-messages",
    title: "Message rate limit exceeded",
    detail: `The limit is ${countOf(limit, "message")} per minute for each person. The message was not stored; send it again in ${countOf(retryAfterSeconds, "second")}.`,
    retryAfterSeconds,
  };
}

function tooManyWaiting(limit: number): Problem {
  return {
    status: 429,
    slug: "conversation-busy",
    title: "Too many messages waiting in this conversation",
    detail: `${limit} messages are already waiting for an answer. The message was not stored; send it again later.`,
    retryAfterSeconds: 10,
  };
}
