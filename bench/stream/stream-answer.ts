/** Asks an agent; yields the answer's text as a user would see it appear. */
export type StreamAnswer = (options: {
  /** The stub's base URL, including `/v1`. */
  url: string;
  question: string;
}) => AsyncIterable<string>;
