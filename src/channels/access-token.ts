/** The token that a platform's API wants with each call. It is kept in memory alone. */
export interface AccessToken {
  /**
   * Calls with the token, and once more with a new one where it was refused. Returns what the last call returned, which may be another
   * refusal. Throws what the call throws, and what asking for a token throws.
   */
  use<Result>(
    call: (token: string) => Promise<Result>,
    options: {
      readonly isRefused: (result: Result) => boolean;
      readonly signal: AbortSignal;
    },
  ): Promise<Result>;
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

  const read = async (signal: AbortSignal): Promise<string> => {
    const leftMs = (token?.until ?? 0) - now();
    if (token !== undefined && leftMs > (isRenewing ? 0 : renewedEarlierMs))
      return token.text;
    isRenewing = true;
    try {
      const { text, seconds } = await ask({ signal });
      token = { text, until: now() + seconds * 1_000 };
      return text;
    } catch (error) {
      if (token === undefined || token.until <= now()) throw error;
      return token.text;
    } finally {
      isRenewing = false;
    }
  };

  return {
    async use(call, { isRefused, signal }) {
      for (let isRetry = false; ; isRetry = true) {
        const used = await read(signal);
        const result = await call(used);
        if (!isRefused(result)) return result;
        // Another call may have renewed it meanwhile.
        if (token?.text === used) token = undefined;
        if (isRetry) return result;
      }
    },
  };
}
