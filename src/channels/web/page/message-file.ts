/** A file that goes with a message. */
export interface MessageFile {
  readonly name: string;
  /** A media type, or empty. */
  readonly type: string;
  /** Base64. */
  readonly content: string;
}

/** What there is to show of a file: only its name, where the content is not here any more. */
export type ShownFile = Pick<MessageFile, "name"> & Partial<MessageFile>;

/** Why a file cannot go with a message. */
export type FileProblem =
  "noImages" | "noSound" | "noText" | "tooLarge" | "tooMany" | "unreadable";
