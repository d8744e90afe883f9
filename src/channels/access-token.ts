/** The token that a platform's API wants with each call. It is kept in memory alone. */
export interface AccessToken {
  /** Throws what asking for a new one throws. */
  read(options: { signal: AbortSignal }): Promise<string>;
  /** It was refused: the next one is asked for. */
  forget(refused: string): void;
}

/**
 * One for all that a process sends, until shortly before its end. The old one is used as long as it is valid by others while one call renews
 * it, since on Workers a request cannot wait for what another one has begun, and by all where it cannot be renewed now.
 */
export function createAccessToken({
  ask,
  now,
  renewedEarlierMs = 300_000,
}: {
  ask: (options: {
    signal: AbortSignal;
  }) => Promise<{ readonly text: string; readonly seconds: number }>;
  now: () => number;
  renewedEarlierMs?: number;
}): AccessToken {
  let token: { text: string; until: number } | undefined;
  let isRenewing = false;
  return {
    async read(options) {
      const leftMs = (token?.until ?? 0) - now();
      if (token !== undefined && leftMs > (isRenewing ? 0 : renewedEarlierMs))
        return token.text;
      isRenewing = true;
      try {
        const { text, seconds } = await ask(options);
        token = { text, until: now() + seconds * 1_000 };
        return text;
      } catch (error) {
        if (token === undefined || token.until <= now()) throw error;
        return token.text;
      } finally {
        isRenewing = false;
      }
    },

    forget(refused) {
      // Another call may have renewed it meanwhile.
      if (token?.text === refused) token = undefined;
    },
  };
}
