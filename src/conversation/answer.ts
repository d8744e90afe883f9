import { type Agent, runAgent } from "../agent/executor.ts";
import type {
  HistoryMessage,
  NewHistoryMessage,
  Recollection,
} from "../history.ts";
import type { PrecedingMessage } from "../message.ts";
import type { PromptMessage } from "../prompt.ts";
import { estimateTokens, sumUsage } from "../tokens.ts";
import type { Source, Turn, TurnStep, Usage } from "../turn.ts";
import type { Memory } from "./memory.ts";
import type { Outcome } from "./state/state.ts";
import type { Texts } from "./texts/texts.ts";
import { closeCodeFence } from "./close-code-fence.ts";
import { findOrigins } from "./find-origins.ts";
import { guardAnswer, type Trust } from "./guard-answer.ts";
import { type ProgressEvent, tellInOrder } from "./turn-events.ts";
import type { TurnInput } from "./write-input.ts";

/** What the agent made of a turn, before the channel has split it. `gave-up`: a limit was reached without an answer. */
type Answer =
  | ({
      readonly kind: "answered";
      /** Those of all steps, in order; a page may come more than once. */
      readonly sources: readonly Source[];
    } & Pick<
      Outcome,
      "reply" | "usage" | "history" | "announcesCut" | "isStopped"
    >)
  | { readonly kind: "gave-up"; readonly usage: Usage };

/** Recalls, runs the agent, and stores each reply's actions, and each step as soon as it is done. Throws what `runAgent` throws. */
export async function answer({
  turn,
  input,
  memory,
  agent,
  trust,
  maxHistoryTokens: maxTokens,
  texts,
  commandMark,
  publish,
  stop,
  signal,
}: {
  turn: Turn;
  /** The turn's message, as the model reads it. */
  input: TurnInput;
  memory: Memory;
  agent: Agent;
  trust: Trust;
  /** Bounds what the caller says was said before. The history keeps to it by itself. */
  maxHistoryTokens: number;
  texts: Texts;
  /** What the person's commands begin with, where there are any. */
  commandMark: string | undefined;
  publish: (event: ProgressEvent) => void;
  /** Ends the answer with what is written of it. */
  stop: AbortSignal;
  signal: AbortSignal;
}): Promise<Answer> {
  const recollection = await memory.recall();
  const steps: TurnStep[] = [...turn.steps];
  const sumWith = (usage: Usage): Usage =>
    sumUsage([...steps.map((step) => step.usage), usage]);
  const guard = guardAnswer({
    turn,
    input: input.text,
    recollection,
    agent,
    trust,
    steps: () => steps,
    wasShown: (url) => memory.wasShown(url),
    texts,
  });
  const events = runAgent({
    agent: guard.agent,
    context: {
      conversation: toCacheKey(turn, recollection),
      wasShown: guard.wasShown,
    },
    instructions:
      turn.message.instructions ?? recollection.settings.instructions,
    summary: recollection.summary,
    history: [
      ...recollection.messages,
      ...fitPreceding(turn.message.preceding ?? [], { maxTokens }),
    ].map(toPrompt),
    input: input.text,
    images: input.images,
    steps: turn.steps,
    stop,
    signal,
  });

  const tellStep = tellInOrder(turn.steps, publish);
  for await (const event of events) {
    switch (event.type) {
      case "decided": {
        const { from } = event;
        steps.splice(from, event.steps.length, ...event.steps);
        await memory.saveSteps(turn.id, from, event.steps);
        for (const [place, { usage: _, ...step }] of event.steps.entries()) {
          const index = from + place;
          const { action, observation } = step;
          if (observation === undefined)
            publish({
              type: "action",
              index,
              action: guard.showAction(action),
            });
          else tellStep(index, { ...step, observation });
        }
        break;
      }
      case "step": {
        const { index, step, usage } = event;
        steps[index] = { ...step, usage };
        await memory.saveSteps(turn.id, index, [steps[index]]);
        tellStep(index, step);
        break;
      }
      case "delta": {
        const shown = guard.text.push(event);
        if (shown !== undefined) publish(shown);
        break;
      }
      case "gave-up":
        return { kind: "gave-up", usage: sumWith(event.usage) };
      case "finish":
      case "stopped": {
        const { output, delta } = guard.text.end(event.output);
        if (delta !== undefined) publish(delta);
        const { message } = turn;
        const dataFrom = findOrigins({ message, steps, tools: agent.tools });
        const ending =
          event.type === "finish"
            ? endWith({
                output: withQuestion(output, guard.question()),
                isCut: event.isCut === true,
                input,
                dataFrom,
                recollection,
                texts,
                commandMark,
              })
            : breakOff({ output, input, dataFrom, texts });
        const note = ending.reply.slice(output.length);
        if (note !== "")
          publish({ type: "delta", offset: output.length, text: note });
        const sources = steps.flatMap((step) => step.sources ?? []);
        const usage = sumWith(event.usage);
        return { kind: "answered", ...ending, sources, usage };
      }
    }
  }
  throw new Error("The agent ended without a last event.");
}

