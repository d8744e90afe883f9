export const THUMBS = ["up", "down"] as const;
export type Thumb = (typeof THUMBS)[number];

/** What a user thinks of an answer. */
export interface Rating {
  readonly thumb: Thumb;
  /** In the user's words; up to 500 characters. */
  readonly reason?: string;
}

/**
 * Outcome of `Archive.rate`. `unanswered`: there is no answer yet, or the turn
 * has failed. `unknown`: never delivered, or forgotten.
 */
export type RatingOutcome = "rated" | "unanswered" | "unknown";
