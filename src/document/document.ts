/**
 * An answer's Markdown as a tree, parsed once by `parseDocument`. Plain JSON.
 * The links' judge, the chats' writers, the page and the API's writer all walk
 * this tree, so none of them sees an address that another does not.
 */
export type Document = readonly Block[];

export type Block =
  | Paragraph
  | Heading
  | Quote
  | List
  | Table
  | Code
  | FormulaBlock
  | Html
  | Definition
  | Note
  | { readonly type: "rule" };

export interface Paragraph {
  readonly type: "paragraph";
  readonly content: Content;
}

export interface Heading {
  readonly type: "heading";
  /** 1 to 6. */
  readonly level: number;
  /** Underlined with `=` or `-`, rather than marked with `#`. */
  readonly underline?: string;
  readonly content: Content;
}

export interface Quote {
  readonly type: "quote";
  readonly blocks: Document;
}

export interface List {
  readonly type: "list";
  /** `-`, `*`, `+`, `.` or `)`. */
  readonly mark: string;
  /** Number of the first item; missing for bullets. */
  readonly start?: number;
  /** Its items are paragraphs with blank lines between them. */
  readonly isLoose: boolean;
  readonly items: readonly ListItem[];
}

export interface ListItem {
  /** A task: whether it is done. */
  readonly isDone?: boolean;
  readonly blocks: Document;
  /** A blank line follows before the next item. */
  readonly isSpaced?: true;
}

export interface Table {
  readonly type: "table";
  readonly align: readonly Alignment[];
  readonly header: readonly Content[];
  readonly rows: readonly (readonly Content[])[];
}

export type Alignment = "left" | "center" | "right" | null;

export interface Code {
  readonly type: "code";
  readonly text: string;
  /** What follows the opening fence; `undefined` for indented code. */
  readonly info?: string;
  /** The closing fence is missing yet. */
  readonly isOpen?: true;
}

interface FormulaBlock {
  readonly type: "formula";
  readonly formula: Formula;
}

/** Shown verbatim. */
interface Html {
  readonly type: "html";
  readonly text: string;
}

/** A link definition; writers show it if no link has its address. */
interface Definition {
  readonly type: "definition";
  readonly label: string;
  readonly address: string;
  readonly isUsed: boolean;
}

/** A footnote. */
export interface Note {
  readonly type: "note";
  readonly label: string;
  readonly blocks: Document;
}

export type Content = readonly Inline[];

export type Inline =
  | Text
  | Span
  | Link
  | Image
  | Formula
  | NoteReference
  | { readonly type: "code"; readonly text: string }
  | { readonly type: "break"; readonly isHard: boolean };

export interface Text {
  readonly type: "text";
  readonly text: string;
}

interface Span {
  readonly type: "bold" | "italic" | "strikethrough";
  /** `**`, `_` and so on. */
  readonly mark: string;
  readonly content: Content;
}

export interface Link {
  readonly type: "link";
  /** As `URL` serialises it; http, https or mailto. */
  readonly address: string;
  readonly content: Content;
  /** Its text is the address: clients make such a link by themselves. */
  readonly isBare?: true;
}

export interface Image {
  readonly type: "image";
  /** Like that of a link; missing if nobody can open it. */
  readonly address?: string;
  readonly content: Content;
}

export interface Formula {
  readonly type: "formula";
  readonly tex: string;
  readonly isDisplay: boolean;
  /** With its delimiters. */
  readonly source: string;
}

export interface NoteReference {
  readonly type: "reference";
  readonly label: string;
}

/** The text of content without its looks, as chats show it. */
export function textOf(content: Content): string {
  return content.map(inlineText).join("");
}

function inlineText(inline: Inline): string {
  switch (inline.type) {
    case "text":
    case "code":
      return inline.text;
    case "break":
      return "\n";
    case "formula":
      return inline.source;
    case "reference":
      return `[^${inline.label}]`;
    case "bold":
    case "italic":
    case "strikethrough":
    case "link":
    case "image":
      return textOf(inline.content);
  }
}
