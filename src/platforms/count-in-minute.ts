import type { MessageCount } from "../budget.ts";

const MINUTE_MS = 60_000;

/** A person's messages in the last minute in which one was counted. */
export interface MinuteCount {
  /** Since the epoch; 0 before the first message. */
  readonly minute: number;
  readonly messages: number;
  /** The id of the first one too many. */
  readonly firstExcess: string | undefined;
}

/**
 * One message more. Minutes begin with those of the clock. A message that has waited for its turn counts in a later
 * minute when others of that minute were counted before it.
 * @param at when it came; milliseconds since the epoch
 * @param limit messages in a minute; 0: none
 */
export function countInMinute(
  last: MinuteCount,
  {
    id,
    at,
    limit,
    now,
  }: { id: string; at: number; limit: number; now: number },
): { count: MessageCount; after: MinuteCount } {
  const minute = Math.floor(at / MINUTE_MS);
  const before =
    last.minute < minute
      ? { minute, messages: 0, firstExcess: undefined }
      : last;
  const isTooMany = limit > 0 && before.messages >= limit;
  if (!isTooMany)
    return {
      count: { kind: "counted" },
      after: { ...before, messages: before.messages + 1 },
    };
  const firstExcess = before.firstExcess ?? id;
  const waitMs = Math.max((before.minute + 1) * MINUTE_MS - now, 0);
  return {
    count: { kind: "limited", limit, waitMs, isFirst: firstExcess === id },
    after: { ...before, firstExcess },
  };
}
