/**
 * A message that is sent: a part of a turn's reply, ended by the run with that
 * epoch, or something shown before the reply.
 */
type KeyedPart = {
  readonly conversation: string;
  readonly turn: string;
  readonly index: number;
} & (
  | { readonly kind: "reply"; readonly epoch: number }
  /** The text distinguishes one version from the next. */
  | { readonly kind: "preview" | "notice"; readonly text: string }
);

/**
 * The idempotency key of a part: equal for the same part, across retries and
 * processes; see `SendOptions`.
 */
export function partKey(part: KeyedPart): string {
  const { conversation, turn, index, kind } = part;
  const detail = kind === "reply" ? part.epoch : part.text;
  return JSON.stringify([conversation, turn, index, kind, detail]);
}
