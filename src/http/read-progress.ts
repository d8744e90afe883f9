import { distinctSources } from "../channels/markdown/distinct-sources.ts";
import { createTimeLimit } from "../runtime/abort.ts";
import { logError } from "../runtime/log.ts";
import type { TurnProgress } from "../types/channel.ts";
import type { Mailbox, TurnReference } from "../types/mailbox.ts";
import { sourcesOf } from "./reply-body.ts";

/**
 * Reads a turn's progress at its end, or after `waitMs`. Never throws: if
 * reading fails, it returns what it has read so far.
 */
export async function readProgress({
  turn,
  waitMs,
  mailbox,
  signal,
}: {
  turn: TurnReference;
  waitMs: number;
  mailbox: Pick<Mailbox, "watch">;
  /** Aborted when the sender of the request leaves. */
  signal: AbortSignal;
}): Promise<TurnProgress> {
  using limit = createTimeLimit({ ms: waitMs, signal });
  let text = "";
  let isWaiting = false;
  const waiting = () => (isWaiting ? { isWaiting } : {});
  try {
    for await (const event of mailbox.watch(turn, { signal: limit.signal })) {
      isWaiting = event.type === "waiting";
      if (event.type === "delta")
        text = text.slice(0, event.offset) + event.text;
      if (event.type === "forgotten")
        return { text: "", hasEnded: true, sources: [] };
      if (event.type === "end") {
        const sources = distinctSources(sourcesOf(event.turn));
        return { text: event.turn.reply ?? "", hasEnded: true, sources };
      }
    }
  } catch (error) {
    if (!limit.signal.aborted)
      logError("turn not read", { turn: turn.id, error });
    // Not ended, so the platform asks again.
    return { text, hasEnded: false, ...waiting(), sources: [] };
  }
  // An unknown turn has no events at all.
  const hasEnded = text === "" && !limit.signal.aborted;
  return { text, hasEnded, ...waiting(), sources: [] };
}
