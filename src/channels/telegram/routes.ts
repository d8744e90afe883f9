import { Hono } from "hono";
import type { ReceivingChannel } from "../../channel.ts";
import type { Mailbox } from "../../ports.ts";
import { problemResponse } from "../problems.ts";

/**
 * `POST /telegram/webhook`: 2xx once the update is stored; anything else makes Telegram send it again. One that finds too
 * many others waiting is not stored: the mailbox tells its author.
 */
export function createTelegramRoutes({
  channel,
  mailbox,
}: {
  channel: ReceivingChannel;
  mailbox: Mailbox;
}): Hono {
  const routes = new Hono();
  routes.post("/webhook", async (context) => {
    const reception = await channel.receive(context.req.raw);
    if (reception.kind === "refused") return problemResponse(reception.problem);
    for (const message of reception.messages) {
      // Whatever comes of it: refused, it would come again for a day, and hold back all others of its chat.
      await mailbox.deliver(message);
    }
    return context.json({ ok: true });
  });
  return routes;
}
