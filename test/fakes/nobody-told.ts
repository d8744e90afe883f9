import type { EventTelling } from "../../src/conversation/deliver/tell-receivers.ts";

/** Nobody is told of events. */
export const NOBODY: EventTelling = {
  types: [],
  queue: { enqueueEvent: () => Promise.reject(new Error("Not asked for.")) },
};
