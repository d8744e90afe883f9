import type * as z from "zod";
import type { IncomingMessage } from "../../types/message.ts";

export interface ParsedEvents {
  readonly messages: readonly IncomingMessage[];
  /** The number of events that are not as documented. */
  readonly malformed: number;
  /** The number of events that are too old to know whether they are new. */
  readonly outdated: number;
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
    isOutdated = () => false,
  }: {
    schema: z.ZodType<Event>;
    toMessage: (event: Event) => IncomingMessage | undefined;
    isOutdated?: (event: Event) => boolean;
  },
): ParsedEvents {
  if (sources === undefined) return { messages: [], malformed: 1, outdated: 0 };
  const parsed = sources.map((source) => schema.safeParse(source));
  const events = parsed.flatMap(({ data }) =>
    data === undefined ? [] : [data],
  );
  const recent = events.filter((event) => !isOutdated(event));
  return {
    messages: recent.flatMap((event) => toMessage(event) ?? []),
    malformed: parsed.length - events.length,
    outdated: events.length - recent.length,
  };
}
