import type { Asked } from "./asking.ts";
import type { IncomingMessage } from "./message.ts";
import type { TurnQuestion } from "./pause.ts";
import type { Rating } from "./rating.ts";

/** A native tool call. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** A JSON object as text, verbatim or repaired. */
  readonly arguments: string;
  /**
   * Opaque JSON that the provider expects back with the call, e.g. Gemini's
   * thought signature.
   */
  readonly extra?: unknown;
}

/** The model's decision to call a tool. */
export interface AgentAction {
  readonly tool: string;
  /** JSON from the model: text or an object. */
  readonly input: unknown;
  /** The model's reasoning, verbatim; empty if it gave none. */
  readonly thought: string;
  /** The model's output, cut after the action, for its next prompt. */
  readonly text: string;
  /** Set if the model used native tool calling. */
  readonly call?: ToolCall;
  /** Chosen in the same reply as the previous action; both run concurrently. */
  readonly withPrevious?: true;
}

/**
 * A page that a tool's result is based on. Both fields are untrusted: show
 * them, but do not rely on them.
 */
export interface Source {
  /** One non-empty line. */
  readonly title: string;
  /** http(s). */
  readonly url: string;
}

/** The sources of a reply, to be shown with it. */
export interface SourceList {
  /** A heading in the user's language; a few words of plain text. */
  readonly label: string;
  /** In the order in which tools returned them, possibly with duplicates. */
  readonly sources: readonly Source[];
}

/**
 * What users see of a step whose text holds an address that must not be drawn
 * as a link.
 */
export interface StepText {
  readonly thought: string;
  readonly input: unknown;
  readonly observation?: string;
}

/** Tokens of one or more model calls. */
export interface Usage {
  readonly inputTokens: number;
  /** The part of `inputTokens` that came from the provider's prompt cache. */
  readonly cachedInputTokens: number;
  readonly outputTokens: number;
  readonly modelCalls: number;
  /**
   * Some counts are estimates, since the provider sent none or was stopped
   * before it did.
   */
  readonly isEstimated?: true;
}

/**
 * Why the rest of an answer is missing: it exceeded the deployment's length
 * limit (`too-long`) or the provider's (`length`), or the provider withheld it
 * (`filtered`).
 */
export type AnswerCut = "too-long" | "length" | "filtered";

/** What a step has cost so far. */
export interface StepCost {
  /** Usage of the model call that chose the action; zero if `withPrevious`. */
  readonly usage: Usage;
  /** Milliseconds of that call; missing if `withPrevious`. */
  readonly modelMs?: number;
  /** Milliseconds that the tool ran; missing if none did. */
  readonly toolMs?: number;
}

/** An action and its result. */
export interface Step extends StepCost {
  readonly action: AgentAction;
  /** Missing until its tool has finished. */
  readonly observation?: string;
  /**
   * The tool's sources, at most 20. Not shown to the model, which reads the
   * observation.
   */
  readonly sources?: readonly Source[];
  /**
   * Somebody who may has approved exactly this action: a fingerprint of it, as
   * it was shown.
   */
  readonly approved?: string;
  /** The observation is the turn's answer: its tool returns directly. */
  readonly isAnswer?: true;
  /** Its tool has asked for a person; in force when the turn ends. */
  readonly asked?: Asked;
  /** Missing: all of it may be shown. */
  readonly shown?: StepText;
}

/** A step whose tool has finished. */
export type DoneStep = Step & { readonly observation: string };

export function isDone(step: Step): step is DoneStep {
  return step.observation !== undefined;
}

/**
 * accepted → thinking → answered → delivered, or → failed. `answered`: the
 * reply is in the history but not fully delivered. `failed`: the reply is an
 * error notice.
 */
export type TurnStatus =
  "accepted" | "thinking" | "answered" | "delivered" | "failed";

