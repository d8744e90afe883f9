import { type Agent, type AgentEvent, runAgent } from "../agent/executor.ts";
import type { Recollection } from "../history.ts";
import type { PrecedingMessage } from "../message.ts";
import { estimateTokens, sumUsage } from "../tokens.ts";
import type { TurnStep } from "../turn.ts";
import type { TurnWork } from "./bot.ts";
import { commandMarkOf } from "./commands/commands.ts";
import type { ReplyExtras } from "./deliver-reply.ts";
import { findOrigins } from "./find-origins.ts";
import { type Guard, guardAnswer } from "./guard-answer.ts";
import type { Outcome } from "./state/state.ts";
import { tellInOrder, toFinished } from "./turn-events.ts";
import type { TurnInput } from "./write-input.ts";

/** How a turn ends, before the channel has split its reply. */
export interface ResolvedReply {
  readonly outcome: Omit<Outcome, "parts">;
  readonly extras?: ReplyExtras;
}

/** What the agent answers, and what that takes. */
interface AnswerWork extends TurnWork {
  readonly agent: Agent;
  /** The turn's message, as the model reads it. */
  readonly input: TurnInput;
}

/** The same, once it is known what was said before. */
interface BegunAnswer extends AnswerWork {
  readonly recollection: Recollection;
  /** The turn's, to which each is added as it comes. */
  readonly steps: readonly TurnStep[];
  readonly guard: Guard;
}

/** Recalls, runs the agent, and stores each reply's actions, and each step as soon as it is done. Throws what `runAgent` throws. */
export async function answer(work: AnswerWork): Promise<ResolvedReply> {
  const { turn, input, memory, publish } = work;
  const recollection = await memory.recall();
  const steps: TurnStep[] = [...turn.steps];
  const guard = guardAnswer({
    ...work,
    input: input.text,
    recollection,
    steps,
  });
  const begun = { ...work, recollection, steps, guard };
  const tellStep = tellInOrder(turn.steps, publish);
  for await (const event of startAgent(begun)) {
    switch (event.type) {
      case "decided": {
        const { from } = event;
        steps.splice(from, event.steps.length, ...event.steps);
        await memory.saveSteps(turn.id, from, event.steps);
        for (const [place, step] of event.steps.entries()) {
          const index = from + place;
          const finished = toFinished(step);
          if (finished !== undefined) tellStep(index, finished);
          else
            publish({
              type: "action",
              index,
              action: guard.showAction(step.action),
            });
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
      case "finish":
      case "stopped":
        return conclude(event, begun);
    }
  }
  throw new Error("The agent ended without a last event.");
}

function startAgent({
  turn: { message, steps },
  input,
  bot,
  recollection,
  guard,
  stop,
  signal,
}: BegunAnswer): AsyncIterable<AgentEvent> {
  const preceding = fitPreceding(message.preceding ?? [], {
    maxTokens: bot.maxHistoryTokens,
  });
  return runAgent({
    agent: guard.agent,
    context: {
      // Another one once anything was forgotten, so that nothing of that comes back from a cache.
      conversation: JSON.stringify([
        message.conversation,
        recollection.version,
      ]),
      wasShown: guard.wasShown,
    },
    instructions: message.instructions ?? recollection.settings.instructions,
    summary: recollection.summary,
    history: [...recollection.messages, ...preceding].map(({ role, text }) => ({
      role,
      content: text,
    })),
    input: input.text,
    images: input.images,
    steps,
    stop,
    signal,
  });
}

/** Makes the reply of the agent's last event, and publishes what of it was not yet. */
function conclude(
  event: Extract<AgentEvent, { type: "gave-up" | "finish" | "stopped" }>,
  work: BegunAnswer,
): ResolvedReply {
  const { turn, agent, input, texts, publish, steps, guard } = work;
  const usage = sumUsage([...steps.map((step) => step.usage), event.usage]);
  if (event.type === "gave-up") {
    const reply = texts.gaveUp;
    const failure = "no-answer";
    return {
      outcome: { status: "failed", failure, reply, usage, history: [] },
    };
  }
  const { output, delta } = guard.text.end(event.output);
  if (delta !== undefined) publish(delta);
  const { said, ...ending } =
    event.type === "stopped"
      ? breakOff(output, work)
      : finish(output, { ...work, isCut: event.isCut });
  const note = ending.reply.slice(output.length);
  if (note !== "")
    publish({ type: "delta", offset: output.length, text: note });
  const { message } = turn;
  const dataFrom = findOrigins({ message, steps, tools: agent.tools });
  const history = toHistory(input, said, dataFrom);
  const sources = steps.flatMap((step) => step.sources ?? []);
  return {
    outcome: { status: "answered", ...ending, usage, history },
    extras: { sources: { label: texts.sources, sources } },
  };
}

/** What the user reads, and what of it the model has said: the history holds that and no more, and nothing where that is left out. */
type Ending = Pick<Outcome, "reply" | "announcesCut" | "isStopped"> & {
  readonly said?: string;
};

/** The reply may tell the user that it ends early, or that messages were cut. */
function finish(
  output: string,
  {
    isCut = false,
    recollection: { summary, isCutUnannounced },
    guard,
    ...work
  }: BegunAnswer & { isCut: boolean | undefined },
): Ending {
  const { channel, texts } = work;
  const question = guard.question();
  // The model reads the question with its answer, so that it knows what an approval is of.
  const said = question === "" ? output : appendTo(output, question);
  const reply = isCut ? appendTo(said, texts.answerCut) : said;
  if (!isCutUnannounced) return { reply, said };
  const note = texts.historyCut({
    isSummarised: summary !== undefined,
    mark: channel.capabilities.commands && commandMarkOf(work),
  });
  return { reply: `${reply}\n\n${note}`, said, announcesCut: true };
}

/** What was written is the answer; where there is nothing, the question does not enter the history either. */
function breakOff(output: string, { texts }: Pick<TurnWork, "texts">): Ending {
  const said = output.trimEnd();
  return said === ""
    ? { reply: texts.stoppedEarly, isStopped: true }
    : { reply: appendTo(output, texts.stopped), said, isStopped: true };
}

/** A paragraph below Markdown that may have broken off. */
function appendTo(markdown: string, paragraph: string): string {
  return `${closeCodeFence(markdown)}\n\n${paragraph}`;
}

/**
 * Markdown that broke off, with its open code block closed: what follows it must not become code. Fences as
 * CommonMark 4.5 has them, outside of lists and quotes.
 */
export function closeCodeFence(markdown: string): string {
  let open: string | undefined;
  for (const line of markdown.split("\n")) {
    const [, fence = "", info = ""] = FENCE.exec(line) ?? [];
    if (fence === "") continue;
    if (open === undefined) open = isOpening(fence, info) ? fence : undefined;
    else if (fence.startsWith(open) && info.trim() === "") open = undefined;
  }
  return open === undefined ? markdown : `${markdown}\n${open}`;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** After backticks there are none in the same line: those would be code within a text. */
function isOpening(fence: string, info: string): boolean {
  return fence.startsWith("~") || !info.includes("`");
}

/** The question and what was said to it; nothing where nothing was. */
function toHistory(
  { remembered }: TurnInput,
  said: string | undefined,
  dataFrom: readonly string[],
): Outcome["history"] {
  if (said === undefined) return [];
  return [
    { role: "user", text: remembered, tokens: estimateTokens(remembered) },
    {
      role: "assistant",
      text: said,
      tokens: estimateTokens(said),
      ...(dataFrom.length > 0 && { dataFrom }),
    },
  ];
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
