import { logError } from "../../runtime/log.ts";
import type { EventQueue, EventType } from "../../types/event.ts";
import type { Memory } from "../memory.ts";

/** Who is told of conversations' events, and how. */
export interface EventTelling {
  /** What somebody is told of; empty: there is nobody. */
  readonly types: readonly EventType[];
  readonly queue: EventQueue;
}

/** Batches at a time; the rest follows later. */
const MAX_BATCHES = 10;

/**
 * Queues the events that a conversation owes, in their order. Repeats after a
 * crash do no harm. No turn waits for it. Returns whether all are queued. Never
 * throws.
 */
export async function tellReceivers(
  memory: Pick<Memory, "owedEvents" | "noteTold">,
  { types, queue }: EventTelling,
): Promise<boolean> {
  if (types.length === 0) return true;
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const owed = await memory.owedEvents();
      if (owed === undefined) return true;
      for (const event of owed.events) await queue.enqueueEvent(event);
      await memory.noteTold(owed);
    }
  } catch (error) {
    logError("events not queued", { error });
  }
  return false;
}
