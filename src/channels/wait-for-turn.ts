import type { Mailbox, TurnReference } from "../ports.ts";
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
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    for await (const event of mailbox.watch(turn, {
      signal: AbortSignal.any([signal, timeout]),
    })) {
      if (event.type === "end" || event.type === "forgotten") return event;
    }
  } catch (error) {
    if (!timeout.aborted) throw error;
  }
  return undefined;
}
