import { Hono } from "hono";
import type { ChannelRoute, ReceivingChannel } from "../types/channel.ts";
import type { Mailbox } from "../types/mailbox.ts";
import { receiveRequest } from "./receive-request.ts";

/** Routes of a platform's channel. */
export function createReceivingRoutes({
  routes,
  ...receiving
}: {
  routes: readonly ChannelRoute[];
  load: () => Promise<Pick<ReceivingChannel, "receive">>;
  mailbox: Pick<Mailbox, "deliver" | "watch">;
}): Hono {
  const app = new Hono();
  for (const { method, path } of routes)
    app.on(method, path, ({ req }) => receiveRequest(req.raw, receiving));
  return app;
}
