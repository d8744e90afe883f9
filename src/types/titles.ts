/** A conversation in the list of a visitor of the page. */
export interface ListedConversation {
  readonly number: number;
  readonly title: string;
  /** When it was listed or renamed. */
  readonly at: number;
}

/**
 * The titles of visitors' conversations. A title expires like a message that is
 * as old. All methods throw if the storage is unreachable; repeating the call
 * is safe.
 */
export interface Titles {
  /** Newest first. */
  list(visitor: string): Promise<readonly ListedConversation[]>;
  /** Lists a conversation, or replaces its title. */
  put(visitor: string, conversation: ListedConversation): Promise<void>;
  /** No-op if the conversation is not listed. */
  remove(visitor: string, number: number): Promise<void>;
}

/** A title that a visitor sees, and the name of its conversation. */
export interface TitledConversation {
  readonly conversation: string;
  readonly title: string;
  /** When it was given. */
  readonly at: number;
}

/**
 * The titles of all visitors' conversations, for operators to search. A title
 * expires like a message that is as old. All methods throw if the storage is
 * unreachable; repeating the call is safe.
 */
export interface TitleIndex {
  /** Lists a conversation, or replaces its title. */
  put(titled: TitledConversation): Promise<void>;
  /** No-op if the conversation is not listed. */
  remove(conversation: string): Promise<void>;
  /**
   * Finds titles that contain the text, newest first. Looks through the newest
   * ones only, 20,000.
   */
  search(
    text: string,
    options: { readonly limit: number },
  ): Promise<readonly TitledConversation[]>;
}
