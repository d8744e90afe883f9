/** One message of the history. */
export interface HistoryMessage {
  /** Grows by one with each message of the conversation. */
  readonly sequence: number;
  readonly turn: string;
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Estimated; see `tokens.ts`. */
  readonly tokens: number;
  /** Of an answer: whose texts, apart from the person's own, its turn had read; see `findOrigins`. Never an empty list. */
  readonly dataFrom?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What a turn adds to the history, all of it or nothing. */
export type NewHistoryMessage = Pick<
  HistoryMessage,
  "role" | "text" | "tokens" | "dataFrom"
>;

/** How much a conversation remembers. */
export interface HistoryExtent {
  /** Without those that were edited since, and the answers to them. */
  readonly messages: number;
  /** When the first of them came, in milliseconds since the epoch; there unless there are none. */
  readonly since?: number;
}

/** What a conversation's next prompt is made from. */
export interface Recollection {
  readonly settings: ConversationSettings;
  /** Of the messages before the window; there once they were summarised. */
  readonly summary?: string;
  /** `dataFrom` of all that the summary was made from. */
  readonly summaryFrom?: readonly string[];
  /** The window: the newest part of the history, oldest first. */
  readonly messages: readonly HistoryMessage[];
  /** Messages have left the window, and no reply has told the user since the conversation began. */
  readonly isCutUnannounced: boolean;
  /** Another one once the window was moved or anything was forgotten. New messages do not change it. */
  readonly version: number;
}

/** Where the window begins next. */
export interface WindowMove {
  /** Of the recollection that the move was decided on. */
  readonly version: number;
  /** The sequence of the first message that later prompts still hold; one past the last message's where none of them does. */
  readonly to: number;
  /** Takes the place of the summary so far; without it nothing is recalled of what is before the window. */
  readonly summary?: string;
  /** `dataFrom` of all that it was made from. */
  readonly summaryFrom?: readonly string[];
}

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
