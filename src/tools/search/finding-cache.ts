import type { Finding } from "./finding.ts";

const MAX_AGE_MS = 600_000;

/** With its key, a finding has 4,000 characters at most: together they stay under 2 MB. */
const MAX_ENTRIES = 200;

export interface FindingKey {
  /** Without one, nothing is remembered. */
  readonly conversation: string | undefined;
  readonly provider: string;
  readonly query: string;
}

export interface FindingCache {
  get(key: FindingKey): Finding | undefined;
  /** Drops a finding with a gap: the next one may be better. */
  set(key: FindingKey, finding: Finding): void;
}

/**
 * Remembers for ten minutes what a provider answered in a conversation. Each conversation has its own: in a common one,
 * an answer that comes at once would tell that somebody else has searched for the same.
 */
export function createFindingCache({
  now,
}: {
  now: () => number;
}): FindingCache {
  /** Oldest first. */
  const entries = new Map<string, { finding: Finding; until: number }>();

  const dropOld = () => {
    for (const [key, { until }] of entries) {
      if (until > now() && entries.size <= MAX_ENTRIES) return;
      entries.delete(key);
    }
  };

  return {
    get(key) {
      dropOld();
      return entries.get(toText(key))?.finding;
    },
    set(key, finding) {
      const hasGap = finding.kind === "empty" && finding.gap !== undefined;
      if (key.conversation === undefined || hasGap) return;
      const text = toText(key);
      entries.delete(text);
      entries.set(text, { finding, until: now() + MAX_AGE_MS });
      dropOld();
    },
  };
}

function toText({ conversation, provider, query }: FindingKey): string {
  return JSON.stringify([conversation, provider, query]);
}
