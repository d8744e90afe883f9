import type * as z from "zod";
import type { MessageExcess } from "./budget.ts";
import type { IncomingMessage } from "./message.ts";
import type { ModelEvent, Prompt } from "./prompt.ts";
import type { Source, Turn, TurnEvent } from "./turn.ts";

// ── Mailbox ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * What became of a delivered message. `duplicate`: it was delivered before. `full`: too many open turns, `limited`: too many
 * messages of its author in a minute; nothing was stored, try later. `outdated`: see `Opening`.
 */
export type Delivery =
  | { readonly kind: "accepted" | "duplicate"; readonly turn: Turn }
  | { readonly kind: "forgotten" }
  | { readonly kind: "outdated" }
  | { readonly kind: "full"; readonly limit: number }
  | MessageExcess;

export interface TurnReference {
  readonly conversation: string;
  readonly id: string;
}

/**
 * What became of stopping a turn. `stopping`: its end comes within a second; where it waits for others and its reply has to be
 * sent, when its turn comes. `ended`: it had its reply before. `unknown`: never delivered, or forgotten.
 */
export type Stopping =
  | { readonly kind: "stopping" | "ended"; readonly turn: Turn }
  | { readonly kind: "unknown" };

/** What became of running a failed turn again. `not-failed`: it has not, or runs again already. `unknown`: never delivered, or forgotten. */
export type Retrying =
  | { readonly kind: "retrying" | "not-failed"; readonly turn: Turn }
  | { readonly kind: "unknown" };

/** Takes messages in and sees to it that their turns run: in order of arrival, one at a time per conversation, each at least once. */
export interface Mailbox {
  /** Stores the message once per id; durable when it returns. Throws where it could not be stored. */
  deliver(message: IncomingMessage): Promise<Delivery>;
  /** Ends a turn with what is written of its answer; one that waits, without any. Survives crashes once it returns. The turns after it continue. */
  stop(turn: TurnReference): Promise<Stopping>;
  /** Runs a failed turn again; see `Memory.reopenTurn`. Its reply goes to where the failed one would have gone. */
  retry(turn: TurnReference): Promise<Retrying>;
  /** The turn's events: first what has happened, then what happens, until its `end`. Nothing for an unknown turn. */
  watch(
    turn: TurnReference,
    options: { signal: AbortSignal },
  ): AsyncIterable<TurnEvent>;
}

// ── LanguageModel ───────────────────────────────────────────────────────────────────────────────────────────────────

export interface LanguageModel {
  /** For people: `gpt-5.5`, `demo`. */
  readonly name: string;
  /**
   * Leaving the loop or aborting the signal ends the request. Throws only `ModelError`, or the signal's reason.
   * @param options.maxReplyTokens the provider is asked to write no more; one that does not know such a limit may write more
   */
  generate(
    prompt: Prompt,
    options: { signal: AbortSignal; maxReplyTokens?: number },
  ): AsyncIterable<ModelEvent>;
}

// ── Transcriber ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** Writes down what is said in a recording. */
export interface Transcriber {
  /** Plain text; empty where nothing was said. Throws only `ModelError`, or the signal's reason. */
  transcribe(
    recording: {
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** e.g. `audio/ogg` */
      readonly mediaType: string;
    },
    options: { signal: AbortSignal },
  ): Promise<string>;
}

// ── Tool ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a tool may know of the conversation that it runs for. */
export interface ToolContext {
  /** Whose turn it is: an opaque key for caches, since nothing may be shared between conversations. Not to be sent anywhere. */
  readonly conversation: string;
  /** See `Memory`. */
  readonly wasShown: (url: string) => Promise<boolean>;
}

export interface ToolRunOptions extends ToolContext {
  readonly signal: AbortSignal;
  /** How long it may take in all; then the signal ends it. */
  readonly timeoutMs: number;
  /** The action was decided on before a crash: whether its tool has run then, wholly or in part, is not known. */
  readonly mayHaveRun: boolean;
}

/** What a tool found, and where. */
export interface ToolOutput {
  /** The observation. */
  readonly text: string;
  /** The pages that the text is taken from, for people who want to check it. */
  readonly sources?: readonly Source[];
}

export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  /** `[a-z0-9_]+`: providers refuse other characters. */
  readonly name: string;
  /** One line: when to use it and what to put in. */
  readonly description: string;
  /** The input; a tool with one field also takes that field's bare text. */
  readonly input: Schema;
  /** Its result is the answer to the user, and ends the turn. */
  readonly returnsDirectly?: boolean;
  /** Nobody else has a part in what it gives: it comes from the input, or from the platform. Without it, strangers may have written it. */
  readonly isOwnText?: true;
  /** Everybody may read what it gives: the open web. Without it, its texts must not leave in an address. */
  readonly isPublic?: true;
  /** The remote server that wrote its description and runs it. */
  readonly server?: string;
  /**
   * What it may do: `harmful`, it changes, sends or deletes something; `unknown`, its server does not say that it only reads. Left out: it
   * reads. See `guardTools`.
   */
  readonly effect?: "harmful" | "unknown";
  /**
   * The observation, in text, with its sources where it has any. Throws `ToolError` for what the model should know;
   * anything else is hidden from it.
   */
  run(
    input: z.infer<Schema>,
    options: ToolRunOptions,
  ): Promise<string | ToolOutput>;
}
