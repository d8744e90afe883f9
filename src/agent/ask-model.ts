import { ModelError } from "../errors.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import type {
  LanguageModel,
  ModelEvent,
  PromptMessage,
  Tool,
} from "../ports.ts";
import type { Usage } from "../turn.ts";
import { createTimeLimit } from "../time-limit.ts";
import type { AgentStyle, Reading } from "./styles/agent-style.ts";

interface Delta {
  readonly type: "delta";
  readonly offset: number;
  readonly text: string;
}

/**
 * One model call, read while it streams: yields the final answer's text as it becomes known, returns what the reply
 * means. Stops the request as soon as the model writes on behind its decision. A call that outlasts `timeoutMs` is an
 * unreadable reply, so that the turn's time limit decides what comes next; one in which the model wrote nothing at all
 * throws `ModelError`, like a model that cannot be reached.
 */
export async function* askModel({
  agent: { model, style, tools },
  messages,
  timeoutMs,
  signal,
}: {
  agent: {
    model: LanguageModel;
    style: AgentStyle;
    tools: readonly Tool[];
  };
  messages: readonly PromptMessage[];
  timeoutMs: number;
  signal: AbortSignal;
}): AsyncGenerator<Delta, { reading: Reading; usage: Usage }> {
  const reader = style.createReader({ tools: tools.map(({ name }) => name) });
  using limit = createTimeLimit({ ms: timeoutMs, signal });
  let written = "";
  let streamed = "";
  let isDecided = false;
  let finish: Extract<ModelEvent, { type: "finish" }> | undefined;

  try {
    for await (const event of model.generate(
      { messages },
      { signal: limit.signal },
    )) {
      if (event.type === "finish") finish = event;
      if (event.type !== "text") continue;
      written += event.text;
      const { answer, state } = reader.push(event.text);
      if (answer !== "") {
        yield { type: "delta", offset: streamed.length, text: answer };
        streamed += answer;
      }
      isDecided = state !== "open";
      if (state === "overrun") break;
    }
  } catch (error) {
    signal.throwIfAborted();
    // A stream that breaks behind the decision has lost nothing that is needed.
    if (!isDecided && !limit.isOver) throw error;
    if (written === "") throw silent(timeoutMs);
  }

  const reading: Reading =
    limit.isOver && !isDecided
      ? { kind: "unreadable", text: written, reason: "It took too long." }
      : reader.end({ isCut: false });
  if (reading.kind === "finish") yield* complete(streamed, reading.output);
  return { reading, usage: countUsage(finish, messages, written) };
}

/** What is missing of the answer once it is known whole: prose is held back until then, and a repair may change it. */
function* complete(streamed: string, output: string): Generator<Delta> {
  if (output === streamed) return;
  const offset = output.startsWith(streamed) ? streamed.length : 0;
  yield { type: "delta", offset, text: output.slice(offset) };
}

function silent(timeoutMs: number): ModelError {
  const cause = new Error(`No text within ${timeoutMs / 1000} seconds.`);
  return new ModelError({ kind: "unreachable", cause });
}

/** As the provider counted; estimated where it did not, or where its count was cut off with the stream. */
function countUsage(
  finish: Extract<ModelEvent, { type: "finish" }> | undefined,
  messages: readonly PromptMessage[],
  written: string,
): Usage {
  const counted = finish?.usage ?? {
    inputTokens: messages.reduce(
      (sum, { content }) => sum + estimateTokens(content),
      0,
    ),
    cachedInputTokens: 0,
    outputTokens: estimateTokens(written),
  };
  return { ...counted, modelCalls: 1 };
}
