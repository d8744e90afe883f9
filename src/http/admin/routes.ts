import { Hono } from "hono";
import * as z from "zod";
import type { Mailbox } from "../../types/mailbox.ts";
import type { Problem } from "../../types/problem.ts";
import type { IndexedTurn, TurnIndex } from "../../types/turn-index.ts";
import { admitKey } from "../bearer-keys.ts";
import {
  explainMissingSecret,
  type CallbackSigner,
} from "../callbacks/callback-policy.ts";
import { NOT_FAILED, PageSize } from "../console/conversation-routes.ts";
import { Cursor, toCursor } from "../console/cursors.ts";
import type { GuessGuard } from "../guess-guard.ts";
import { problemResponse } from "../problems.ts";
import { parseQuery } from "../query.ts";
import { createSetupRoutes, type SetupRoutesOptions } from "./setup-routes.ts";

export interface AdminRoutesOptions {
  /** `ADMIN_API_KEY`, and the checkout's token under `npm run dev`. */
  readonly keys: readonly string[];
  readonly turnIndex: TurnIndex;
  readonly mailbox: Mailbox;
  readonly guessGuard: GuessGuard;
  readonly signingOf: CallbackSigner;
  readonly setup: Pick<
    SetupRoutesOptions,
    "setup" | "archive" | "limiter" | "signIns"
  >;
}

const UNKNOWN_TURN: Problem = {
  status: 404,
  slug: "unknown-turn",
  title: "Failed turn not found",
  detail:
    "It has been retried, its conversation was deleted, or the id is wrong. GET /admin/turns?status=failed lists failed turns.",
};

/** Query of a page of failed turns. */
const PageQuery = z.object({
  status: z.literal("failed", "must be failed: only failed turns are listed"),
  limit: PageSize.default(50),
  /** Id of the previous page's last turn. */
  before: Cursor.optional(),
});

/**
 * `/admin`: lists and retries failed turns, returns callers' callback secrets,
 * and serves the setup page.
 */
export function createAdminRoutes({
  keys,
  turnIndex,
  mailbox,
  guessGuard,
  signingOf,
  setup,
}: AdminRoutesOptions): Hono {
  const routes = new Hono();

  routes.use(
    "*",
    admitKey({
      keys: keys.map((key) => ({ key })),
      owner: "the operator's",
      variable: "ADMIN_API_KEY",
      guessGuard,
    }),
  );

  routes.get("/turns", async (context) => {
    const query = parseQuery(context.req.raw, PageQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { limit, before } = query.value;
    const { turns, next } = await turnIndex.list({
      outcomes: ["failed"],
      limit,
      ...(before !== undefined && { before }),
    });
    return context.json({
      turns: turns.map(toBody),
      next:
        next === undefined ? null : nextPage(context.req.url, toCursor(next)),
    });
  });

  routes.post("/turns/:id/retry", async (context) => {
    const listed = await findFailed(turnIndex, context.req.param("id"));
    if (listed === undefined) return problemResponse(UNKNOWN_TURN);
    // The conversation tells the index.
    const retrying = await mailbox.retry(listed);
    const { conversation, number } = listed;
    switch (retrying.kind) {
      case "retrying":
        return context.json({ ...toBody(listed), status: "retrying" }, 202);
      case "not-failed":
        return problemResponse(NOT_FAILED);
      case "unknown":
        await turnIndex.erase({ conversation, from: number, to: number });
        return problemResponse(UNKNOWN_TURN);
    }
  });

  routes.get("/callers/:name/callback-secret", async (context) => {
    const caller = context.req.param("name");
    const signing = await signingOf(caller);
    if (signing.kind !== "known")
      return problemResponse({
        status: 404,
        slug: "no-callback-secret",
        title: "No callback secret for this caller",
        detail: explainMissingSecret(signing, caller),
      });
    const { source, secrets } = signing;
    return context.json({ caller, source, secrets });
  });

  routes.route("/setup", createSetupRoutes({ ...setup, mailbox }));

  return routes;
}

function nextPage(url: string, before: string): string {
  const next = new URL(url);
  next.searchParams.set("before", before);
  return next.href;
}

/** The turn in the list with that id. */
async function findFailed(
  turnIndex: TurnIndex,
  id: string,
): Promise<IndexedTurn | undefined> {
  const place = Cursor.safeParse(id).data;
  if (place === undefined) return undefined;
  const { conversation, number, at } = place;
  const { turns } = await turnIndex.list({
    conversation,
    outcomes: ["failed"],
    before: { conversation, number: number + 1, at },
    limit: 1,
  });
  return turns.find((turn) => turn.number === number);
}

function toBody(turn: IndexedTurn) {
  const { conversation, id, channel, failure, at, endedAt = at } = turn;
  return {
    id: toCursor(turn),
    conversation,
    message_id: id,
    channel,
    reason: failure,
    accepted_at: new Date(at).toISOString(),
    failed_at: new Date(endedAt).toISOString(),
  };
}
