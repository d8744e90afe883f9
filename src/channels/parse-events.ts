import type * as z from "zod";
import type { IncomingMessage } from "../message.ts";

/** The events of a request. */
export interface ParsedEvents {
  readonly messages: readonly IncomingMessage[];
  /** The number of events that are not as documented. */
  readonly malformed: number;
}

/**
 * Parses each event separately, so that a malformed one does not affect others.
 * Never throws.
 * @param sources `undefined` if the request itself is malformed
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
  if (sources === undefined) return { messages: [], malformed: 1 };
  const events = sources.map((source) => schema.safeParse(source));
  return {
    messages: events
      .map(({ data }) => data && toMessage(data))
      .filter((message) => message !== undefined),
    malformed: events.filter(({ success }) => !success).length,
  };
}
