import type { HandoverAction, HandoverOutcome } from "../../types/handover.ts";
import type { Delivery } from "../../types/mailbox.ts";
import type { Echo, IncomingMessage } from "../../types/message.ts";
import type { Elsewhere } from "../state/link.ts";
import { textsFor } from "../texts/texts.ts";
import { limitTexts, MAX_OPEN_TURNS, type Inbox } from "./accept-message.ts";

/** There is extra room for what people of the team say. */
const MAX_OPEN_WITH_REPLIES = MAX_OPEN_TURNS + 10;

/**
 * Does what an operator wants with a conversation; see `Handover`. Safe to
 * repeat: what a crash has left undone is done then.
 * @param inbox.silenceMs see `openReply`
 */
export async function handOver(
  { operator: name, ...action }: HandoverAction,
  { silenceMs, ...inbox }: Inbox & { readonly silenceMs: number },
): Promise<HandoverOutcome> {
  const { memory, scheduler } = inbox;
  switch (action.kind) {
    case "take-over": {
      const owner = await memory.takeOver({ name, silenceMs });
      if (owner === undefined) return { kind: "unknown" };
      await endTaken(inbox);
      return { kind: "taken", owner };
    }
    case "reply": {
      const { id, text } = action;
      const said = { id, text, name, silenceMs };
      const opening = await memory.openReply(said, {
        limit: MAX_OPEN_WITH_REPLIES,
      });
      if (opening.kind === "unknown" || opening.kind === "full") return opening;
      await scheduler.scheduleRun(opening.turn.id);
      await endTaken(inbox);
      return opening;
    }
    case "approve":
    case "refuse": {
      const { kind, code } = action;
      const say = (asked: IncomingMessage) => {
        const { run, doNotRun } = textsFor(asked).approval;
        return kind === "approve" ? run : doNotRun;
      };
      const answer = { code, answer: { kind }, name, say };
      const opening = await memory.resumePause(answer, {
        limit: MAX_OPEN_WITH_REPLIES,
      });
      if (opening.kind === "full") return opening;
      if (!("turn" in opening)) return { kind: "over" };
      await scheduler.scheduleRun(opening.turn.id);
      const { turn } = opening;
      const known = opening.kind === "known" ? "duplicate" : "accepted";
      return { kind: known, turn, owner: await memory.findOwner() };
    }
    case "hand-back":
      return { kind: "returned", was: (await memory.handBack(name))?.owner };
  }
}

/** Ends the answer that a takeover has cut off. */
async function endTaken({ memory, scheduler }: Inbox): Promise<void> {
  const next = await memory.nextOpen();
  if (next?.isTaken) await scheduler.interrupt(next.id);
}

/**
 * Stores what a person of the business wrote in the platform's own app, which
 * takes the conversation over; see `openEcho` and `Mailbox.deliver`.
 */
export async function acceptEcho(
  echo: Echo,
  {
    silenceMs,
    isAsked = false,
    ...inbox
  }: Inbox & {
    readonly silenceMs: number;
    readonly isAsked?: boolean | undefined;
  },
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
