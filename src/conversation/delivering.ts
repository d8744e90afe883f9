import { DeliveryError } from "../errors.ts";
import type { Channel, Memory } from "../ports.ts";
import type { Turn } from "../turn.ts";
import { MAX_ATTEMPTS, retryDelayMs } from "./retry-delay.ts";

/** `closed`: nothing more can be done for the turn. */
export type DeliveryResult =
  | { readonly kind: "closed" }
  | { readonly kind: "later"; readonly delayMs: number };

/**
 * Sends the parts of an ended turn that have no receipt yet, in order, and notes each as soon as it is sent. A part
 * goes out twice only when the process dies between the two, or when the platform's own answer is lost on the way.
 */
export async function deliverReply({
  turn,
  attempt,
  memory,
  channel,
  signal,
}: {
  turn: Turn;
  /** Counts from 1, and anew after each part that was sent. */
  attempt: number;
  memory: Memory;
  channel: Channel;
  signal: AbortSignal;
}): Promise<DeliveryResult> {
  const close = async (status: "delivered" | "failed") => {
    await memory.closeTurn(turn.id, { status });
    return { kind: "closed" } as const;
  };
  if (attempt > MAX_ATTEMPTS) return close("failed");

  let isWhole = turn.status === "answered";
  let attempts = attempt;
  for (const { index, part } of await memory.pendingParts(turn.id)) {
    try {
      const to = turn.message.replyTo;
      const receipt = await channel.send(part, to, { signal });
      await memory.noteSent(turn.id, index, receipt);
      attempts = 1;
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      logFailure(error, { turn, attempts });
      if (error.kind === "gone") return close("failed");
      // The next part may be one that the platform takes.
      if (error.kind === "refused") isWhole = false;
      else if (attempts < MAX_ATTEMPTS) return later(error, attempts);
      else return close("failed");
    }
  }
  return close(isWhole ? "delivered" : "failed");
}

function later(
  { retryAfterMs }: DeliveryError,
  attempts: number,
): DeliveryResult {
  return { kind: "later", delayMs: retryDelayMs({ attempts, retryAfterMs }) };
}

function logFailure(
  { kind, message: reason }: DeliveryError,
  { turn, attempts }: { turn: Turn; attempts: number },
): void {
  const event = "reply not delivered";
  console.error(
    JSON.stringify({ event, turn: turn.id, attempts, kind, reason }),
  );
}
