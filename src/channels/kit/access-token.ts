/** A platform's access token, cached in memory. */
export interface AccessToken {
  /**
   * Calls with the token, and once more with a new one if the token is refused.
   * Returns the last call's result, which may be refused too. Throws what the
   * call and the request for a token throw.
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
 * Renews the token `renewBeforeMs` before it expires. If that fails, the old
 * one is used until it expires.
 */
export function createAccessToken({
  requestToken,
  now,
  renewBeforeMs = 300_000,
}: {
  /** Returns a new token and its lifetime. */
  requestToken: (options: {
    signal: AbortSignal;
  }) => Promise<{ readonly text: string; readonly seconds: number }>;
  now: () => number;
  renewBeforeMs?: number;
}): AccessToken {
  let token: { text: string; until: number } | undefined;

  const read = async (signal: AbortSignal): Promise<string> => {
    if (token !== undefined && token.until - now() > renewBeforeMs)
      return token.text;
    try {
      const { text, seconds } = await requestToken({ signal });
      token = { text, until: now() + seconds * 1_000 };
      return text;
    } catch (error) {
      if (token === undefined || token.until <= now()) throw error;
      return token.text;
    }
  };

  return {
    async use(call, { isRefused, signal }) {
      const used = await read(signal);
      const result = await call(used);
      if (!isRefused(result)) return result;
      // Another call may have renewed it in the meantime.
      if (token?.text === used) token = undefined;
      return call(await read(signal));
    },
  };
}
