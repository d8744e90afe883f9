import { hashOf } from "../../runtime/hash.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type {
  EventAudience,
  EventQueue,
  EventType,
  OwedEvent,
} from "../../types/event.ts";

/** What each of those who are told wants to know. */
export type Audiences = Partial<Record<EventAudience, readonly EventType[]>>;

/** Queues events like callbacks, one for each of those who are told. */
export function createEventQueue(
  callbacks: Pick<CallbackQueue, "enqueue">,
  { receiver = [], operators = [] }: Audiences,
): EventQueue {
  return {
    async enqueueEvent(event) {
      const { conversation, type, number } = event;
      const id = await eventIdOf(event);
      if (receiver.includes(type))
        await callbacks.enqueue({
          conversation,
          id,
          event: number,
          to: "receiver",
        });
      if (operators.includes(type))
        await callbacks.enqueue({
          conversation,
          id: `${id}/operators`,
          event: number,
          to: "operators",
        });
    },
  };
}

/**
 * The `webhook-id`. With the time, since a conversation that has expired counts
 * from 1 again.
 */
async function eventIdOf({
  conversation,
  number,
  at,
}: OwedEvent): Promise<string> {
  return `evt_${await hashOf([conversation, number, at])}`;
}
