import { Hono } from "hono";
import * as z from "zod";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Problem } from "../../types/problem.ts";
import type { UndeliveredList } from "../../types/undelivered.ts";
import { problemResponse } from "../problems.ts";
import { parseQuery } from "../query.ts";
import { toDeliveryBody } from "./bodies.ts";
import { PageSize } from "./conversation-routes.ts";
import type { ConsoleVariables, Recorder } from "./operators.ts";

interface DeliveryRoutesOptions {
  readonly undelivered: UndeliveredList;
  readonly callbacks: Pick<CallbackQueue, "resend">;
  readonly record: Recorder;
}

const ListQuery = z.object({
  limit: PageSize.default(50),
  before: z
    .string()
    .regex(/^\d{1,15}$/, "must be the id of a delivery in the list")
    .transform(Number)
    .optional(),
});

const UNKNOWN_DELIVERY: Problem = {
  status: 404,
  slug: "unknown-delivery",
  title: "Undelivered message not found",
  detail:
    "It has been sent again, its conversation was deleted, or the id is wrong. GET /admin/deliveries lists what was not delivered.",
};

/** Callbacks and events that were given up: lists them, and sends them again. */
export function createDeliveryRoutes({
  undelivered,
  callbacks,
  record,
}: DeliveryRoutesOptions): Hono<ConsoleVariables> {
  const routes = new Hono<ConsoleVariables>();

  routes.get("/", async (context) => {
    const query = parseQuery(context.req.raw, ListQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { limit, before } = query.value;
    const listed = await undelivered.list({
      limit,
      ...(before !== undefined && { before }),
    });
    const last = listed.length === limit ? listed.at(-1) : undefined;
    return context.json({
      deliveries: listed.map(toDeliveryBody),
      next: last === undefined ? null : String(last.number),
    });
  });

  routes.post("/:id/resend", async (context) => {
    const id = context.req.param("id");
    const listed = /^\d{1,15}$/.test(id)
      ? await undelivered.find(Number(id))
      : undefined;
    if (listed === undefined) return problemResponse(UNKNOWN_DELIVERY);
    const { conversation } = listed;
    await record(context, "resend", { conversation });
    // It takes it from the list.
    const resending = await callbacks.resend(listed);
    return resending === "unknown"
      ? problemResponse(UNKNOWN_DELIVERY)
      : context.json({ ...toDeliveryBody(listed), status: "resending" }, 202);
  });

  return routes;
}
