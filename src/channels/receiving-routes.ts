import type {
  Answer,
  ChannelRoute,
  ReceivingChannel,
  TurnAnswer,
} from "../channel.ts";
import type { Mailbox } from "../ports.ts";
import { problemResponse } from "./problems.ts";
import { readProgress } from "./read-progress.ts";
import { Hono } from "hono";

/**
 * The routes of a platform's channel: 2xx once every message of the request is stored; anything else makes the platform send it again.
 * A message that finds too many others waiting is not stored: the mailbox notifies its author.
 */
export function createReceivingRoutes({
  routes,
  load,
  mailbox,
}: {
  routes: readonly ChannelRoute[];
  load: () => Promise<Pick<ReceivingChannel, "receive">>;
  mailbox: Pick<Mailbox, "deliver" | "watch">;
}): Hono {
  const app = new Hono();
  for (const { method, path } of routes)
    app.on(method, path, async ({ req: { raw: request } }) => {
      const channel = await load();
      const reception = await channel.receive(request);
      if (reception.kind === "refused")
        return problemResponse(reception.problem);
      for (const message of reception.messages) {
        // Its outcome does not matter: what is refused would come again for hours, and may hold back all others of its chat.
        await mailbox.deliver(message);
      }
      return toResponse(reception.answer, { mailbox, request });
    });
  return app;
}

async function toResponse(
  answer: Answer | TurnAnswer | undefined,
  {
    mailbox,
    request: { signal },
  }: { mailbox: Pick<Mailbox, "watch">; request: Request },
): Promise<Response> {
  if (answer === undefined) return new Response(null, { status: 200 });
  if ("body" in answer) return bodyResponse(answer);
  const progress = await readProgress({ ...answer, mailbox, signal });
  return bodyResponse(await answer.write(progress));
}

function bodyResponse({ type, body }: Answer): Response {
  return new Response(body, {
    headers: { "content-type": `${type}; charset=utf-8` },
  });
}

/** An answer in JSON. */
export function jsonAnswer(value: unknown): Answer {
  return { type: "application/json", body: JSON.stringify(value) };
}
