import { createTimeLimit } from "../runtime/abort.ts";
import { countUsage } from "../text/tokens.ts";
import { ModelError } from "../types/errors.ts";
import type { LanguageModel, ModelEvent, Prompt } from "../types/model.ts";
import type { Tool } from "../types/tool.ts";
import type { AgentAction, AnswerCut, Usage } from "../types/turn.ts";
import { boundAction } from "./bound-action.ts";
import type {
  AgentStyle,
  Reading,
  ReadingProgress,
  ReplyReader,
} from "./styles/agent-style.ts";

/**
 * Text of the final answer at `offset`, in UTF-16 units. An offset before the
 * end of the previous delta rewrites the answer from there.
 */
export interface Delta {
  readonly type: "delta";
  readonly offset: number;
  readonly text: string;
}

type Finish = Extract<ModelEvent, { type: "finish" }>;

interface ReplyReading {
  readonly kind: "read";
  readonly reading: Reading;
  /** The model's whole text, and its calls. */
  readonly written: string;
  /** Why the answer is only the beginning of one. */
  readonly cut?: AnswerCut;
  readonly usage: Usage;
}

/** Outcome of a model call. */
export type ModelAnswer =
  | ReplyReading
  /** Stopped before the reply was complete. */
  | {
      readonly kind: "stopped";
      /** The part of the final answer that was known by then. */
      readonly output: string;
      readonly usage: Usage;
    };

/**
 * Makes one model call and reads the reply while it streams: yields deltas of
 * the final answer, returns the outcome. Cancels the request once the model
 * writes past its decision. A call that exceeds `timeoutMs`, and one that the
 * provider rejects, count as unreadable replies, so the turn continues within
 * its limits. Throws `ModelError` if the call fails or all of the answer is
 * withheld, or the signal's reason.
 */
