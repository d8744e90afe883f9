import type { Answer, ReceivingChannel, TurnAnswer } from "../types/channel.ts";
import type { Mailbox } from "../types/mailbox.ts";
import { problemResponse } from "./problems.ts";
import { readProgress } from "./read-progress.ts";

/**
 * Passes a request to its channel and delivers the messages. Responds with 2xx
 * once all are stored; after any other status the platform redelivers. If a
 * conversation has too many waiting messages, the message is not stored and the
 * mailbox notifies its author.
 */
export async function receiveRequest(
  request: Request,
  {
    load,
    mailbox,
  }: {
    load: () => Promise<Pick<ReceivingChannel, "receive">>;
    mailbox: Pick<Mailbox, "deliver" | "watch">;
  },
): Promise<Response> {
  const channel = await load();
  const reception = await channel.receive(request);
  if (reception.kind === "refused") return problemResponse(reception.problem);
  for (const message of reception.messages) {
    // Acknowledged even if the mailbox rejects it: the platform would redeliver
    // for hours and hold back the rest of the chat.
    await mailbox.deliver(message);
  }
  return toResponse(reception.answer, { mailbox, request });
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
