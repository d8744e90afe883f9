/** A question and its answer before the measured turn: two messages. */
export interface HistoryTurn {
  readonly question: string;
  readonly answer: string;
}

/**
 * Creates a history of `messages` messages: alternating questions of about 20
 * and answers of about 100 tokens.
 */
export function createHistory(messages: number, answer: string): HistoryTurn[] {
  return Array.from({ length: messages / 2 }, (_, index) => ({
    question: `Question ${index + 1}: what should I keep in mind when I plan the seats of a small theatre?`,
    answer,
  }));
}
