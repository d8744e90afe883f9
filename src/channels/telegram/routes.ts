import { Hono } from "hono";
import type { Channel, Mailbox } from "../../ports.ts";
import { problemResponse } from "../problem-response.ts";
import { refusalOf } from "../turn-problems.ts";

/** `POST /telegram/webhook`: 2xx once the update is stored; anything else makes Telegram send it again. */
export function createTelegramRoutes({
  channel,
  mailbox,
}: {
  channel: Channel;
  mailbox: Mailbox;
}): Hono {
  const routes = new Hono();
  routes.post("/webhook", async (context) => {
    const reception = await channel.receive(context.req.raw);
    if (reception.kind === "refused") return problemResponse(reception.problem);
    for (const message of reception.messages) {
      const delivery = await mailbox.deliver(message);
      // A forgotten message is no failure: Telegram must not send it again.
      if (delivery.kind === "full") return problemResponse(refusalOf(delivery));
    }
    return context.json({ ok: true });
  });
  return routes;
}
