import { describeFailure } from "../../describe-failure.ts";
import type { Memory } from "../../conversation/memory.ts";
import { LeaseLostError } from "../../conversation/state/document.ts";
import type { ReceivedMessage, Workshop } from "./run-conversation.ts";

/** A message and its conversation, kept for this worker. */
export interface Hold extends AsyncDisposable {
  /** Aborted with a `LeaseLostError` where another worker has the conversation. */
  readonly signal: AbortSignal;
  /** Nothing is renewed any more when it resolves. */
  release(): Promise<void>;
}

/**
 * Keeps a received message hidden, and its conversation leased, for `holdMs` at a time, renewed three times as often: where
 * the process dies, both are free within that time. Never throws: who does not get through tries again, while there is time.
 */
export async function keepHold({
  message: { receipt },
  memory,
  workshop: { queue, holdMs },
}: {
  message: ReceivedMessage;
  memory: Pick<Memory, "renewLease">;
  workshop: Pick<Workshop, "queue" | "holdMs">;
}): Promise<Hold> {
  const controller = new AbortController();
  let isReleased = false;
  let renewing = Promise.resolve();

  const trying = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof LeaseLostError) controller.abort(error);
      const event = "hold not renewed";
      console.warn(JSON.stringify({ event, ...describeFailure(error) }));
    }
  };
  const hide = () => trying(() => queue.hide(receipt, holdMs));
  const renew = async (): Promise<void> => {
    await hide();
    if (!isReleased) await trying(() => memory.renewLease());
  };
  const timer = setInterval(() => {
    renewing = renewing.then(() => (isReleased ? undefined : renew()));
  }, holdMs / 3);

  const release = async (): Promise<void> => {
    isReleased = true;
    clearInterval(timer);
    await renewing;
  };
  // What the queue hid it for is the function's whole time: a crash is not to cost that.
  await hide();
  return {
    signal: controller.signal,
    release,
    [Symbol.asyncDispose]: release,
  };
}
