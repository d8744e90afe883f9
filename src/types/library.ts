/** A passage of one of the operator's documents. */
export interface Passage {
  /** The document's title. */
  readonly title: string;
  /** The headings above it, outermost first; empty if there are none. */
  readonly heading: string;
  /** Markdown or plain text of at most 1,200 UTF-16 units. */
  readonly text: string;
  /** http(s) URL of the published document. */
  readonly address?: string;
}

/**
 * `isPartial`: no passage contains all words of the query, but these contain
 * some.
 */
export type LibraryAnswer =
  | {
      readonly kind: "found";
      /** Best match first. */
      readonly passages: readonly Passage[];
      readonly isPartial: boolean;
      /** The words of the query that were searched for. */
      readonly words: readonly string[];
    }
  | {
      readonly kind: "nothing";
      /** Number of documents, and the titles of the first of them. */
      readonly documents: number;
      readonly titles: readonly string[];
    };

/** Searches the operator's own documents. */
export interface Library {
  /** Full-text search. Accepts any query. Aborts with the signal. */
  search(
    query: string,
    options: { limit: number; signal: AbortSignal },
  ): Promise<LibraryAnswer>;
}

export interface LibraryDocument {
  /** The operator's name for it, e.g. `docs/prices.md`. */
  readonly name: string;
  /** Markdown or plain text. */
  readonly text: string;
  /** http(s) URL of the published document. */
  readonly address?: string;
}

export interface LibraryEntry {
  readonly name: string;
  readonly title: string;
  readonly address?: string;
  readonly passages: number;
  readonly addedAt: number;
}

/**
 * `empty`: the document contains no words. `too-many-passages`, `full`: over
 * the limit. Nothing was changed in these cases.
 */
export type Addition =
  | {
      readonly kind: "added" | "replaced" | "unchanged";
      readonly entry: LibraryEntry;
    }
  | { readonly kind: "empty" }
  | { readonly kind: "too-many-passages" | "full"; readonly limit: number };

/**
 * The operator's side of the library. Every method is one transaction, durable
 * when it returns.
 */
export interface LibraryStore extends Library {
  /** Adds a document, or replaces the one with the same name if they differ. */
  put(document: LibraryDocument): Promise<Addition>;
  /** Sorted by name. */
  list(): Promise<readonly LibraryEntry[]>;
  /** Returns `false` if there is no such document. */
  remove(name: string): Promise<boolean>;
}
