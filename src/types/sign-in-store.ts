/** Names a row: whose it is, and which of theirs. */
export interface SignInKey {
  readonly owner: string;
  readonly name: string;
}

export interface SignInRow {
  /** Changes with each write; never used twice. */
  readonly version: string;
  /** Encrypted. */
  readonly text: string;
  /** From then on it is gone. */
  readonly expiresAt?: number | undefined;
}

/**
 * Keeps sign-ins at tool servers, and what leads to one. All methods throw if
 * the storage is unreachable; what `swap` did is then unknown.
 */
export interface SignInStore {
  find(key: SignInKey): Promise<SignInRow | undefined>;
  /**
   * Writes the row if the stored one still has the version `before`
   * (`undefined`: if there is none). Returns whether it is written.
   */
  swap(
    key: SignInKey,
    before: string | undefined,
    after: SignInRow,
  ): Promise<boolean>;
  /** Removes a row and returns it, to one caller only. */
  take(key: SignInKey): Promise<SignInRow | undefined>;
  /** The names of an owner's rows. */
  list(owner: string): Promise<readonly string[]>;
  /** Removes all rows of an owner. */
  forget(owner: string): Promise<void>;
}