export async function* askModel({
  agent: { model, style, tools },
  prompt,
  timeoutMs,
  stage,
  streamsProse = true,
  silenceMs = Infinity,
  stop,
  signal,
  clock = Date.now,
}: {
  agent: {
    model: LanguageModel;
    style: AgentStyle;
    tools: readonly Tool[];
  };
  prompt: Prompt;
  timeoutMs: number;
  /**
   * `first`: has the whole time of the turn, so a call that yields nothing in
   * it throws `ModelError`, as if the model were unreachable. `last`: no other
   * call follows, so a partial answer is accepted.
   */
  stage: "first" | "next" | "last";
  /** See `runAgent`. */
  streamsProse?: boolean | undefined;
  silenceMs?: number | undefined;
  /** Ends the call early. */
  stop: AbortSignal;
  signal: AbortSignal;
  clock?: () => number;
}): AsyncGenerator<Delta, ModelAnswer> {
  const reader = style.createReader({
    tools: tools.map(({ name }) => name),
    streamsProse,
    clock,
  });
  using silence = createTimeLimit({ ms: silenceMs, signal, stop });
  using limit = createTimeLimit({ ms: timeoutMs, signal: silence.signal });
  let written = "";
  let streamed = "";
  let isDecided = false;
  let finish: Finish | undefined;
  let isRejected = false;

  try {
    for await (const event of model.generate(prompt, {
      signal: limit.signal,
    })) {
      silence.lift();
      if (event.type === "finish") finish = event;
      else {
        const isText = event.type === "text";
        written += isText ? event.text : (event.name ?? "") + event.arguments;
        const { answer, state } = isText
          ? reader.push(event.text)
          : (reader.pushToolCall?.(event) ?? NOTHING_READ);
        if (answer !== "") {
          yield { type: "delta", offset: streamed.length, text: answer };
          streamed += answer;
        }
        isDecided = state !== "open";
        if (state === "overrun") break;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (silence.isOver) throw silenceError(silenceMs);
    isRejected = error instanceof ModelError && error.kind === "invalid-call";
    // After the decision, a broken stream loses nothing.
    if (!isDecided && !limit.isOver && !stop.aborted && !isRejected)
      throw error;
    if (limit.isOver && written === "" && stage === "first")
      throw silenceError(timeoutMs);
  }

  const usage = countUsage({ prompt, written, finish });
  if (isRejected && !isDecided)
    return {
      kind: "read",
      reading: { kind: "unreadable", text: written, reason: REJECTED_CALL },
      written,
      usage,
    };
  if (stop.aborted && !isDecided && finish === undefined) {
    const output = writtenSoFar(reader, streamed);
    yield* complete(streamed, output);
    return { kind: "stopped", output, usage };
  }

  const interpretation = interpret(reader, {
    written,
    streamed,
    isTooLate: limit.isOver && !isDecided,
    reason: finish?.reason,
    isLast: stage === "last",
  });
  const { reading } = interpretation;
  // After an unreadable reply, the next one restarts the answer. An action
  // retracts the prose before it.
  if (reading.kind !== "unreadable")
    yield* complete(streamed, reading.kind === "finish" ? reading.output : "");
  return { kind: "read", ...interpretation, written, usage };
}

/** Interprets a reply that has ended or was cut off. */
function interpret(
  reader: ReplyReader,
  {
    written,
    streamed,
    isTooLate,
    reason,
    isLast,
  }: {
    written: string;
    streamed: string;
    isTooLate: boolean;
    reason: Finish["reason"] | undefined;
    isLast: boolean;
  },
): Pick<ReplyReading, "reading" | "cut"> {
  const read = (isCut: boolean) => boundActions(reader.end({ isCut }), written);
  const isTooLong = reason === "too-long";
  const isCut = isTooLate || isTooLong || reason === "length";
  if (reason === "filtered") return acceptFiltered(read(false), streamed);
  const isUnreadable = read(isCut).kind === "unreadable";
  if (isTooLong && isUnreadable) {
    // Asking for a shorter answer would take as long again, and the user has
    // already read this one.
    const beginning = acceptPartialAnswer(read(false), streamed);
    if (beginning.kind === "finish")
      return { reading: beginning, cut: "too-long" };
  }
  if (isLast && !isTooLong)
    return {
      reading: acceptPartialAnswer(read(false), streamed),
      ...(reason === "length" && isUnreadable && { cut: "length" }),
    };
  return {
    reading: isTooLate
      ? { kind: "unreadable", text: written, reason: "It took too long." }
      : read(isCut),
  };
}

/** Of a stopped answer: also prose that was held back in case of an action. */
function writtenSoFar(reader: ReplyReader, streamed: string): string {
  if (streamed !== "") return streamed;
  const reading = reader.end({ isCut: false });
  return reading.kind === "finish" ? reading.output : "";
}

/**
 * Limits what is stored and written into prompts. One oversized action makes
 * the whole reply unreadable.
 */
function boundActions(reading: Reading, written: string): Reading {
  if (reading.kind !== "action" && reading.kind !== "calls") return reading;
  const actions =
    reading.kind === "action" ? [reading.action] : reading.actions;
  const bounded: AgentAction[] = [];
  for (const action of actions) {
    const result = boundAction(action);
    if (result.kind === "refused")
      return { kind: "unreadable", text: written, reason: result.reason };
    bounded.push(result.action);
  }
  const [first, ...others] = bounded;
  if (first === undefined) return reading;
  return reading.kind === "action"
    ? { ...reading, action: first }
    : { ...reading, actions: [first, ...others] };
}

/**
 * Accepts a partial answer: better than none, and the user has read it already.
 */
function acceptPartialAnswer(reading: Reading, streamed: string): Reading {
  const output = streamed.trimEnd();
  return reading.kind === "unreadable" && output !== ""
    ? { kind: "finish", output }
    : reading;
}

/** Asked again, the provider would withhold it again. */
function acceptFiltered(
  reading: Reading,
  streamed: string,
): Pick<ReplyReading, "reading" | "cut"> {
  const accepted = acceptPartialAnswer(reading, streamed);
  if (accepted.kind === "finish") return { reading: accepted, cut: "filtered" };
  if (accepted.kind !== "unreadable") return { reading: accepted };
  const cause = new Error("The provider withheld the answer.");
  throw new ModelError({ kind: "filtered", cause });
}

const REJECTED_CALL =
  "The provider rejected your tool call: its input must be a JSON object that matches the tool's schema.";

const NOTHING_READ: ReadingProgress = { answer: "", state: "open" };

/**
 * Sends the rest of the complete answer; rewrites it from the start if the
 * streamed text turned out not to be its prefix.
 */
function* complete(streamed: string, output: string): Generator<Delta> {
  if (output === streamed) return;
  const offset = output.startsWith(streamed) ? streamed.length : 0;
  yield { type: "delta", offset, text: output.slice(offset) };
}

function silenceError(timeoutMs: number): ModelError {
  const cause = new Error(`No text within ${timeoutMs / 1000} seconds.`);
  return new ModelError({ kind: "unreachable", cause });
}
