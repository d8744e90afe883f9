import { createTimeLimit } from "../abort.ts";
import { describeFailure } from "../describe-failure.ts";
import type { Mailbox, TurnReference } from "../ports.ts";
import type { TurnEvent } from "../turn.ts";

/** Waits for a turn's last event; `undefined` when it has not come within that time, or cannot be waited for. Does not throw. */
export async function waitForTurn({
  mailbox,
  turn,
  timeoutMs,
  signal,
}: {
  mailbox: Mailbox;
  turn: TurnReference;
  timeoutMs: number;
  /** Of the caller, who may leave. */
  signal: AbortSignal;
}): Promise<Extract<TurnEvent, { type: "end" | "forgotten" }> | undefined> {
  using limit = createTimeLimit({ ms: timeoutMs, signal });
  try {
    for await (const event of mailbox.watch(turn, { signal: limit.signal })) {
      if (event.type === "end" || event.type === "forgotten") return event;
    }
  } catch (error) {
    // The caller left, or the events broke off: the message is stored all the same, and can be asked for later.
    if (!limit.signal.aborted)
      console.error(
        JSON.stringify({
          event: "waiting broke off",
          turn: turn.id,
          ...describeFailure(error),
        }),
      );
  }
  return undefined;
}