/**
 * Why a turn failed; for the operator.
 * - `model-unreachable`: in each attempt, the model was unreachable or
 *   rate-limited
 * - `model-unauthorized`: the provider rejected the key
 * - `model-quota`: the provider account has no credit left
 * - `model-unknown`: the provider has no model of this name
 * - `model-filtered`: the provider refused the content
 * - `model-too-long`: the message alone exceeds the model's context
 * - `model-invalid-call`: the provider rejected the model's tool call
 * - `model-empty`: the model sent only empty replies
 * - `model-refused`: the provider rejected the request for another reason
 * - `no-answer`: reached the limit of steps, tokens or time without an answer
 * - `wrong-format`: neither the answer nor its repair matched the format that
 *   the request asked for
 * - `unreadable`: the channel could not read the message; its author was
 *   notified
 * - `error`: any other error or crash in each attempt
 * - `undelivered`: there is an answer, but not all of it was delivered
 * - `gone`: the same, since the user left or blocked the bot; also for turns
 *   that were waiting when that was discovered
 */
export type FailureReason =
  | "model-unreachable"
  | "model-unauthorized"
  | "model-quota"
  | "model-unknown"
  | "model-filtered"
  | "model-too-long"
  | "model-invalid-call"
  | "model-empty"
  | "model-refused"
  | "no-answer"
  | "wrong-format"
  | "unreadable"
  | "error"
  | "undelivered"
  | "gone";

/** A message and everything that has resulted from it so far. Plain JSON. */
export interface Turn {
  /** The message's id. */
  readonly id: string;
  readonly status: TurnStatus;
  readonly message: IncomingMessage;
  readonly steps: readonly Step[];
  /** Markdown; set once the turn is answered or failed. */
  readonly reply?: string;
  /**
   * Usage of the finished steps; once the turn has ended, of all its model
   * calls.
   */
  readonly usage: Usage;
  /** Number of attempts; more than one after a crash or a transient error. */
  readonly attempts: number;
  readonly acceptedAt: number;
  /** When its first attempt began, since it was last retried on request. */
  readonly startedAt?: number;
  /** Set once the turn has failed. */
  readonly failure?: FailureReason;
  /** It goes on from the steps of a turn that had paused. */
  readonly resumed?: {
    readonly steps: number;
    /** None of their open calls has begun. */
    readonly isFresh?: true;
  };
  /** The question with which it ended, while it can be answered. */
  readonly question?: TurnQuestion;
  /** What the user thinks of the answer. */
  readonly rating?: Rating;
  /**
   * A stop was requested. Once the turn has ended: it was stopped, and the
   * reply is what was written until then.
   */
  readonly isStopped?: true;
  /** The message was left to the person who had the conversation. */
  readonly isForPerson?: true;
  /** The reply says that a daily budget is spent. */
  readonly isOverBudget?: true;
  /**
   * Id of the turn that its command acted on: the one that `/stop` stopped or
   * `/retry` retried.
   */
  readonly target?: string;
}

/**
 * Event for watchers of a turn. Steps and deltas may repeat after a reconnect
 * or retry; `end` comes once, last.
 */
export type TurnEvent =
  | { readonly type: "step"; readonly index: number; readonly step: DoneStep }
  /**
   * Text of the final answer at `offset` (UTF-16 units). An offset before the
   * end of the previous delta rewrites the answer from there.
   */
  | { readonly type: "delta"; readonly offset: number; readonly text: string }
  /** The model was unreachable and is asked again after `delayMs`. */
  | { readonly type: "waiting"; readonly delayMs: number }
  /** The turn is answered or failed. */
  | { readonly type: "end"; readonly turn: Turn }
  /** The conversation was forgotten; there will be no reply. */
  | { readonly type: "forgotten" };

/** The last event of a turn. */
export type TurnEnd = Extract<TurnEvent, { type: "end" | "forgotten" }>;

export function isTurnEnd(event: TurnEvent): event is TurnEnd {
  return event.type === "end" || event.type === "forgotten";
}
