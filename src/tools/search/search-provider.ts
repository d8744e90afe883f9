/** Something that was found: a page, a document, or an answer that belongs to no page. */
export interface SearchResult {
  /** May hold HTML, like `text`: the search strips it. Empty where there is none. */
  readonly title: string;
  /** What the page says: its first sentences, or those that were searched for. */
  readonly text: string;
  readonly url?: string | undefined;
  /** Of the page, where it matters; as the provider writes it. */
  readonly date?: string | undefined;
}

/** What a provider has to say to a query. */
export interface SearchAnswer {
  /** Best first; empty where nothing was found. */
  readonly results: readonly SearchResult[];
  /** Other wordings that the provider proposes; best first. */
  readonly suggestions?: readonly string[];
  /** Why some results may be missing, in words that the model may read. */
  readonly gap?: string | undefined;
}

/** A place to search in. */
export interface SearchProvider {
  /** For people and the model: `wikipedia`. No other provider of a search has it. */
  readonly name: string;
  /** Observes the signal. Throws `SearchFailure`, or the signal's reason. */
  search(
    query: string,
    options: { signal: AbortSignal },
  ): Promise<SearchAnswer>;
}

export interface KeyedProviderOptions {
  apiKey: string;
  baseUrl?: string | undefined;
  fetch?: typeof globalThis.fetch;
}

/** What may help after a failure: time (`passing`), other words (`query`), or the operator (`setup`: a wrong key, a plan that is used up). */
export type FailureKind = "passing" | "query" | "setup";

/** The message says why in a few words that the model may read, and nothing that the provider wrote. No `cause`: errors of `fetch` can hold addresses. */
export class SearchFailure extends Error {
  override readonly name = "SearchFailure";
  readonly kind: FailureKind;
  /** How long it asks to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: string,
    {
      kind = "passing",
      retryAfterMs,
    }: { kind?: FailureKind; retryAfterMs?: number | undefined } = {},
  ) {
    super(reason);
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}
