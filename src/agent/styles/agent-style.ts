import type { Tool } from "../../ports.ts";
import type { ModelEvent, PromptMessage } from "../../prompt.ts";
import type { AgentAction, AgentStep } from "../../turn.ts";

/** A way to talk ReAct with a model: how the prompt is written, and how replies are read. */
export interface AgentStyle {
  /** Persona, tools and format. Depends on nothing else, so that it stays byte-identical from turn to turn. */
  systemMessage(options: {
    instructions: string;
    tools: readonly Tool[];
  }): string;
  /** The tools go with the prompt, for the model to call natively. */
  readonly callsNatively: boolean;
  /** JSON Schema of a reply, for servers that can hold a model to one. Left out by styles whose replies are no JSON. */
  replySchema?(tools: readonly Tool[]): Readonly<Record<string, unknown>>;
  /** The finished steps, as the model sees them after the user's message. More steps only add messages at the end, except that the calls of one reply share one message. */
  scratchpad(steps: readonly AgentStep[]): readonly PromptMessage[];
  /** Said last when a limit is reached: answer now, without tools. */
  readonly answerNow: string;
  /** Told to the model after a reply that could not be read. */
  readonly expectedForm: string;
  /** One reader reads one reply. */
  createReader(options: {
    /** Names of the tools that there are. */
    tools: readonly string[];
  }): ReplyReader;
}

/** Reads a reply while it is written. */
export interface ReplyReader {
  push(text: string): ReadingProgress;
  /** Left out by styles that ask for text. */
  pushToolCall?(
    piece: Extract<ModelEvent, { type: "tool-call" }>,
  ): ReadingProgress;
  /** Call when the reply has ended, as often as you like. `isCut`: at a length limit; what reaches to its end is unreadable. */
  end(options: { isCut: boolean }): Reading;
}

export interface ReadingProgress {
  /** Text of the final answer that has become known with this piece; often empty. */
  readonly answer: string;
  /** `decided`: the first decisive action or answer is complete. `overrun`: and the model writes on, which nobody needs: stop paying for it. */
  readonly state: "open" | "decided" | "overrun";
}

/** What a whole reply means. */
export type Reading = TextReading | NativeCalls;

/** What a reply in text means, whatever its format. */
export type TextReading =
  | { readonly kind: "action"; readonly action: AgentAction }
  | { readonly kind: "finish"; readonly output: string }
  | UnreadableReply;

export interface UnreadableReply {
  readonly kind: "unreadable";
  /** What the model wrote. */
  readonly text: string;
  /** A sentence for the model. */
  readonly reason: string;
}

/** Actions that run side by side, in the order in which the model wrote them. */
interface NativeCalls {
  readonly kind: "calls";
  readonly actions: readonly [AgentAction, ...AgentAction[]];
  /** Further calls of the reply, which could not be read. */
  readonly unread?: UnreadableReply;
  /** How many more calls the reply had than are kept. */
  readonly overflow: number;
}

/** What `AGENT_STYLE` may be. */
export const AGENT_STYLE_NAMES = [
  "conversational-react",
  "chat-zero-shot-react",
  "zero-shot-react",
  "tool-calling",
] as const;

export type AgentStyleName = (typeof AGENT_STYLE_NAMES)[number];
