import { countUsage } from "../count-usage.ts";
import { ModelError } from "../errors.ts";
import type { LanguageModel, Tool } from "../ports.ts";
import type { ModelEvent, Prompt } from "../prompt.ts";
import type { Usage } from "../turn.ts";
import { createTimeLimit } from "../time-limit.ts";
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

/**
 * One model call, read while it streams: yields the final answer's text as it becomes known, returns what the reply
 * means. Stops the request as soon as the model writes on behind its decision. A call that outlasts `timeoutMs` is an
 * unreadable reply, so that the turn's time limit decides what comes next; one in which the model wrote nothing at all
 * throws `ModelError`, like a model that cannot be reached.
 */
export async function* askModel({
  agent: { model, style, tools },
  prompt,
  timeoutMs,
  isLast,
  signal,
}: {
  agent: {
    model: LanguageModel;
    style: AgentStyle;
    tools: readonly Tool[];
  };
  prompt: Prompt;
  timeoutMs: number;
  /** There is no other call to come: an answer that was cut off is better than none. */
  isLast: boolean;
  signal: AbortSignal;
}): AsyncGenerator<Delta, { reading: Reading; usage: Usage }> {
  const reader = style.createReader({ tools: tools.map(({ name }) => name) });
  using limit = createTimeLimit({ ms: timeoutMs, signal });
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
    if (!isDecided && !limit.isOver) throw error;
    if (written === "") throw silent(timeoutMs);
  }

  const isCut = finish?.reason === "length" && !isLast;
  const reading: Reading =
    limit.isOver && !isDecided
      ? { kind: "unreadable", text: written, reason: "It took too long." }
      : reader.end({ isCut });
  // The answer of an unreadable reply begins anew in the next one.
  if (reading.kind !== "unreadable")
    yield* complete(streamed, reading.kind === "finish" ? reading.output : "");
  return { reading, usage: countUsage({ prompt, written, finish }) };
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
