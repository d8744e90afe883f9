import { logError } from "../../runtime/log.ts";
import type { TurnWork } from "../bot.ts";
import { commandMarkOf } from "../commands/command-work.ts";
import type { WaitingCause } from "../turn-events.ts";
import { createMessagePreview } from "./preview.ts";

/**
 * Tells the user, once, that the message is tried again, and until when. The
 * reply replaces the line where messages can be edited; elsewhere it follows.
 * Where replies are fetched, the event `waiting` says it. Never throws.
 */
export async function tellWaiting(
  work: Pick<
    TurnWork,
    "turn" | "memory" | "channel" | "texts" | "bot" | "signal"
  >,
  { cause, until }: { cause: WaitingCause; until: number },
): Promise<void> {
  const { turn, memory, channel, texts, bot, signal } = work;
  if (channel.capabilities.maxPartLength === null) return;
  const { author } = turn.message;
  try {
    const isTold = (await memory.listPreviews(turn.id)).length > 0;
    if (isTold && !mayShowOther(work)) return;
    const text = texts.waiting({
      cause,
      until: formatTime(until, author.timeZone ?? bot.timeZone),
      ...(channel.capabilities.commands && { mark: commandMarkOf(work) }),
    });
    const parts = await channel.split(text);
    const preview = createMessagePreview(work);
    while (!preview.shows(parts))
      await preview.update(parts, { isAnswer: false });
  } catch (error) {
    if (!signal.aborted) logError("waiting not told", { turn: turn.id, error });
  }
}

/**
 * Whether the previews may show something else than the line, which replaces
 * it. Some addresses of channels with edits have none.
 */
function mayShowOther({
  turn: { attempts, message },
  channel,
}: Pick<TurnWork, "turn" | "channel">): boolean {
  if (channel.edit === undefined) return false;
  const { preview } = channel.presentationAt?.(message.replyTo) ?? {};
  return attempts === 1 || preview === "messages";
}

function formatTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);
}
