/** What comes of the work, or the signal's reason thrown: nobody waits longer for work that does not heed the signal. */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  let stopWaiting = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    stopWaiting = () => reject(signal.reason);
    if (signal.aborted) stopWaiting();
    signal.addEventListener("abort", stopWaiting, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    // What the work makes of the abort itself is of no interest.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stopWaiting);
  }
}
