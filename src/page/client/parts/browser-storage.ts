/**
 * Frames of other sites keep their own values, also where a browser gives them
 * the storage of the page itself.
 */
const PREFIX = location.pathname === "/embed" ? "parley-frame-" : "parley-";

/** Reads a value from local storage; `null` if there is none. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`${PREFIX}${key}`);
  } catch {
    return null;
  }
}

/**
 * Stores a value; an empty one is removed. Does nothing if storage is blocked.
 */
export function remember(key: string, value: string): void {
  try {
    if (value === "") localStorage.removeItem(`${PREFIX}${key}`);
    else localStorage.setItem(`${PREFIX}${key}`, value);
  } catch {}
}

/** Removes all values but those of these keys. */
export function forgetAllBut(kept: readonly string[]): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !kept.includes(key.slice(PREFIX.length)))
        localStorage.removeItem(key);
  } catch {}
}
