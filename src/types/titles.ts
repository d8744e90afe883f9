/** A conversation in the list of a visitor of the page. */
export interface ListedConversation {
  readonly number: number;
  readonly title: string;
  /** When it was listed or renamed, in epoch milliseconds. */
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
