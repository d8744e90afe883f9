import type { ModelEvent, PromptMessage } from "../../types/model.ts";
import type { Tool } from "../../types/tool.ts";
import type { AgentAction, DoneStep } from "../../types/turn.ts";

/** A ReAct prompt format with its reply reader. */
export interface AgentStyle {
  /**
   * Persona, tools and format. Depends on nothing else, so it stays
   * byte-identical from turn to turn.
   */
  systemMessage(options: {
    instructions: string;
    tools: readonly Tool[];
  }): string;
  /** The prompt carries tool definitions for native calls. */
  readonly callsNatively: boolean;
  /**
   * JSON Schema of a reply, for servers that can enforce one. Missing if
   * replies are not JSON.
   */
  replySchema?(tools: readonly Tool[]): Readonly<Record<string, unknown>>;
  /**
   * The completed steps, as messages after the user's. Append-only as steps are
   * added, except that the calls of one reply share one message.
   */
  scratchpad(steps: readonly DoneStep[]): readonly PromptMessage[];
  /** The last message once a limit is reached: answer now, without tools. */
  readonly answerNow: string;
  /** The format, repeated to the model after an unreadable reply. */
  readonly expectedForm: string;
  createReader(options: {
    /** Names of the available tools. */
    tools: readonly string[];
    /**
     * Also streams prose once it holds a sentence; an action that follows
     * retracts it. Native styles stream prose at once, or else like this.
     */
    streamsProse?: boolean;
    /** Milliseconds; after a second, half a sentence is shown. */
    clock?: () => number;
  }): ReplyReader;
}

/** Reads a reply while it streams. */
export interface ReplyReader {
  push(text: string): ReadingProgress;
  /** Missing in styles that ask for text. */
  pushToolCall?(
    piece: Extract<ModelEvent, { type: "tool-call" }>,
  ): ReadingProgress;
  /**
   * Interprets the reply once it has ended; idempotent. `isCut`: it hit a
   * length limit, so a part that reaches its end is unreadable.
   */
  end(options: { isCut: boolean }): Reading;
}

export interface ReadingProgress {
  /**
   * The part of the final answer that became known with this chunk; often
   * empty.
   */
  readonly answer: string;
  /**
   * `decided`: the first action or the answer is complete. `overrun`: the model
   * writes on after it; cancel the request.
   */
  readonly state: "open" | "decided" | "overrun";
}

/** The meaning of a complete reply. */
export type Reading = TextReading | NativeCalls;

/** The meaning of a text reply, independent of the format. */
export type TextReading =
  | { readonly kind: "action"; readonly action: AgentAction }
  | { readonly kind: "finish"; readonly output: string }
  | UnreadableReply;

export interface UnreadableReply {
  readonly kind: "unreadable";
  /** The model's output. */
  readonly text: string;
  /** A sentence for the model. */
  readonly reason: string;
}

/** Actions that run concurrently, in the order of the reply. */
interface NativeCalls {
  readonly kind: "calls";
  readonly actions: readonly [AgentAction, ...AgentAction[]];
  /** The reply's other calls, if unreadable. */
  readonly unread?: UnreadableReply;
  /** Number of further calls, which were dropped. */
  readonly overflow: number;
}

/** Values of `AGENT_STYLE`. */
export const AGENT_STYLE_NAMES = [
  "conversational-react",
  "chat-zero-shot-react",
  "zero-shot-react",
  "tool-calling",
] as const;

export type AgentStyleName = (typeof AGENT_STYLE_NAMES)[number];
