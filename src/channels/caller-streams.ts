import type { Problem } from "../channel.ts";
import type { Counters } from "../counters.ts";
import {
  createOpenStreams,
  NOWHERE,
  type StreamPlace,
} from "./open-streams.ts";

/** Bounds how many answers a caller by HTTP has streamed at the same time. */
export interface CallerStreams {
  open(
    caller: string,
  ): Promise<
    | { readonly kind: "open"; readonly place: StreamPlace }
    | { readonly kind: "refused"; readonly problem: Problem }
  >;
}

export function createCallerStreams({
  limit,
  counters,
}: {
  /** 0: no limit. */
  limit: number;
  counters: Counters;
}): CallerStreams {
  const streams = createOpenStreams({ counters });
  return {
    async open(caller) {
      const opening = await streams.open([{ key: `caller/${caller}`, limit }]);
      return opening.kind === "open"
        ? opening
        : { kind: "refused", problem: tooManyStreams(limit) };
    },
  };
}

/** For what is answered at once. */
export const NOT_STREAMED = { kind: "open", place: NOWHERE } as const;

function tooManyStreams(limit: number): Problem {
  return {
    status: 429,
    slug: "too-many-streams",
    title: "Too many answers are open at once",
    detail: `A caller may have ${limit} answers streamed at the same time here. Nothing was done; make this request again when one of them is finished, or without Accept: text/event-stream.`,
    retryAfterSeconds: 5,
  };
}
