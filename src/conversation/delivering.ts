import { DeliveryError } from "../errors.ts";
import type { Channel, Memory } from "../ports.ts";
import type { Turn } from "../turn.ts";
import { MAX_ATTEMPTS, retryDelayMs } from "./retry-delay.ts";

/** `closed`: nothing more can be done for the turn. */
export type DeliveryResult =
  | { readonly kind: "closed" }
  | { readonly kind: "later"; readonly delayMs: number };

/**
 * Sends the parts of an ended turn that have no receipt yet, in order, and notes each as soon as it is sent: a crash
 * between the two is the only way in which a part is sent twice.
 */
export async function deliverReply({
  turn,
  attempt,
  memory,
  channel,
  signal,
}: {
  turn: Turn;
  /** Counts from 1. */
  attempt: number;
  memory: Memory;
  channel: Channel;
  signal: AbortSignal;
}): Promise<DeliveryResult> {
  for (const { index, part } of await memory.pendingParts(turn.id)) {
    try {
      const receipt = await channel.send(part, turn.message.replyTo, {
        signal,
      });
      await memory.noteSent(turn.id, index, receipt);
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      console.error(
        JSON.stringify({
          event: "reply not delivered",
          turn: turn.id,
          attempt,
          kind: error.kind,
        }),
      );
      const mayPass =
        error.kind === "rate-limited" || error.kind === "unreachable";
      if (mayPass && attempt < MAX_ATTEMPTS) {
        return {
          kind: "later",
          delayMs: retryDelayMs({
            attempts: attempt,
            retryAfterMs: error.retryAfterMs,
          }),
        };
      }
      await memory.closeTurn(turn.id, { status: "failed" });
      return { kind: "closed" };
    }
  }
  await memory.closeTurn(turn.id, {
    status: turn.status === "failed" ? "failed" : "delivered",
  });
  return { kind: "closed" };
}
