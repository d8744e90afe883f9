/** A search result: a page, a document, or an answer without a page. */
export interface SearchResult {
  /**
   * Plain text, like `text`: a provider strips what its service documents as
   * HTML. May be empty.
   */
  readonly title: string;
  /** The page's first sentences, or the passages that match. */
  readonly text: string;
  readonly url?: string | undefined;
  /** The page's date if it matters, in the provider's format. */
  readonly date?: string | undefined;
}

/** A provider's answer to a query. */
export interface SearchAnswer {
  /** Best first; empty if nothing was found. */
  readonly results: readonly SearchResult[];
  /** Alternative queries that the provider suggests, best first. */
  readonly suggestions?: readonly string[];
  /** Why results may be missing, in words for the model. */
  readonly gap?: string | undefined;
}

/** A search engine or index. */
export interface SearchProvider {
  /** Shown to users and the model, e.g. `wikipedia`. Unique within a search. */
  readonly name: string;
  /** Throws `SearchFailure` or the signal's reason. */
  search(
    query: string,
    options: { signal: AbortSignal },
  ): Promise<SearchAnswer>;
}

export interface KeyedProviderOptions {
  apiKey: string;
  baseUrl?: string | undefined;
}

/**
 * What may help after a failure: a retry (`transient`), another query (`query`),
 * or the operator (`setup`: a wrong key, an exhausted plan).
 */
export type FailureKind = "transient" | "query" | "setup";

/**
 * The message is a short reason for the model, without any of the provider's
 * text. It has no `cause`, since errors of `fetch` can contain URLs.
 */
export class SearchFailure extends Error {
  override readonly name = "SearchFailure";
  readonly kind: FailureKind;
  /** From the provider's `Retry-After`. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: string,
    {
      kind = "transient",
      retryAfterMs,
    }: { kind?: FailureKind; retryAfterMs?: number | undefined } = {},
  ) {
    super(reason);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
