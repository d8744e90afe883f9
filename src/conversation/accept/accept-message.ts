import type { AccessRules } from "../../types/access.ts";
import type { Channels } from "../../types/channel.ts";
import type { Delivery, Retrying, Stopping } from "../../types/mailbox.ts";
import {
  isEcho,
  MAX_MESSAGE_LENGTH,
  type Echo,
  type IncomingMessage,
} from "../../types/message.ts";
import { MAX_SCHEDULES } from "../../types/schedule.ts";
import type { TurnEvent } from "../../types/turn.ts";
import { asWritten } from "../answer/read-taps.ts";
import { isStop } from "../commands/commands.ts";
import type { Memory } from "../memory.ts";
import type { Elsewhere } from "../state/people/link.ts";
import { textsFor } from "../texts/texts.ts";

/** Maximum number of open turns in a conversation. */
export const MAX_OPEN_TURNS = 50;

/** Extra room for messages that stop a turn. */
const ROOM_TO_STOP = 10;

/** Room for schedules on top of that: an occurrence each. */
export const MAX_OPEN_WITH_SCHEDULES =
  MAX_OPEN_TURNS + ROOM_TO_STOP + MAX_SCHEDULES;

/** There is extra room for what people of the team say. */
export const MAX_OPEN_WITH_REPLIES = MAX_OPEN_TURNS + 10;

/** Runs what memory has stored. All methods are idempotent. */
export interface TurnScheduler {
  /**
   * Schedules the conversation's oldest open turn, now or when its retry is
   * due. Durable once it returns.
   */
  scheduleRun(turn: string): Promise<void>;
  /**
   * If the turn, which is marked as stopped, is running, ends it within a
   * second.
   */
  interrupt(turn: string): Promise<void>;
}

/**
 * Dependencies for accepting messages, stops and retries of one conversation.
 */
export interface Inbox {
  readonly memory: Memory;
  readonly scheduler: TurnScheduler;
}

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

/** Stores a message and schedules its turn; see `Mailbox.deliver`. */
export async function acceptMessage(
  message: IncomingMessage,
  {
    memory,
    access,
    scheduler,
    onFull,
    isAsked = false,
  }: Inbox & {
    access: AccessRules;
    /** See `findElsewhere`. */
    isAsked?: boolean | undefined;
    /** Called for the first message rejected since the queue filled up. */
    onFull: () => Promise<void>;
  },
): Promise<Delivery | Elsewhere> {
  const stops = isStop(message, access);
  const opening = await memory.openTurn(limitTexts(asWritten(message)), {
    limit: MAX_OPEN_TURNS + (stops ? ROOM_TO_STOP : 0),
    isStop: stops,
    isAsked,
  });
  if (opening.kind === "opened" && opening.turn.target !== undefined)
    await scheduler.interrupt(opening.turn.target);
  if (
    opening.kind === "forgotten" ||
    opening.kind === "outdated" ||
    opening.kind === "elsewhere"
  )
    return opening;
  // For a duplicate too: it was redelivered because something went wrong.
  await scheduler.scheduleRun(message.id);
  if (opening.kind === "full") {
    if (opening.isFirst) await onFull();
    return { kind: "full", limit: MAX_OPEN_TURNS };
  }
  const kind = opening.kind === "opened" ? "accepted" : "duplicate";
  return { kind, turn: opening.turn };
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

/**
 * Cuts texts that are too long; rejecting them would make chat platforms
 * redeliver the message. Replaces lone surrogates, which some stores cannot
 * keep.
 */
export function limitTexts(message: IncomingMessage): IncomingMessage {
  const { text, forwarded, command } = message;
  return {
    ...message,
    text: limitText(text),
    ...(forwarded !== undefined && {
      forwarded: forwarded.map((one) => ({
        ...one,
        text: limitText(one.text),
      })),
    }),
    ...(command !== undefined && {
      command: { ...command, argument: limitText(command.argument) },
    }),
  };
}

/**
 * Leaves a note for the model, which can then tell the author about the cut.
 */
function limitText(source: string): string {
  const text = source.toWellFormed();
  // No text has more code points than UTF-16 units.
  if (text.length <= MAX_MESSAGE_LENGTH) return text;
  const characters = Array.from(text);
  if (characters.length <= MAX_MESSAGE_LENGTH) return text;
  const beginning = characters.slice(0, MAX_MESSAGE_LENGTH).join("");
  return `${beginning}\n\n[Cut off here: the message had ${characters.length} characters, of which you see the first ${MAX_MESSAGE_LENGTH}.]`;
}

/** See `Mailbox.stop`. */
export async function stopTurn(
  id: string,
  { memory, scheduler }: Inbox,
): Promise<Stopping> {
  const isMarked = await memory.stopTurn(id);
  if (isMarked) await scheduler.interrupt(id);
  const turn = await memory.findTurn(id);
  if (turn === undefined) return { kind: "unknown" };
  return { kind: isMarked ? "stopping" : "ended", turn };
}

/** See `Mailbox.retry`. */
export async function retryTurn(
  id: string,
  { memory, scheduler }: Inbox,
): Promise<Retrying> {
  const reopened = await memory.reopenTurn(id);
  // Also if it was reopened before: the process may have died before this.
  await scheduler.scheduleRun(id);
  if (reopened !== undefined) return { kind: "retrying", turn: reopened };
  const turn = await memory.findTurn(id);
  return turn === undefined
    ? { kind: "unknown" }
    : { kind: "not-failed", turn };
}

/**
 * Ends a stopped turn that still waits for another one, with a notice. Only if
 * replies are fetched: if they are sent, the notice must not overtake the
 * replies to earlier messages. A callback reports it once these are done.
 */
export async function endWaiting(
  id: string,
  {
    memory,
    channels,
    publish = () => {},
  }: {
    memory: Pick<Memory, "findTurn" | "commitTurn">;
    channels: Pick<Channels, "find">;
    publish?: (event: TurnEvent) => void;
  },
): Promise<void> {
  const turn = await memory.findTurn(id);
  if (turn === undefined) return;
  const { message, usage } = turn;
  const channel = await channels.find(message.channel);
  const isSent = channel.capabilities.maxPartLength !== null;
  if (isSent) return;
  const reply = textsFor(message).stoppedEarly;
  const ended = await memory.commitTurn(id, {
    status: "answered",
    reply,
    isStopped: true,
    by: "anyone",
    parts: [],
    usage,
    history: [],
  });
  if (typeof ended === "object") publish({ type: "end", turn: ended });
}

/** Ends the answer that a takeover has cut off. */
export async function endTaken({ memory, scheduler }: Inbox): Promise<void> {
  const next = await memory.nextOpen();
  if (next?.isTaken) await scheduler.interrupt(next.id);
}
