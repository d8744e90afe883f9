/** An RFC 9457 problem, shown to the sender of a rejected request. */
export interface Problem {
  readonly status: number;
  /**
   * Stable, machine-readable; on the wire
   * `https://parley.chat/problems/<slug>`.
   */
  readonly slug: string;
  /** A short human-readable sentence. */
  readonly title: string;
  /** How to fix it. */
  readonly detail: string;
  /** The same for pages in browsers that prefer Chinese; not on the wire. */
  readonly chinese?: { readonly title: string; readonly detail: string };
  /** Invalid fields, as JSON pointers into the body. */
  readonly errors?: readonly {
    readonly pointer: string;
    readonly detail: string;
  }[];
  readonly retryAfterSeconds?: number;
}
