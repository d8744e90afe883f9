/** What operators do in the console, each of which is recorded. */
export type OperatorActionKind =
  | "sign-in"
  | "sign-out"
  | "read"
  | "watch"
  | "retry"
  | "forget"
  | "take-over"
  | "reply"
  | "hand-back"
  | "approve"
  | "refuse"
  | "resend"
  | "export"
  | "add-document"
  | "remove-document";

export interface OperatorAction {
  readonly at: number;
  /** The name of the key that was used. */
  readonly operator: string;
  readonly action: OperatorActionKind;
  readonly conversation?: string;
  readonly message?: string;
  /** A document's name. */
  readonly document?: string;
}

/** `id` is unique and never reused; the newest has the highest. */
export interface RecordedAction extends OperatorAction {
  readonly id: string;
}

/**
 * What operators have done, for 400 days. Nothing else removes or changes an
 * entry. All methods throw if the storage is unreachable.
 */
export interface AuditLog {
  /** Records an action before it is done, also one that is then refused. */
  add(action: OperatorAction): Promise<void>;
  /** Newest first. @param query.before an id */
  list(query: {
    readonly before?: string;
    readonly limit: number;
  }): Promise<readonly RecordedAction[]>;
}
