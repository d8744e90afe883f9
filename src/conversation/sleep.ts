/** Waits; throws the signal's reason. Leaves no timer behind, which would keep a Durable Object in memory. */
export async function sleep(
  ms: number,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  if (ms <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal.addEventListener("abort", end, { once: true });
  });
}
