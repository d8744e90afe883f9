/** Which Parley is looked at. */
export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  /** It runs on this machine: `wrangler dev`. */
  readonly isLocal: boolean;
}

/** Whether an address leads to the computer that asks. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
}
