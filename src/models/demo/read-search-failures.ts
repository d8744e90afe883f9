/** Why a search failed, taken apart so that it can be said in any language. */
export interface SearchFailure {
  /** Who was asked, as the search tool calls it; the search itself where nobody else is to blame. */
  readonly provider: string;
  readonly cause: FailureCause;
  /** The status, the seconds, the code …, or the reason itself where it is of no known kind. */
  readonly detail: string;
}

export type FailureCause =
  | "unreachable"
  | "busy"
  | "refused"
  | "too-late"
  | "too-long"
  | "unreadable"
  | "unexpected"
  | "other";

/** The failures that an observation of the search tool tells of; none where it tells no reason. */
export function readSearchFailures(
  observation: string,
): readonly SearchFailure[] {
  const reasons = /^The search failed \((.+)\)\. Try/s.exec(observation)?.[1];
  if (reasons !== undefined)
    return reasons.split(NEXT_PROVIDER).map(readProviderFailure);
  const own = OWN_FAILURE.exec(observation)?.[1];
  return own === undefined ? [] : [{ provider: "search", ...readReason(own) }];
}

const NEXT_PROVIDER = /; (?=[\w-]+: )/;
/** What is said of any tool that fails or takes too long. */
const OWN_FAILURE = /^search (failed|gave no result within .+? seconds)\./;

function readProviderFailure(failure: string): SearchFailure {
  const [, provider = "search", reason = failure] =
    /^([\w-]+): (.+)$/s.exec(failure) ?? [];
  return { provider, ...readReason(reason) };
}

const CAUSES: readonly (readonly [RegExp, FailureCause])[] = [
  [/^it could not be reached$/, "unreachable"],
  [/^(HTTP 429|error (?:maxlag|ratelimited))$/, "busy"],
  [/^(HTTP \d+(?:, .+)?)$/, "refused"],
  [/^error (.+)$/s, "refused"],
  [/^(?:no answer|gave no result) within (.+) seconds$/, "too-late"],
  [/^an answer of more than (.+)$/, "too-long"],
  [/^an unreadable answer$/, "unreadable"],
  [/^(?:an unexpected error|failed)$/, "unexpected"],
];

function readReason(reason: string): Omit<SearchFailure, "provider"> {
  for (const [pattern, cause] of CAUSES) {
    const [said, detail = ""] = pattern.exec(reason) ?? [];
    if (said !== undefined) return { cause, detail };
  }
  return { cause: "other", detail: reason };
}
