import { createTimeLimit } from "../abort.ts";
import type { TurnProgress } from "../channel.ts";
import { logError } from "../log.ts";
import type { Mailbox, TurnReference } from "../ports.ts";
import { distinctSources, sourcesOf } from "./reply-body.ts";

/** What a turn has come to at its end, or after `waitMs`. Never throws: what cannot be read is as if nothing were written yet. */
export async function readProgress({
  turn,
  waitMs,
  mailbox,
  signal,
}: {
  turn: TurnReference;
  waitMs: number;
  mailbox: Pick<Mailbox, "watch">;
  /** Of the request, whose sender may leave. */
  signal: AbortSignal;
}): Promise<TurnProgress> {
  using limit = createTimeLimit({ ms: waitMs, signal });
  let text = "";
  try {
    for await (const event of mailbox.watch(turn, { signal: limit.signal })) {
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
    // It goes on: the platform asks again.
    return { text, hasEnded: false, sources: [] };
  }
  // A turn that nobody knows has no events at all.
  return { text, hasEnded: text === "" && !limit.signal.aborted, sources: [] };
}
