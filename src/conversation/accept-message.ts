import { logError } from "../log.ts";
import type { Channel, AccessRules } from "../channel.ts";
import { type IncomingMessage, MAX_MESSAGE_LENGTH } from "../message.ts";
import type { Delivery, Retrying, Stopping } from "../ports.ts";
import { cutText } from "../text.ts";
import type { Turn, TurnEvent } from "../turn.ts";
import { isStop } from "./commands/commands.ts";
import { splitReply } from "./deliver-reply.ts";
import type { Memory } from "./memory.ts";
import { partKey } from "./part-key.ts";
import { textsFor } from "./texts/texts.ts";

/** Open turns that a conversation may have at a time. */
export const MAX_OPEN_TURNS = 50;

/** More for messages that stop one of them. */
const ROOM_TO_STOP = 10;

/** How a platform sees to it that what memory holds is done. All of it may be done any number of times. */
export interface TurnScheduler {
  /** The conversation's oldest open turn runs, now or when it was put off to. Durable when it returns. */
  scheduleRun(turn: string): Promise<void>;
  /** A turn that is marked as to be stopped ends within a second, if it is its turn. */
  interrupt(turn: string): Promise<void>;
}

/** What messages, stops and retries of one conversation are accepted with. */
export interface Inbox {
  readonly memory: Memory;
  readonly scheduler: TurnScheduler;
}

/** Stores a message and has its turn run; see `Mailbox.deliver`. */
export async function acceptMessage(
  message: IncomingMessage,
  {
    memory,
    access,
    scheduler,
    onFull,
  }: Inbox & {
    access: AccessRules;
    /** The message is the first one that found no room. */
    onFull: () => Promise<void>;
  },
): Promise<Delivery> {
  const stops = isStop(message, access);
  const opening = await memory.openTurn(limitTexts(message), {
    limit: MAX_OPEN_TURNS + (stops ? ROOM_TO_STOP : 0),
    isStop: stops,
  });
  if (opening.kind === "opened" && opening.turn.target !== undefined)
    await scheduler.interrupt(opening.turn.target);
  if (opening.kind === "forgotten" || opening.kind === "outdated")
    return opening;
  // Also for a duplicate: it comes again because something went wrong.
  await scheduler.scheduleRun(message.id);
  if (opening.kind === "full") {
    if (opening.isFirst) await onFull();
    return { kind: "full", limit: MAX_OPEN_TURNS };
  }
  const kind = opening.kind === "opened" ? "accepted" : "duplicate";
  return { kind, turn: opening.turn };
}

/**
 * The message with no text that is too long. It is not refused for that: chat platforms would send it again. Halves of characters are
 * replaced, since not every store can keep them.
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

/** The model reads that a text was cut, so that it can tell the author. */
function limitText(source: string): string {
  const text = source.toWellFormed();
  if (text.length <= MAX_MESSAGE_LENGTH) return text;
  const beginning = cutText(text, MAX_MESSAGE_LENGTH);
  return `${beginning}\n\n[Cut off here: the message had ${text.length} characters, of which you see the first ${MAX_MESSAGE_LENGTH}.]`;
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
  // Also where it was opened before: the process may have died before this.
  await scheduler.scheduleRun(id);
  if (reopened !== undefined) return { kind: "retrying", turn: reopened };
  const turn = await memory.findTurn(id);
  return turn === undefined
    ? { kind: "unknown" }
    : { kind: "not-failed", turn };
}

/** Tells the author of a message that was not taken why it was not, unless the sender learns it by the refusal. Tried once; never throws. */
export async function tellFull({
  message,
  channel,
  signal,
}: {
  message: IncomingMessage;
  channel: Pick<Channel, "capabilities" | "split" | "send">;
  signal: AbortSignal;
}): Promise<void> {
  if (channel.capabilities.canRefuse) return;
  try {
    const notice = textsFor(message).tooManyWaiting({ limit: MAX_OPEN_TURNS });
    const parts = await channel.split(notice);
    for (const [index, part] of parts.entries()) {
      const key = partKey({
        conversation: message.conversation,
        turn: message.id,
        index,
        kind: "notice",
        text: part.text,
      });
      await channel.send(part, message.replyTo, { key, index, signal });
    }
  } catch (error) {
    logError("sender not told about full queue", { error });
  }
}

/**
 * Ends a stopped turn while it waits for another one, without an answer. Only where replies are fetched:
 * where they are sent, the notice comes when it is its turn, so that replies stay in the order of their messages.
 */
export async function endWaiting({
  turn: { id, message, usage },
  memory,
  channel,
  publish,
}: {
  turn: Turn;
  memory: Pick<Memory, "commitTurn">;
  channel: Pick<Channel, "capabilities" | "split">;
  publish: (event: TurnEvent) => void;
}): Promise<void> {
  const isSent = channel.capabilities.maxPartLength !== null;
  if (isSent) return;
  const reply = textsFor(message).stoppedEarly;
  const ended = await memory.commitTurn(id, {
    status: "answered",
    reply,
    isStopped: true,
    // A callback reports it when its turn comes.
    parts: await splitReply(reply, { channel, to: message.replyTo }),
    usage,
    history: [],
  });
  if (ended !== undefined) publish({ type: "end", turn: ended });
}
