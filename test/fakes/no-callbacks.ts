import {
  createCallbackAcceptance,
  createCallbackPolicy,
} from "../../src/http/callbacks/callback-policy.ts";
import type { Assembly } from "../../src/platforms/assemble.ts";
import type { CallbackQueue } from "../../src/types/callback-queue.ts";

/** A queue for tests without callbacks. */
export const NO_CALLBACKS: CallbackQueue = {
  enqueue: refuse,
  find: async () => undefined,
  resend: async () => "unknown",
  forget: async () => {},
};

const NO_POLICY = createCallbackPolicy({
  hosts: [],
  isDevelopment: false,
  signing: { callers: [], own: [], deploymentSecret: undefined },
});

export const NO_CALLBACK_PARTS: Assembly["callbacks"] = {
  policy: NO_POLICY,
  accept: createCallbackAcceptance(NO_POLICY),
  send: refuse,
  queue: NO_CALLBACKS,
};

function refuse(): Promise<never> {
  return Promise.reject(new Error("There are no callbacks in this test."));
}
