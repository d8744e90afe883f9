import type { IncomingMessage } from "../message.ts";
import type * as z from "zod";

/** What a request with several events holds. */
export interface ParsedEvents {
  readonly messages: readonly IncomingMessage[];
  /** How many events are not as the platform describes them. */
  readonly unread: number;
}

/**
 * Reads each event by itself: one that is not as described keeps no other back. Never throws.
 * @param sources `undefined` where the request itself is not as described
 */
export function parseEvents<Event>(
  sources: readonly unknown[] | undefined,
  {
    schema,
    toMessage,
  }: {
    schema: z.ZodType<Event>;
    toMessage: (event: Event) => IncomingMessage | undefined;
  },
): ParsedEvents {
  if (sources === undefined) return { messages: [], unread: 1 };
  const events = sources.map((source) => schema.safeParse(source));
  return {
    messages: events
      .map(({ data }) => data && toMessage(data))
      .filter((message) => message !== undefined),
    unread: events.filter(({ success }) => !success).length,
  };
}
