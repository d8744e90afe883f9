import type { HandoverAction, HandoverOutcome } from "../../types/handover.ts";
import type { IncomingMessage } from "../../types/message.ts";
import { textsFor } from "../texts/texts.ts";
import { MAX_OPEN_TURNS, type Inbox } from "./accept-message.ts";

/** There is extra room for what people of the team say. */
export const MAX_OPEN_WITH_REPLIES = MAX_OPEN_TURNS + 10;

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
export async function endTaken({ memory, scheduler }: Inbox): Promise<void> {
  const next = await memory.nextOpen();
  if (next?.isTaken) await scheduler.interrupt(next.id);
}
