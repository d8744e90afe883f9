import type { CallbackQueue } from "../../src/callback-queue.ts";

/** A queue for tests in which no message has a callback. */
export const NO_CALLBACKS: CallbackQueue = {
  enqueue: refuse,
  find: async () => undefined,
  resend: async () => "unknown",
  forget: async () => {},
};

function refuse(): Promise<never> {
  return Promise.reject(new Error("There are no callbacks in this test."));
}
