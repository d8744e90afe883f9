/** The part of the history in prompts, and data on what precedes it. */
export interface Window {
  /** Sequence of the first message in the window. */
  readonly start: number;
  /** Increases with each move, and whenever something is forgotten. */
  readonly version: number;
  readonly isAnnounced?: true;
  /** The summary's version, which is part of its key. */
  readonly summary?: number;
  /**
   * Origins of the texts that the summary was made from: a few names of tools
   * and servers.
   */
  readonly summaryFrom?: readonly string[];
  /** As of which version a reply has listed the summary, and turns that did. */
  readonly listed?: {
    readonly version: number;
    readonly turns: readonly number[];
  };
  /** When the newest message before the start was accepted. */
  readonly coveredAt?: number;
}

/** Since the state must stay small. */
const MAX_LISTINGS = 20;

/** Notes that a turn's reply lists the summary. */
export function withListing(window: Window, turn: number): Window {
  const { version, listed } = window;
  const turns = [...(listed?.turns ?? []), turn].slice(-MAX_LISTINGS);
  return { ...window, listed: { version, turns } };
}
