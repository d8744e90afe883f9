/** What is sent: a part of a turn's reply, as the run with that epoch ended it, or what is shown before. */
type KeyedPart = {
  readonly conversation: string;
  readonly turn: string;
  readonly index: number;
} & (
  | { readonly kind: "reply"; readonly epoch: number }
  /** Its text tells one from the next. */
  | { readonly kind: "preview" | "notice"; readonly text: string }
);

/** The same for the same part, however often it is sent and by whatever process; see `SendOptions`. */
export function partKey(part: KeyedPart): string {
  const { conversation, turn, index, kind } = part;
  const detail = kind === "reply" ? part.epoch : part.text;
  return JSON.stringify([conversation, turn, index, kind, detail]);
}
