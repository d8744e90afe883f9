import type { HandoverAction, HandoverOutcome } from "../../types/handover.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Opening } from "../state/turns/opening.ts";
import { textsFor } from "../texts/texts.ts";
import {
  endTaken,
  MAX_OPEN_WITH_REPLIES,
  type Inbox,
} from "./accept-message.ts";

/**
 * Does what an operator wants with a conversation; see `Handover`. Safe to
 * repeat: what a crash has left undone is done then.
 * @param inbox.silenceMs see `openReply`
 */
export async function handOver(
  { operator: name, ...action }: HandoverAction,
  { silenceMs, ...inbox }: Inbox & { readonly silenceMs: number },
): Promise<HandoverOutcome> {
  const { memory } = inbox;
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
      const outcome = await schedule(opening, inbox);
      await endTaken(inbox);
      return outcome ?? { kind: "unknown" };
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
      return (await schedule(opening, inbox)) ?? { kind: "over" };
    }
    case "hand-back": {
      const returned = await memory.handBack({ operator: name });
      return { kind: "returned", was: returned?.owner };
    }
  }
}

/** Schedules what an operator has said or answered; `undefined`: nothing. */
async function schedule(
  opening: Opening,
  { memory, scheduler }: Inbox,
): Promise<HandoverOutcome | undefined> {
  if (opening.kind === "full") return opening;
  if (!("turn" in opening)) return undefined;
  const { turn } = opening;
  await scheduler.scheduleRun(turn.id);
  const kind = opening.kind === "opened" ? "accepted" : "duplicate";
  return { kind, turn, owner: await memory.findOwner() };
}
