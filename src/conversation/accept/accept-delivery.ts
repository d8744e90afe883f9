import type { Delivery } from "../../types/mailbox.ts";
import {
  isEcho,
  type Echo,
  type IncomingMessage,
} from "../../types/message.ts";
import type { Elsewhere } from "../state/people/link.ts";
import { acceptMessage, limitTexts, type Inbox } from "./accept-message.ts";
import { endTaken, MAX_OPEN_WITH_REPLIES } from "./hand-over.ts";

interface EchoOptions extends Inbox {
  /** See `openReply`. */
  readonly silenceMs: number;
  /** See `findElsewhere`. */
  readonly isAsked?: boolean | undefined;
}

/** Stores what a channel delivers, and schedules it; see `Mailbox.deliver`. */
export function acceptDelivery(
  message: IncomingMessage,
  options: EchoOptions & Parameters<typeof acceptMessage>[1],
): Promise<Delivery | Elsewhere> {
  return isEcho(message)
    ? acceptEcho(message, options)
    : acceptMessage(message, options);
}

/** Stores an echo, which takes the conversation over; see `openEcho`. */
async function acceptEcho(
  echo: Echo,
  { silenceMs, isAsked = false, ...inbox }: EchoOptions,
): Promise<Delivery | Elsewhere> {
  const { name } = echo.origin;
  const message = { ...limitTexts(echo), author: { id: name } };
  const limit = MAX_OPEN_WITH_REPLIES;
  const options = { name, silenceMs, limit, isAsked };
  const opening = await inbox.memory.openEcho(message, options);
  if (!("turn" in opening)) return opening;
  // For a duplicate too: it was redelivered because something went wrong.
  await inbox.scheduler.scheduleRun(echo.id);
  await endTaken(inbox);
  const kind = opening.kind === "opened" ? "accepted" : "duplicate";
  return { kind, turn: opening.turn };
}
