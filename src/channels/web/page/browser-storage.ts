/** What this browser keeps over a reload; `null` where nothing is kept. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`parley-${key}`);
  } catch {
    return null;
  }
}

/** An empty text is not kept. Without storage, what is remembered lasts as long as the page. */
export function remember(key: string, value: string): void {
  try {
    if (value === "") localStorage.removeItem(`parley-${key}`);
    else localStorage.setItem(`parley-${key}`, value);
  } catch {
    // The page works without it.
  }
}
