/** Waits, but no longer than until the signal is aborted or the device is online again. */
export async function pause(
  pauseMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      removeEventListener("online", finish);
      resolve();
    };
    const timer = setTimeout(finish, pauseMs);
    signal.addEventListener("abort", finish);
    addEventListener("online", finish);
  });
}
