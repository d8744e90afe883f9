import type { Mailbox, TurnReference } from "../ports.ts";
import { createTimeLimit } from "../time-limit.ts";
import type { TurnEvent } from "../turn.ts";

/** Waits for a turn's last event; `undefined` when it has not come within that time. */
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
    if (!limit.isOver) throw error;
  }
  return undefined;
}
