import { createTimeLimit } from "../runtime/abort.ts";
import { logError } from "../runtime/log.ts";
import type { Mailbox, TurnReference } from "../types/mailbox.ts";
import { isTurnEnd, type TurnEnd, type TurnEvent } from "../types/turn.ts";

/** `open`: did not end in time, or could not be watched. */
export type WaitedTurn =
  | TurnEnd
  | {
      readonly type: "open";
      /** The model was unreachable and will be retried. */
      readonly isRetried: boolean;
      /** What was written of the answer. */
      readonly text: string;
    };

/**
 * Waits for a turn's last event, `waitMs` at most. An unknown turn is forgotten.
 * Does not throw.
 */
export async function waitForTurn({
  mailbox,
  turn,
  waitMs,
  signal,
}: {
  mailbox: Pick<Mailbox, "watch">;
  turn: TurnReference;
  waitMs: number;
  /** Aborted when the caller leaves. */
  signal: AbortSignal;
}): Promise<WaitedTurn> {
  using limit = createTimeLimit({ ms: waitMs, signal });
  let last: TurnEvent | undefined;
  let text = "";
  try {
    for await (const event of mailbox.watch(turn, { signal: limit.signal })) {
      if (isTurnEnd(event)) return event;
      if (event.type === "delta")
        text = text.slice(0, event.offset) + event.text;
      last = event;
    }
    if (last === undefined && !limit.signal.aborted)
      return { type: "forgotten" };
  } catch (error) {
    // The caller left or the watch failed. The message is stored, so its reply
    // can be fetched later.
    if (!limit.signal.aborted)
      logError("waiting broke off", { turn: turn.id, error });
  }
  return { type: "open", isRetried: last?.type === "waiting", text };
}
