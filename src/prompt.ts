import type { ToolCall, Usage } from "./turn.ts";

export type PromptMessage =
  | { readonly role: "system"; readonly content: string }
  | {
      readonly role: "user";
      readonly content: string;
      /** After the text, as `data:` URLs with base64; only for models that take images. Never an empty list. */
      readonly images?: readonly string[];
    }
  | {
      readonly role: "assistant";
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
    }
  /** What came of an action that the model wrote as text: the answer to its last message, and data. */
  | { readonly role: "observation"; readonly content: string }
  /** What came of a native tool call. */
  | {
      readonly role: "tool";
      readonly content: string;
      readonly toolCallId: string;
    };

/** A tool as a provider gets it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Prompt {
  readonly messages: readonly PromptMessage[];
  /** Those that the model may call natively; never an empty list. */
  readonly tools?: readonly ToolDefinition[];
  /** JSON Schema that the reply should have, where the server can see to it. */
  readonly replySchema?: Readonly<Record<string, unknown>>;
}

export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  /** A piece of a native tool call: `id` and `name` in its first piece, `arguments` to be joined. */
  | {
      readonly type: "tool-call";
      readonly index: number;
      readonly id?: string;
      readonly name?: string;
      readonly arguments: string;
      /** In the piece in which the provider sent it. */
      readonly extra?: unknown;
    }
  /** The last event. `usage` without `modelCalls`, `undefined` where the provider sent none. */
  | {
      readonly type: "finish";
      /** `length`: the provider's limit; `too-long`: the deployment's own, past which nothing is read. */
      readonly reason:
        "stop" | "length" | "too-long" | "tool-calls" | "filtered" | "unknown";
      readonly usage?: Omit<Usage, "modelCalls">;
    };
