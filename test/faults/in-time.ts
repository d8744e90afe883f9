/** Timeout for everything that must arrive. */
export const PATIENCE = { timeoutMs: 45_000 } as const;

/**
 * Settles like the promise; rejects with what never arrived after the timeout.
 */
export async function inTime<Value>(
  what: string,
  promise: Promise<Value>,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Waited for ${what}, without success.`)),
      PATIENCE.timeoutMs,
    );
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
