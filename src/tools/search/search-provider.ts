/** A page that was found. */
export interface SearchResult {
  /** May hold HTML, like `text`: the search tool strips it. */
  readonly title: string;
  /** What the page says: its first sentences, or those that were searched for. */
  readonly text: string;
  readonly url: string;
  /** Of the page, where it matters; as the provider writes it. */
  readonly date?: string;
}

/** A place to search in. */
export interface SearchProvider {
  /** For people and the model: `wikipedia`. */
  readonly name: string;
  /** Best first, empty where nothing was found. Heeds the signal. Throws `SearchFailure`, or the signal's reason. */
  search(
    query: string,
    options: { signal: AbortSignal },
  ): Promise<readonly SearchResult[]>;
}

/** A provider gave no usable answer. The message says why in a few words that the model may read: no addresses, no keys. */
export class SearchFailure extends Error {
  override readonly name = "SearchFailure";
}
