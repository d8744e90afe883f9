import type { CounterChange, Counters, Counting } from "../counters.ts";
import { describeFailure } from "../describe-failure.ts";

/** `undefined`, and a line in the log, where nothing can be counted: a brake that is broken must not stop those who keep to the limit. */
export async function tryToCount(
  counters: Counters,
  changes: readonly CounterChange[],
): Promise<Counting | undefined> {
  try {
    return await counters.add(changes);
  } catch (error) {
    const event = "requests not counted";
    console.error(JSON.stringify({ event, ...describeFailure(error) }));
    return undefined;
  }
}
