/** How the caller wants its answer. */
export type Preference =
  | { readonly kind: "events" }
  | { readonly kind: "later" }
  | { readonly kind: "wait"; readonly timeoutMs: number };

const DEFAULT_WAIT_SECONDS = 25;
const MAX_WAIT_SECONDS = 120;

/** Reads `Accept: text/event-stream`, else `Prefer: respond-async` and `Prefer: wait=<seconds>` (RFC 7240). */
export function readPreference(headers: Headers): Preference {
  if (/\btext\/event-stream\b/i.test(headers.get("accept") ?? ""))
    return { kind: "events" };
  const prefer = headers.get("prefer") ?? "";
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})\b/i.exec(prefer)?.[1];
  if (/\brespond-async\b/i.test(prefer) && seconds === undefined)
    return { kind: "later" };
  const wait = Math.min(
    seconds === undefined ? DEFAULT_WAIT_SECONDS : Number(seconds),
    MAX_WAIT_SECONDS,
  );
  return wait === 0
    ? { kind: "later" }
    : { kind: "wait", timeoutMs: wait * 1000 };
}
