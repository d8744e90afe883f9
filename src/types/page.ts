import type { Origin } from "./message.ts";
import type { AnswerButton, PauseKind } from "./pause.ts";
import type { Thumb } from "./rating.ts";

/** Limits of a message's files, in the page and on the server. */
export const MAX_FILES = 4;
/** In base64, a file must fit into a row of SQLite. */
export const MAX_FILE_BYTES = 1_000_000;
export const MAX_TOTAL_BYTES = 2_000_000;

/** What the models accept besides text. */
export interface AcceptedFiles {
  readonly images: boolean;
  readonly speech: boolean;
}

/** The bot, as the page's `<meta name="parley-bot">` has it. */
export interface PageBot {
  readonly name: string;
  /** Missing: the page's own. */
  readonly greeting?: string | undefined;
  /** Empty: the page's own. */
  readonly examples: readonly string[];
  /** Names of the agent's tools; the page offers examples only for these. */
  readonly tools: readonly string[];
  /** The page rejects other files. */
  readonly takes: AcceptedFiles;
  /** The page may ask for questions to go on with. */
  readonly suggests: boolean;
}

/** Body of `GET /web/conversation`. */
export interface ConversationBody {
  readonly model: ShownModel;
  readonly can_sign_out?: boolean;
  /** A person of the team has the conversation. */
  readonly with_person?: boolean;
  /** With other chats of the person. */
  readonly is_linked?: boolean;
  /** Oldest first. */
  readonly messages: readonly ShownMessage[];
  /** Open turns, and those that failed since the last answer, oldest first. */
  readonly open: readonly OpenTurn[];
}

export interface ShownModel {
  readonly demo: boolean;
  /** Only for the owner, like the style of the agent. */
  readonly name?: string;
  readonly style?: string;
}

export interface ShownMessage {
  readonly turn: string;
  readonly role: "user" | "assistant";
  /** Who said it, if neither the visitor nor the bot. */
  readonly origin?: Origin["kind"];
  readonly text: string;
  /** Names. */
  readonly files?: readonly string[];
  /** Of a question with several versions: their turns, oldest first. */
  readonly versions?: readonly string[];
  readonly at: number;
  /** The number of steps before the answer. */
  readonly steps: number;
  readonly has_sources: boolean;
  /** What the visitor thinks of the answer. */
  readonly thumb?: Thumb;
  /** It asks something that can still be answered. */
  readonly question?: ShownQuestion;
}

/** A question, and messages that answer it; none if others have to. */
export interface ShownQuestion {
  readonly kind: PauseKind;
  readonly buttons: readonly AnswerButton[];
}

export interface OpenTurn {
  readonly turn: string;
  readonly text: string;
  /** Names. */
  readonly files?: readonly string[];
  /** See `ShownMessage`. */
  readonly versions?: readonly string[];
}

/** Body of `GET /web/memory`: what the bot remembers of what it cannot see. */
export interface MemoryBody {
  readonly version: number;
  readonly notes: readonly { readonly number: number; readonly text: string }[];
}

/** A message that contains all words of a search. */
export interface FoundMessage {
  /** Of the conversation. */
  readonly number: number;
  readonly turn: string;
  readonly role: "user" | "assistant";
  /** Up to 160 characters around the first word, in one line. */
  readonly excerpt: string;
  readonly at: number;
}
