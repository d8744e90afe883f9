/** Asks an agent, and gives the answer's text as a user would see it appear. */
export type StreamAnswer = (options: {
  /** Of the stub, up to and with `/v1`. */
  url: string;
  question: string;
}) => AsyncIterable<string>;
