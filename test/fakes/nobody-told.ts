import type { EventTelling } from "../../src/conversation/reports.ts";

/** Nobody is told of events. */
export const NOBODY: EventTelling = {
  types: [],
  queue: { enqueueEvent: () => Promise.reject(new Error("Not asked for.")) },
};
