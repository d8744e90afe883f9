import { countUsage } from "../count-usage.ts";
import { ModelError } from "../errors.ts";
import type { LanguageModel, Tool } from "../ports.ts";
import type { ModelEvent, Prompt } from "../prompt.ts";
import type { Usage } from "../turn.ts";
import { createTimeLimit } from "../time-limit.ts";
import { isTooDeep } from "./is-too-deep.ts";
import type {
  AgentStyle,
  Reading,
  ReplyReader,
  ReadingProgress,
} from "./styles/agent-style.ts";

interface Delta {
  readonly type: "delta";
  readonly offset: number;
  readonly text: string;
}

type Finish = Extract<ModelEvent, { type: "finish" }>;

/** What came of a model call. */
export type ModelAnswer =
  | { readonly kind: "read"; readonly reading: Reading; readonly usage: Usage }
  /** It was stopped before the reply was whole. */
  | {
      readonly kind: "stopped";
      /** What was known of the final answer by then. */
      readonly output: string;
      readonly usage: Usage;
    };

/**
 * One model call, read while it streams: yields the final answer's text as it becomes known, returns what the reply
 * means. Stops the request as soon as the model writes on behind its decision. A call that outlasts `timeoutMs` is an
 * unreadable reply, so that the turn's limits decide what comes next.
 */
export async function* askModel({
  agent: { model, style, tools },
  prompt,
  timeoutMs,
  stage,
  stop,
  signal,
}: {
  agent: {
    model: LanguageModel;
    style: AgentStyle;
    tools: readonly Tool[];
  };
  prompt: Prompt;
  timeoutMs: number;
  /**
   * `first`: it has all of the turn's time, so that a model which wrote nothing at all in it throws `ModelError`, like one
   * that cannot be reached. `last`: no other call comes, so that as much of an answer as there is counts.
   */
  stage: "first" | "next" | "last";
  /** Ends the call early. */
  stop: AbortSignal;
  signal: AbortSignal;
}): AsyncGenerator<Delta, ModelAnswer> {
  const reader = style.createReader({ tools: tools.map(({ name }) => name) });
  using limit = createTimeLimit({ ms: timeoutMs, signal, stop });
  let written = "";
  let streamed = "";
  let isDecided = false;
  let finish: Finish | undefined;

  try {
    for await (const event of model.generate(prompt, {
      signal: limit.signal,
    })) {
      if (event.type === "finish") finish = event;
      else {
        written += event.type === "text" ? event.text : writeCall(event);
        const { answer, state } = push(reader, event);
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
    // A stream that breaks behind the decision has lost nothing that is needed.
    if (!isDecided && !limit.isOver && !stop.aborted) throw error;
    if (limit.isOver && written === "" && stage === "first")
      throw silent(timeoutMs);
  }

  const usage = countUsage({ prompt, written, finish });
  if (stop.aborted && !isDecided && finish === undefined)
    return { kind: "stopped", output: streamed, usage };

  const isTooLate = limit.isOver && !isDecided;
  const isCut = isTooLate || finish?.reason === "length";
  const whole = withoutDepths(
    reader.end({ isCut: isCut && stage !== "last" }),
    written,
  );
  const reading: Reading =
    stage === "last"
      ? takeWhatThereIs(whole, streamed)
      : isTooLate
        ? { kind: "unreadable", text: written, reason: "It took too long." }
        : whole;
  // The answer of an unreadable reply begins anew in the next one.
  if (reading.kind !== "unreadable")
    yield* complete(streamed, reading.kind === "finish" ? reading.output : "");
  return { kind: "read", reading, usage };
}

/** What is stored and written into prompts must not run out of stack. */
function withoutDepths(reading: Reading, written: string): Reading {
  const actions =
    reading.kind === "action"
      ? [reading.action]
      : reading.kind === "calls"
        ? reading.actions
        : [];
  return actions.some(({ input }) => isTooDeep(input))
    ? {
        kind: "unreadable",
        text: written,
        reason: "Its input is nested too deeply.",
      }
    : reading;
}

/** An answer that broke off is better than none, and the user has read it already. */
function takeWhatThereIs(reading: Reading, streamed: string): Reading {
  const output = streamed.trimEnd();
  return reading.kind === "unreadable" && output !== ""
    ? { kind: "finish", output }
    : reading;
}

function push(
  reader: ReplyReader,
  event: Exclude<ModelEvent, Finish>,
): ReadingProgress {
  if (event.type === "text") return reader.push(event.text);
  return reader.pushToolCall?.(event) ?? { answer: "", state: "open" };
}

/** What is missing of the answer once it is known whole; what turned out to be none is taken back. */
function* complete(streamed: string, output: string): Generator<Delta> {
  if (output === streamed) return;
  const offset = output.startsWith(streamed) ? streamed.length : 0;
  yield { type: "delta", offset, text: output.slice(offset) };
}

function silent(timeoutMs: number): ModelError {
  const cause = new Error(`No text within ${timeoutMs / 1000} seconds.`);
  return new ModelError({ kind: "unreachable", cause });
}

function writeCall({
  name = "",
  arguments: text,
}: Extract<ModelEvent, { type: "tool-call" }>): string {
  return `${name}${text}`;
}
