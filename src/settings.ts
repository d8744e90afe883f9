/** What the holder of an API key has set for a conversation; empty where nothing is. */
export interface ConversationSettings {
  /** Of every turn without its own; see `IncomingMessage`. */
  readonly instructions?: string;
  /** The holder's own labels, shown to nobody else. Never an empty object. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Changes them as RFC 7396 has it: what is left out stays, `null` removes. */
export interface SettingsPatch {
  readonly instructions?: string | null | undefined;
  readonly metadata?:
    Readonly<Record<string, string | null>> | null | undefined;
}

/** `too-many`: the metadata would have more than `limit` entries, and nothing was changed. */
export type SettingsChange =
  | { readonly kind: "changed"; readonly settings: ConversationSettings }
  | { readonly kind: "too-many"; readonly limit: number };
