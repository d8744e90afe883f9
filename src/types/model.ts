import type { ToolCall, Usage } from "./turn.ts";

export type PromptMessage =
  | { readonly role: "system"; readonly content: string }
  | {
      readonly role: "user";
      readonly content: string;
      /**
       * `data:` URLs with base64, shown after the text; only for models that
       * accept images. Never an empty list.
       */
      readonly images?: readonly string[];
    }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
    }
  /**
   * Result of an action that the model wrote as text: the answer to its last
   * message. Data, not instructions.
   */
  | { readonly role: "observation"; readonly content: string }
  /** Result of a native tool call. */
  | {
      readonly role: "tool";
      readonly content: string;
      readonly toolCallId: string;
    };

/** A tool as declared to a provider. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Prompt {
  readonly messages: readonly PromptMessage[];
  /** Tools that the model may call natively; never an empty list. */
  readonly tools?: readonly ToolDefinition[];
  /** JSON Schema that the reply should match, if the server can enforce it. */
  readonly replySchema?: Readonly<Record<string, unknown>>;
  /** Ask for OpenAI's strict mode, which takes only some schemas. */
  readonly isStrict?: true;
}

export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  /**
   * A chunk of a native tool call: the first has `id` and `name`; concatenate
   * the `arguments` of all.
   */
  | {
      readonly type: "tool-call";
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments: string;
      /** See `ToolCall`; in one of the chunks. */
      readonly extra?: unknown;
    }
  /** The last event. `usage` is missing if the provider sent none. */
  | {
      readonly type: "finish";
      /**
       * `length`: the provider's limit. `too-long`: the deployment's limit,
       * past which the rest is discarded.
       */
      readonly reason:
        "stop" | "length" | "too-long" | "tool-calls" | "filtered" | "unknown";
      readonly usage?: Omit<Usage, "modelCalls">;
    };

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
