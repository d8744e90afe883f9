/** A piece of one of the operator's documents. */
export interface Passage {
  /** Of the document. */
  readonly title: string;
  /** Headings above it, the outermost first; empty where there are none. */
  readonly heading: string;
  /** Markdown or plain text of at most 2,400 UTF-16 units: what was found, with what is around it under the same headings. */
  readonly text: string;
  /** http(s); of the document, where it is published. */
  readonly address?: string;
}

/** `isPartial`: no passage has all words of the query; these have some. */
export type LibraryAnswer =
  | {
      readonly kind: "found";
      /** Best first. */
      readonly passages: readonly Passage[];
      readonly isPartial: boolean;
      /** Those of the query that were looked for. */
      readonly words: readonly string[];
    }
  | {
      readonly kind: "nothing";
      /** How many documents there are, and what the first of them are called. */
      readonly documents: number;
      readonly titles: readonly string[];
    };

/** The operator's own documents, to be searched. */
export interface Library {
  /** Full-text search; no query is refused. Ends with the signal. */
  search(
    query: string,
    options: { limit: number; signal: AbortSignal },
  ): Promise<LibraryAnswer>;
}

/** A document as it is given to the library. */
export interface LibraryDocument {
  /** What the operator knows it by, e.g. `docs/prices.md`. */
  readonly name: string;
  /** Markdown or plain text. */
  readonly text: string;
  /** http(s); where it is published. */
  readonly address?: string;
}

/** A document that the library has. */
export interface LibraryEntry {
  readonly name: string;
  readonly title: string;
  readonly address?: string;
  readonly passages: number;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
}

/** `empty`: the document has no words. `too-many-passages`, `full`: past a bound; nothing was changed. */
export type Addition =
  | {
      readonly kind: "added" | "replaced" | "unchanged";
      readonly entry: LibraryEntry;
    }
  | { readonly kind: "empty" }
  | { readonly kind: "too-many-passages" | "full"; readonly limit: number };

/** The library as its operator sees it. Every method is one transaction, and durable when it returns. */
export interface LibraryStore extends Library {
  /** Takes the place of a document of that name, unless the two are the same. */
  put(document: LibraryDocument): Promise<Addition>;
  /** By name. */
  list(): Promise<readonly LibraryEntry[]>;
  /** `false` where there is no such document. */
  remove(name: string): Promise<boolean>;
}
