import type { IncomingMessage } from "../message.ts";
import type { Memory } from "./memory.ts";
import type { Delivery, Retrying, Stopping } from "../ports.ts";
import type { AccessRules } from "./access.ts";
import { isStop } from "./commands.ts";

/** Open turns that a conversation may have at a time. */
export const MAX_OPEN_TURNS = 50;

/** More for messages that stop one of them. */
const ROOM_TO_STOP = 10;

/** How a platform sees to it that what memory holds is done. All of it may be done any number of times. */
export interface Drive {
  /** The conversation's oldest open turn runs, now or when it was put off to. Durable when it returns. */
  ensureRun(turn: string): Promise<void>;
  /** A turn that is marked as to be stopped ends within a second, if it is its turn. */
  breakOff(turn: string): Promise<void>;
}

/** Stores a message and has its turn run; see `Mailbox.deliver`. */
export async function takeIn(
  message: IncomingMessage,
  {
    memory,
    access,
    drive,
    tellFull,
  }: {
    memory: Pick<Memory, "openTurn">;
    access: AccessRules;
    drive: Drive;
    /** The message is the first one that found no room. */
    tellFull: (options: { limit: number }) => Promise<void>;
  },
): Promise<Delivery> {
  const stops = isStop(message, access);
  const opening = await memory.openTurn(message, {
    limit: MAX_OPEN_TURNS + (stops ? ROOM_TO_STOP : 0),
    isStop: stops,
  });
  if (opening.kind === "opened" && opening.turn.target !== undefined)
    await drive.breakOff(opening.turn.target);
  if (opening.kind === "forgotten" || opening.kind === "outdated")
    return opening;
  // Also for a duplicate: it comes again because something went wrong.
  await drive.ensureRun(message.id);
  if (opening.kind === "full") {
    const limit = MAX_OPEN_TURNS;
    if (opening.isFirst) await tellFull({ limit });
    return { kind: "full", limit };
  }
  const kind = opening.kind === "opened" ? "accepted" : "duplicate";
  return { kind, turn: opening.turn };
}

/** See `Mailbox.stop`. */
export async function stopTurn(
  id: string,
  {
    memory,
    drive,
  }: { memory: Pick<Memory, "stopTurn" | "findTurn">; drive: Drive },
): Promise<Stopping> {
  const isMarked = await memory.stopTurn(id);
  if (isMarked) await drive.breakOff(id);
  const turn = await memory.findTurn(id);
  if (turn === undefined) return { kind: "unknown" };
  return { kind: isMarked ? "stopping" : "ended", turn };
}

/** See `Mailbox.retry`. */
export async function retryTurn(
  id: string,
  {
    memory,
    drive,
  }: { memory: Pick<Memory, "reopenTurn" | "findTurn">; drive: Drive },
): Promise<Retrying> {
  const reopened = await memory.reopenTurn(id);
  // Also where it was opened before: the process may have died before this.
  await drive.ensureRun(id);
  if (reopened !== undefined) return { kind: "retrying", turn: reopened };
  const turn = await memory.findTurn(id);
  return turn === undefined
    ? { kind: "unknown" }
    : { kind: "not-failed", turn };
}
