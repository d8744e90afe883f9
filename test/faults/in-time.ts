/** How long anything may take that has to come. */
export const PATIENCE = { timeoutMs: 45_000 } as const;

/** Settles as the promise does, or says what never came. */
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
