import type * as z from "zod";
import type { MessageExcess } from "./budget.ts";
import type { IncomingMessage } from "./message.ts";
import type { ModelEvent, Prompt } from "./prompt.ts";
import type { Source, Turn, TurnEvent } from "./turn.ts";

// ── Mailbox ──────────────────────────────────────────────────────────────────

/**
 * Outcome of `Mailbox.deliver`. `duplicate`: it was delivered before. `full`:
 * the conversation has too many open turns. `limited`: the author has sent too
 * many messages in a minute. In both cases nothing was stored; retry later.
 * `forgotten`, `outdated`: see `Opening`.
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
 * Outcome of `Mailbox.stop`. `stopping`: the turn ends within a second, or once
 * earlier turns are done if it waits for them and its reply must be sent.
 * `ended`: it already had its reply. `unknown`: never delivered, or forgotten.
 */
export type Stopping =
  | { readonly kind: "stopping" | "ended"; readonly turn: Turn }
  | { readonly kind: "unknown" };

/**
 * Outcome of `Mailbox.retry`. `not-failed`: it has not failed, or is already
 * being retried. `unknown`: never delivered, or forgotten.
 */
export type Retrying =
  | { readonly kind: "retrying" | "not-failed"; readonly turn: Turn }
  | { readonly kind: "unknown" };

/**
 * Accepts messages and runs their turns: per conversation in order of arrival,
 * one at a time, each at least once.
 */
export interface Mailbox {
  /**
   * Stores the message. Idempotent by its id; durable when it returns. Throws
   * if the message could not be stored.
   */
  deliver(message: IncomingMessage): Promise<Delivery>;
  /**
   * Stops a turn and keeps the part of the answer that is written; a waiting
   * turn ends without an answer. Durable when it returns. Later turns run as
   * usual.
   */
  stop(turn: TurnReference): Promise<Stopping>;
  /**
   * Retries a failed turn; see `Memory.reopenTurn`. Its reply goes to the same
   * address.
   */
  retry(turn: TurnReference): Promise<Retrying>;
  /**
   * Yields the turn's events, first past ones, then live ones, up to its `end`.
   * Yields nothing for an unknown turn.
   */
  watch(
    turn: TurnReference,
    options: { signal: AbortSignal },
  ): AsyncIterable<TurnEvent>;
}

// ── LanguageModel ────────────────────────────────────────────────────────────

export interface LanguageModel {
  /** Human-readable, e.g. `gpt-5.5` or `demo`. */
  readonly name: string;
  /**
   * Leaving the loop or aborting the signal cancels the request. Throws only
   * `ModelError` or the signal's reason.
   * @param options.maxReplyTokens requested from the provider; one that does
   * not support a limit may write more
   * @param options.beforeRepeat called before the prompt is sent again after a
   * request that the provider may charge for; returns the next
   * `maxReplyTokens`. If it throws, so does the call
   */
  generate(
    prompt: Prompt,
    options: {
      signal: AbortSignal;
      maxReplyTokens?: number | undefined;
      beforeRepeat?: (() => Promise<number>) | undefined;
    },
  ): AsyncIterable<ModelEvent>;
}

// ── Transcriber ──────────────────────────────────────────────────────────────

export interface Recording {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** e.g. `audio/ogg` */
  readonly mediaType: string;
}

export interface Transcript {
  /** Plain text; empty if there is no speech. */
  readonly text: string;
  /** Tokens used, if the provider counted them. */
  readonly tokens?: number;
}

/** Transcribes voice recordings. */
export interface Transcriber {
  /** Throws only `ModelError` or the signal's reason. */
  transcribe(
    recording: Recording,
    options: { signal: AbortSignal },
  ): Promise<Transcript>;
}

// ── Tool ─────────────────────────────────────────────────────────────────────

/** What a tool may know of the conversation that it runs for. */
export interface ToolContext {
  /**
   * Opaque cache key of the conversation: cached data must not be shared
   * between conversations. Never send it anywhere.
   */
  readonly conversation: string;
  /** The IANA name of the user's time zone, else of the deployment's. */
  readonly timeZone: string;
  /** See `Memory`. */
  readonly wasShown: (url: string) => Promise<boolean>;
}

export interface ToolRunOptions extends ToolContext {
  readonly signal: AbortSignal;
  /** Time limit of the run; the signal then aborts. */
  readonly timeoutMs: number;
  /**
   * A crash interrupted the turn after it chose this action, so the tool may
   * already have run, partly or fully.
   */
  readonly mayHaveRun: boolean;
}

/** A tool's result with its sources. */
export interface ToolOutput {
  /** The observation. */
  readonly text: string;
  /** The pages that the text is taken from, shown to users for reference. */
  readonly sources?: readonly Source[];
}

export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  /** `[a-z0-9_]+`: providers reject other characters. */
  readonly name: string;
  /** One line for the model: when to use the tool, and with which input. */
  readonly description: string;
  /**
   * Schema of the input. A tool with one field also accepts that field's bare
   * text.
   */
  readonly input: Schema;
  /** The result is the answer to the user and ends the turn. */
  readonly returnsDirectly?: boolean;
  /**
   * The output derives only from the input or the platform. Otherwise it may
   * contain third-party text.
   */
  readonly isOwnText?: true;
  /**
   * The output is public, like the open web. Otherwise its texts must not leak
   * through a URL.
   */
  readonly isPublic?: true;
  /** The remote server that provides and runs the tool. */
  readonly server?: string;
  /**
   * `harmful`: it changes, sends or deletes something. `unknown`: its server
   * does not declare it read-only. Missing: it only reads. See `guardTools`.
   */
  readonly effect?: "harmful" | "unknown";
  /**
   * Returns the observation, with its sources if there are any. Throws
   * `ToolError` for errors that the model should see; others are hidden from
   * it.
   */
  run(
    input: z.infer<Schema>,
    options: ToolRunOptions,
  ): Promise<string | ToolOutput>;
}
