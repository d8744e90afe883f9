import type { IncomingMessage } from "./message.ts";

/** A call of a tool in the form of the model's provider. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** A JSON object as text: as the model wrote it, or repaired. */
  readonly arguments: string;
  /** What the provider wants back with the call, as it came: JSON that nobody here reads. */
  readonly extra?: unknown;
}

/** What the model decided to do: a tool and its input. */
export interface AgentAction {
  readonly tool: string;
  /** JSON as the model gave it: text or an object. */
  readonly input: unknown;
  /** The model's reasoning in its own words; empty if it gave none. */
  readonly thought: string;
  /** What the model wrote, cut after the action: this goes back into its prompt. */
  readonly text: string;
  /** There where the model called the tool natively. */
  readonly call?: ToolCall;
  /** The model decided on it in the same reply as on the action before it; the two run side by side. */
  readonly withPrevious?: true;
}

/** A page that a tool's result is taken from. Both texts come from strangers: to be shown, never to be trusted. */
export interface Source {
  /** One line that shows something. */
  readonly title: string;
  /** http(s). */
  readonly url: string;
}

/** What a reply rests on, to be shown with it. */
export interface SourceList {
  /** A heading in the user's language; plain text of a few words. */
  readonly label: string;
  /** In the order in which the tools named them; a page may come more than once. */
  readonly sources: readonly Source[];
}

/** An action and what came of it. */
export interface AgentStep {
  readonly action: AgentAction;
  readonly observation: string;
  /** What the tool names as its sources, at most 20; not for the model, which reads the observation. */
  readonly sources?: readonly Source[];
  /** The observation is the turn's answer: its tool returns directly. */
  readonly isAnswer?: true;
}

/** Tokens of one or more model calls. */
export interface Usage {
  readonly inputTokens: number;
  /** The part of `inputTokens` that the provider read from its prompt cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly modelCalls: number;
  /** Some of the counts are estimates, since the provider sent none or was stopped before it did. */
  readonly isEstimated?: true;
}

/** A step as memory keeps it: without observation while its tool has not finished. */
export interface TurnStep {
  readonly action: AgentAction;
  readonly observation?: string;
  readonly sources?: readonly Source[];
  readonly isAnswer?: true;
  /** Of the model call that decided on the action; nothing for an action `withPrevious`. */
  readonly usage: Usage;
}

/**
 * accepted → thinking → answered → delivered, or → failed.
 * `answered`: the reply is in the history but not all of it has reached the user; `failed`: the reply is a notice.
 */
export type TurnStatus =
  "accepted" | "thinking" | "answered" | "delivered" | "failed";

/**
 * Why a turn failed; for the operator.
 * - `model-unreachable`: the model was away, or had no room, in each of the attempts
 * - `model-unauthorized`: the provider did not accept the key
 * - `model-quota`: the account at the provider has no credit left
 * - `model-unknown`: the provider has no model of this name
 * - `model-refused`: it did not take the request for another reason
 * - `no-answer`: a limit of steps, tokens or time was reached without an answer
 * - `unreadable`: its channel could not read the message, and its author was told
 * - `error`: anything else that went wrong in each of the attempts, or killed the process
 * - `undelivered`: there is an answer, and not all of it reached the user
 * - `gone`: the same, since the user has left or blocked the bot; or it waited for an answer when that was found
 */
export type FailureReason =
  | "model-unreachable"
  | "model-unauthorized"
  | "model-quota"
  | "model-unknown"
  | "model-refused"
  | "no-answer"
  | "unreadable"
  | "error"
  | "undelivered"
  | "gone";

/** One incoming message and all that has come of it so far. Plain JSON. */
export interface Turn {
  /** The message's id. */
  readonly id: string;
  readonly status: TurnStatus;
  readonly message: IncomingMessage;
  readonly steps: readonly TurnStep[];
  /** Markdown; there once the turn is answered or failed. */
  readonly reply?: string;
  /** Of the finished steps, until the turn has ended; then of all its model calls. */
  readonly usage: Usage;
  /** How often its work was begun; more than one after a crash or an error that may pass. */
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** There once the turn has failed. */
  readonly failure?: FailureReason;
  /** It will be stopped; once it has ended: it was, and the reply is what there was of it by then. */
  readonly isStopped?: true;
  /** The turn that its command was carried out on: what `/stop` found without a reply, or `/retry` failed. */
  readonly target?: string;
}

/** What a watcher of a turn sees. Steps and deltas may come again after a reconnection or a retry; `end` comes once, last. */
export type TurnEvent =
  | { readonly type: "step"; readonly index: number; readonly step: AgentStep }
  /** Text of the final answer from `offset` on (UTF-16 units). An offset before the last one's end: the answer is rewritten from there. */
  | { readonly type: "delta"; readonly offset: number; readonly text: string }
  /** The model could not be reached; it is asked again after that time. */
  | { readonly type: "waiting"; readonly delayMs: number }
  /** The turn is answered or failed. */
  | { readonly type: "end"; readonly turn: Turn }
  /** Its conversation was forgotten; there will be no reply. */
  | { readonly type: "forgotten" };
