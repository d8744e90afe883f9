import { createTimeLimit } from "../../abort.ts";
import { describeFailure } from "../../describe-failure.ts";
import {
  type SearchAnswer,
  SearchFailure,
  type SearchProvider,
} from "./search-provider.ts";

/** What came of asking a provider. */
export type Outcome =
  | { readonly kind: "answered"; readonly answer: SearchAnswer }
  | { readonly kind: "failed"; readonly failure: SearchFailure };

/** Asks a provider once. Failures are logged, since the operator can mend many of them. Throws only the signal's reason. */
export async function askProvider(
  provider: SearchProvider,
  {
    query,
    signal,
    timeoutMs,
  }: { query: string; signal: AbortSignal; timeoutMs: number },
): Promise<Outcome> {
  signal.throwIfAborted();
  using limit = createTimeLimit({ ms: timeoutMs, signal });
  try {
    const answer = await provider.search(query, { signal: limit.signal });
    return { kind: "answered", answer };
  } catch (error) {
    signal.throwIfAborted();
    const failure = limit.isOver
      ? new SearchFailure(
          `no answer within ${Number((timeoutMs / 1000).toPrecision(2))} seconds`,
        )
      : error;
    const isExpected = failure instanceof SearchFailure;
    const told = isExpected
      ? failure
      : new SearchFailure("an unexpected error");
    console.error(
      JSON.stringify({
        event: "search provider failed",
        provider: provider.name,
        reason: told.message,
        ...(isExpected ? {} : describeFailure(error)),
      }),
    );
    return { kind: "failed", failure: told };
  }
}
