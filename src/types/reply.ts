/**
 * A part of a reply in its platform's format. Plain JSON, stored before it is
 * sent.
 */
export interface ReplyPart {
  /** As displayed; Markdown if the caller renders it. */
  readonly text: string;
  /** Formatting of ranges of the text; missing on plain-text platforms. */
  readonly entities?: readonly TextEntity[];
  /** Rows of buttons below it, on platforms with buttons. */
  readonly buttons?: readonly (readonly ReplyButton[])[];
  /**
   * The part is this file, with the text as its caption; only on channels with
   * commands.
   */
  readonly file?: ReplyFile;
}

/**
 * Formatting of a range in UTF-16 units, like a `MessageEntity` of the Bot API.
 * Two of them nest or do not overlap.
 */
export type TextEntity = TextLook & {
  readonly offset: number;
  readonly length: number;
};

export type TextLook =
  | {
      readonly type:
        | "bold"
        | "italic"
        | "strikethrough"
        | "code"
        | "blockquote"
        | "expandable_blockquote";
    }
  | { readonly type: "pre"; readonly language?: string }
  | { readonly type: "text_link"; readonly url: string };

/** Pressing it sends its command as if the user had typed it. */
export interface ReplyButton {
  /** One or two words of plain text. */
  readonly label: string;
  /**
   * A command with its argument, without the slash, e.g. `memory forget`; at
   * most 64 bytes of UTF-8.
   */
  readonly command: string;
}

/** A file for the user to keep. Its caption has at most 1,000 UTF-16 units. */
export interface ReplyFile {
  readonly name: string;
  /** At most 1 MB of UTF-8. */
  readonly content: string;
}
