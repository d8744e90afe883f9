import { Hono } from "hono";
import type { Archive, MessageIndex } from "../../types/archive.ts";
import {
  callbackOf,
  type CallbackQueue,
  type CallbackRecord,
  type TurnCallback,
} from "../../types/callback-queue.ts";
import type { Problem } from "../../types/problem.ts";
import type { CallbackDeliveries } from "../callbacks/callback-schemas.ts";
import {
  problemResponse,
  refuse,
  UNKNOWN_MESSAGE,
  type Reading,
} from "../problems.ts";
import type { CallerVariables } from "./authenticate.ts";
import { findOwnTurn } from "./message-routes.ts";

export const NO_CALLBACK: Problem = {
  status: 404,
  slug: "no-callback",
  title: "This message has no callback",
  detail:
    "It was sent without a callback_url, so there are no deliveries. Fetch the message to see its reply.",
};

export const DELIVERIES_FORGOTTEN: Problem = {
  status: 404,
  slug: "deliveries-forgotten",
  title: "The deliveries have expired",
  detail:
    "Deliveries are kept for 30 days. POST here to send the callback again, or fetch the message to see its reply.",
};

export const STILL_PENDING: Problem = {
  status: 409,
  slug: "callback-pending",
  title: "The callback is still pending",
  detail:
    "The message has no reply yet, or another attempt is scheduled at next_attempt_at. Resend the callback when its status is delivered, failed or stopped.",
};

/** `/v1/messages/{id}/deliveries`: show and retry a callback's deliveries. */
export function createDeliveryRoutes({
  archive,
  index,
  callbacks,
}: {
  archive: Pick<Archive, "findTurn">;
  index: Pick<MessageIndex, "find">;
  callbacks: Pick<CallbackQueue, "find" | "resend" | "enqueue">;
}): Hono<CallerVariables> {
  const routes = new Hono<CallerVariables>();

  const find = async (
    owner: string,
    id: string,
  ): Promise<Reading<FoundCallback>> => {
    const turn = await findOwnTurn({ owner, id }, { archive, index });
    if (turn === undefined) return refuse(UNKNOWN_MESSAGE);
    const callback = callbackOf(turn.message);
    if (callback === undefined) return refuse(NO_CALLBACK);
    const isOpen = turn.status !== "delivered" && turn.status !== "failed";
    return { kind: "read", value: { callback, isOpen } };
  };

  routes.get("/:id/deliveries", async (context) => {
    const found = await find(context.var.caller, context.req.param("id"));
    if (found.kind === "refused") return problemResponse(found.problem);
    const { callback, isOpen } = found.value;
    const record = await callbacks.find(callback);
    if (record === undefined && !isOpen)
      return problemResponse(DELIVERIES_FORGOTTEN);
    return context.json(toBody(callback, record));
  });

  routes.post("/:id/deliveries", async (context) => {
    const found = await find(context.var.caller, context.req.param("id"));
    if (found.kind === "refused") return problemResponse(found.problem);
    const { callback, isOpen } = found.value;
    const resending = await callbacks.resend(callback);
    if (resending === "pending" || (resending === "unknown" && isOpen))
      return problemResponse(STILL_PENDING);
    if (resending === "unknown") await callbacks.enqueue(callback);
    return context.json(toBody(callback, await callbacks.find(callback)), 202);
  });

  return routes;
}

interface FoundCallback {
  readonly callback: TurnCallback;
  /** The turn is not over, so its callback may be missing from the queue. */
  readonly isOpen: boolean;
}

function toBody(
  { id, url }: TurnCallback,
  record: CallbackRecord | undefined,
): CallbackDeliveries {
  const { status = "pending", nextAttemptAt, deliveries = [] } = record ?? {};
  return {
    message_id: id,
    callback_url: url,
    status,
    next_attempt_at:
      nextAttemptAt === undefined ? null : toIsoTime(nextAttemptAt),
    deliveries: deliveries.map(({ attempt, at, end }) => ({
      attempt,
      at: toIsoTime(at),
      duration_ms: end?.durationMs ?? null,
      ...(end?.answer.kind === "answered" && {
        status_code: end.answer.statusCode,
      }),
      ...(end?.answer.kind === "unanswered" && { error: end.answer.error }),
    })),
  };
}

function toIsoTime(at: number): string {
  return new Date(at).toISOString();
}
