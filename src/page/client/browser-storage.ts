/** Reads a value from local storage; `null` if there is none. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`parley-${key}`);
  } catch {
    return null;
  }
}

/**
 * Stores a value; an empty one is removed. Does nothing if storage is blocked.
 */
export function remember(key: string, value: string): void {
  try {
    if (value === "") localStorage.removeItem(`parley-${key}`);
    else localStorage.setItem(`parley-${key}`, value);
  } catch {}
}
