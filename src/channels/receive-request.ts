import type { Answer, ReceivingChannel, TurnAnswer } from "../channel.ts";
import type { Mailbox } from "../ports.ts";
import { problemResponse } from "./problems.ts";
import { readProgress } from "./read-progress.ts";

/**
 * Has a platform's channel receive a request: 2xx once every message of it is stored; anything else makes the platform send it again.
 * A message that finds too many others waiting is not stored: the mailbox notifies its author.
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
    // Its outcome does not matter: what is refused would come again for hours, and may hold back all others of its chat.
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
