/** How the caller wants its answer, and what of the header `Prefer` is heeded: the value of `Preference-Applied`, or nothing. */
export type Preference = (
  | { readonly kind: "events" }
  | { readonly kind: "later" }
  | { readonly kind: "wait"; readonly timeoutMs: number }
) & { readonly applied?: string };

const DEFAULT_WAIT_SECONDS = 25;
const MAX_WAIT_SECONDS = 120;

/**
 * Reads `Accept: text/event-stream`, else `Prefer: respond-async` and `Prefer: wait=<seconds>` (RFC 7240): both together mean
 * to wait so long, and 0 not to wait. What cannot be read is ignored, as that RFC wants it.
 * @param hasCallback who is told of the reply waits for it only where it says so
 */
export function readPreference(
  headers: Headers,
  { hasCallback = false }: { hasCallback?: boolean } = {},
): Preference {
  if (acceptsEvents(headers.get("accept") ?? "")) return { kind: "events" };
  const preferences = readPreferences(headers.get("prefer") ?? "");
  const wait = preferences.get("wait") ?? "";
  if (/^\d{1,9}$/.test(wait)) {
    const seconds = Math.min(Number(wait), MAX_WAIT_SECONDS);
    const applied = `wait=${seconds}`;
    return seconds === 0
      ? { kind: "later", applied }
      : { kind: "wait", timeoutMs: seconds * 1000, applied };
  }
  if (preferences.has("respond-async"))
    return { kind: "later", applied: "respond-async" };
  return hasCallback
    ? { kind: "later" }
    : { kind: "wait", timeoutMs: DEFAULT_WAIT_SECONDS * 1000 };
}

/** Whether events are wanted at all: `;q=0` says that they are not. */
function acceptsEvents(accept: string): boolean {
  return accept
    .split(",")
    .map((range) => range.trim().toLowerCase())
    .some(
      (range) =>
        /^text\/event-stream(?:\s*;|$)/.test(range) &&
        !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(range),
    );
}

/** By their names. Of one that stands there twice, the first counts; several headers are one list. */
function readPreferences(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const part of splitOutsideQuotes(header)) {
    const [, name, quoted, token = ""] =
      /^([\w!#$%&'*+.^`|~-]+)(?:\s*=(?:\s*(?:"([^"]*)"|([\w!#$%&'*+.^`|~-]+)))?)?\s*(?:;|$)/.exec(
        part.trim(),
      ) ?? [];
    if (name === undefined || preferences.has(name.toLowerCase())) continue;
    preferences.set(name.toLowerCase(), quoted ?? token);
  }
  return preferences;
}

function splitOutsideQuotes(list: string): readonly string[] {
  return list.match(/(?:"[^"]*"|[^,])+/g) ?? [];
}