/** The model reads the question with its answer, so that it knows what an approval is of. */
function withQuestion(output: string, question: string): string {
  return question === "" ? output : `${closeCodeFence(output)}\n\n${question}`;
}

/** The reply may tell the user that it ends early, or that messages were cut; the history holds what the model said, and no more. */
function endWith({
  output,
  isCut,
  input,
  dataFrom,
  recollection: { summary, isCutUnannounced },
  texts,
  commandMark,
}: {
  output: string;
  isCut: boolean;
  input: TurnInput;
  dataFrom: readonly string[];
  recollection: Recollection;
  texts: Texts;
  commandMark: string | undefined;
}): Pick<Outcome, "reply" | "history" | "announcesCut"> {
  const history = [
    toHistory("user", input.remembered),
    toHistory("assistant", output, dataFrom),
  ] as const;
  const reply = isCut
    ? `${closeCodeFence(output)}\n\n${texts.answerCut}`
    : output;
  if (!isCutUnannounced) return { reply, history };
  const note = texts.historyCut({
    isSummarised: summary !== undefined,
    mark: commandMark,
  });
  return { reply: `${reply}\n\n${note}`, history, announcesCut: true };
}

/** What was written is the answer; where there is nothing, the question does not enter the history either. */
function breakOff({
  output,
  input,
  dataFrom,
  texts,
}: {
  output: string;
  input: TurnInput;
  dataFrom: readonly string[];
  texts: Texts;
}): Pick<Outcome, "reply" | "history" | "isStopped"> {
  if (output.trim() === "")
    return { reply: texts.stoppedEarly, history: [], isStopped: true };
  return {
    reply: `${closeCodeFence(output)}\n\n${texts.stopped}`,
    history: [
      toHistory("user", input.remembered),
      toHistory("assistant", output.trimEnd(), dataFrom),
    ] as const,
    isStopped: true,
  };
}

/** Another one once anything was forgotten, so that nothing of that comes back from a cache. */
function toCacheKey(
  { message }: Turn,
  { version }: Pick<Recollection, "version">,
): string {
  return JSON.stringify([message.conversation, version]);
}

function toHistory(
  role: NewHistoryMessage["role"],
  text: string,
  dataFrom: readonly string[] = [],
): NewHistoryMessage {
  return {
    role,
    text,
    tokens: estimateTokens(text),
    ...(dataFrom.length > 0 && { dataFrom }),
  };
}

function toPrompt({
  role,
  text,
}: Pick<HistoryMessage, "role" | "text">): PromptMessage {
  return { role, content: text };
}

/**
 * What goes into a prompt of the messages before a turn's: the newest, at most `maxTokens` of them together, as of a history.
 * Where any leave, the first that stays is the user's, since some providers take no prompt that begins with an answer.
 */
export function fitPreceding(
  messages: readonly PrecedingMessage[],
  { maxTokens }: { maxTokens: number },
): readonly PrecedingMessage[] {
  let tokens = 0;
  const last = messages.findLastIndex(({ text }) => {
    tokens += estimateTokens(text);
    return tokens > maxTokens;
  });
  if (last === -1) return messages;
  const first = messages.findIndex(
    ({ role }, index) => index > last && role === "user",
  );
  return first === -1 ? [] : messages.slice(first);
}
