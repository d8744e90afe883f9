import { Hono } from "hono";
import { admitOperator } from "../bearer-keys.ts";
import {
  type CallbackSigner,
  type CallbackSigning,
  explainMissingSecret,
} from "../callback-signing.ts";
import type { GuessGuard } from "../guess-guard.ts";
import { problemResponse } from "../problems.ts";
import type { FailureList, ListedFailure } from "../../archive.ts";
import type { Problem } from "../../channel.ts";
import type { Mailbox } from "../../ports.ts";

export interface AdminRoutesOptions {
  /** `ADMIN_API_KEY`. */
  readonly key: string;
  readonly failures: FailureList;
  readonly mailbox: Pick<Mailbox, "retry">;
  readonly guessGuard: GuessGuard;
  readonly signingOf: CallbackSigner;
}

const UNKNOWN_TURN: Problem = {
  status: 404,
  slug: "unknown-turn",
  title: "There is no such failed turn",
  detail:
    "It was run again, its conversation was forgotten, or the id is wrong. GET /admin/turns?status=failed lists those that there are.",
};

const NOT_FAILED: Problem = {
  status: 409,
  slug: "not-failed",
  title: "This turn has not failed",
  detail: "It runs again already, or its reply has reached the user since.",
};

function noCallbackSecret(
  signing: Exclude<CallbackSigning, { kind: "known" }>,
  caller: string,
): Problem {
  return {
    status: 404,
    slug: "no-callback-secret",
    title: "Nothing signs callbacks of this caller",
    detail: explainMissingSecret(signing, caller),
  };
}

/** `/admin`: the operator looks at failed turns, runs them again, and looks up what receivers of callbacks verify with. */
export function createAdminRoutes({
  key,
  failures,
  mailbox,
  guessGuard,
  signingOf,
}: AdminRoutesOptions): Hono {
  const routes = new Hono();

  routes.use(
    "*",
    admitOperator({
      keys: [key],
      owner: "the operator's",
      variable: "ADMIN_API_KEY",
      guessGuard,
    }),
  );

  routes.get("/turns", async (context) => {
    const page = readPageOptions(new URL(context.req.url).searchParams);
    if (page.kind === "refused") return problemResponse(page.problem);
    const { kind: _, ...options } = page;
    const turns = await failures.list(options);
    const last = turns.length === page.limit ? turns.at(-1) : undefined;
    return context.json({
      turns: turns.map(toBody),
      next: last === undefined ? null : nextPage(context.req.url, last.number),
    });
  });

  routes.post("/turns/:id/retry", async (context) => {
    const id = context.req.param("id");
    const listed = /^\d{1,15}$/.test(id)
      ? await failures.find(Number(id))
      : undefined;
    if (listed === undefined) return problemResponse(UNKNOWN_TURN);
    // The conversation takes it off the list.
    const retrying = await mailbox.retry(listed);
    switch (retrying.kind) {
      case "retrying":
        return context.json({ ...toBody(listed), status: "retrying" }, 202);
      case "not-failed":
        return problemResponse(NOT_FAILED);
      case "unknown":
        await failures.remove(listed);
        return problemResponse(UNKNOWN_TURN);
    }
  });

  routes.get("/callers/:name/callback-secret", async (context) => {
    const caller = context.req.param("name").slice(0, MAX_NAME_LENGTH);
    const signing = await signingOf(caller);
    if (signing.kind !== "known")
      return problemResponse(noCallbackSecret(signing, caller));
    const { source, secrets } = signing;
    return context.json({ caller, source, secrets });
  });

  return routes;
}

/** Of a caller; longer ones are nobody's. */
const MAX_NAME_LENGTH = 100;

function nextPage(url: string, before: number): string {
  const next = new URL(url);
  next.searchParams.set("before", String(before));
  return next.href;
}

function toBody({
  number,
  conversation,
  id,
  channel,
  failure,
  attempts,
  acceptedAt,
  failedAt,
}: ListedFailure) {
  return {
    id: String(number),
    conversation,
    message_id: id,
    channel,
    reason: failure,
    attempts,
    accepted_at: new Date(acceptedAt).toISOString(),
    failed_at: new Date(failedAt).toISOString(),
  };
}

/** Which page of the failed turns is asked for. */
type PageReading =
  | {
      readonly kind: "read";
      readonly limit: number;
      /** The id of the last turn of the page before. */
      readonly before?: number;
    }
  | { readonly kind: "refused"; readonly problem: Problem };

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Reads `status=failed`, which has to be there, `limit` and `before` of an address's query. */
function readPageOptions(query: URLSearchParams): PageReading {
  const limit = Number(query.get("limit") ?? DEFAULT_LIMIT);
  const before = query.get("before");
  const errors = [
    ...(query.get("status") === "failed"
      ? []
      : [fault("status", "must be failed: others are not listed")]),
    ...(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT
      ? []
      : [fault("limit", `must be a whole number from 1 to ${MAX_LIMIT}`)]),
    ...(before === null || /^\d{1,15}$/.test(before)
      ? []
      : [fault("before", "must be the id of a turn in the list")]),
  ];
  if (errors.length > 0) return refuse(errors);
  return {
    kind: "read",
    limit,
    ...(before !== null && { before: Number(before) }),
  };
}

interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

function fault(name: string, detail: string): Fault {
  return { pointer: `/${name}`, detail };
}

function refuse(errors: readonly Fault[]): PageReading {
  return {
    kind: "refused",
    problem: {
      status: 422,
      slug: "invalid-query",
      title: "The address asks for something that there is not",
      detail: errors
        .map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`)
        .join("; "),
      errors,
    },
  };
}
