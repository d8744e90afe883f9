/** What was asked and answered before the turn that is measured: two messages. */
export interface HistoryTurn {
  readonly question: string;
  readonly answer: string;
}

/** A history of that many messages, of about 20 tokens (questions) and 100 tokens (answers) in turns. */
export function createHistory(messages: number, answer: string): HistoryTurn[] {
  return Array.from({ length: messages / 2 }, (_, index) => ({
    question: `Question ${index + 1}: what should I keep in mind when I plan the seats of a small theatre?`,
    answer,
  }));
}
