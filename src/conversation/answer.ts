import { runAgent, type Agent, type AgentEvent } from "../agent/executor.ts";
import { ModelError } from "../errors.ts";
import type { Recollection } from "../history.ts";
import { logWarning } from "../log.ts";
import { estimateTokens, sumUsage } from "../tokens.ts";
import type { AnswerCut, TurnStep } from "../turn.ts";
import type { TurnWork } from "./bot.ts";
import { commandMarkOf } from "./commands/commands.ts";
import type { ReplyExtras } from "./deliver-reply.ts";
import { describeMoment } from "./describe-moment.ts";
import { findOrigins } from "./find-origins.ts";
import { fitPreceding } from "./fit-preceding.ts";
import { guardAnswer, type Guard } from "./guard-answer.ts";
import { shrinkToFit } from "./shrink-window.ts";
import type { Outcome } from "./state/state.ts";
import { publishInOrder, toFinished } from "./turn-events.ts";
import type { TurnInput } from "./write-input.ts";

/** How a turn ends, before the channel splits its reply. */
export interface ResolvedReply {
  readonly outcome: Omit<Outcome, "parts">;
  readonly extras?: ReplyExtras;
}

interface AnswerWork extends TurnWork {
  readonly agent: Agent;
  /** The turn's message as the model reads it. */
  readonly input: TurnInput;
  /** See `runAgent`. */
  readonly silenceMs: number | undefined;
}

interface BegunAnswer extends AnswerWork {
  /** By how many tokens the first prompt exceeded the model's context. */
  readonly excessTokens: number;
  readonly recollection: Recollection;
  /** The turn's steps; updated as they come. */
  readonly steps: readonly TurnStep[];
  readonly guard: Guard;
}

/**
 * Recalls the history and runs the agent; once more with less history if the
 * prompt exceeds the model's context. Throws what `runAgent` throws.
 */
export async function answer(work: AnswerWork): Promise<ResolvedReply> {
  try {
    return await answerOnce(work);
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind !== "too-long")
      throw error;
    const { bot, memory, signal } = work;
    const turn = (await memory.findTurn(work.turn.id)) ?? work.turn;
    const { excessTokens } = error;
    const hasShrunk = await shrinkToFit({
      turn: turn.id,
      bot,
      memory,
      excessTokens,
      signal,
    });
    if (!hasShrunk && turn.message.preceding === undefined) throw error;
    return answerOnce({ ...work, turn }, excessTokens);
  }
}

/** Stores the actions of each model reply, and each step once done. */
async function answerOnce(
  work: AnswerWork,
  excessTokens = 0,
): Promise<ResolvedReply> {
  const { turn, input, memory, publish } = work;
  const recollection = await memory.recall();
  const steps: TurnStep[] = [...turn.steps];
  const guard = guardAnswer({
    ...work,
    input: input.text,
    recollection,
    steps,
  });
  const begun = { ...work, recollection, steps, guard, excessTokens };
  const publishStep = publishInOrder(turn.steps, publish);
  for await (const event of startAgent(begun)) {
    switch (event.type) {
      case "decided": {
        const { from } = event;
        steps.splice(from, event.steps.length, ...event.steps);
        await memory.saveSteps(turn.id, from, event.steps);
        for (const [place, step] of event.steps.entries()) {
          const index = from + place;
          const finished = toFinished(step);
          if (finished !== undefined) publishStep(index, finished);
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
        publishStep(index, step);
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
  turn: { message, steps, acceptedAt },
  input,
  silenceMs,
  bot,
  recollection,
  guard,
  excessTokens,
  stop,
  signal,
}: BegunAnswer): AsyncIterable<AgentEvent> {
  const preceding = fitPreceding(message.preceding ?? [], {
    maxTokens: bot.maxHistoryTokens,
    excessTokens,
  });
  return runAgent({
    agent: guard.agent,
    context: {
      // Changes whenever something is forgotten, so that tool caches keyed by
      // it do not bring it back.
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
    now: describeMoment(acceptedAt, bot.timeZone),
    steps,
    streamsProse: message.isAppended !== true,
    silenceMs,
    stop,
    signal,
  });
}

/**
 * Builds the reply from the agent's last event and publishes the rest of it.
 */
function conclude(
  event: Extract<AgentEvent, { type: "gave-up" | "finish" | "stopped" }>,
  work: BegunAnswer,
): ResolvedReply {
  const { turn, agent, input, texts, publish, steps, guard } = work;
  const usage = sumUsage([...steps.map((step) => step.usage), event.usage]);
  if (event.type === "gave-up") {
    const isEmpty = event.limit === "empty";
    if (isEmpty)
      logWarning("the model sent only empty replies", { turn: turn.id });
    const reply = isEmpty ? texts.modelEmpty : texts.gaveUp;
    const failure = isEmpty ? "model-empty" : "no-answer";
    return {
      outcome: { status: "failed", failure, reply, usage, history: [] },
    };
  }
  const { output, delta } = guard.text.end(event.output);
  if (delta !== undefined) publish(delta);
  const { said, ...ending } =
    event.type === "stopped"
      ? breakOff(output, work)
      : finish(output, { ...work, cut: event.cut });
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

/**
 * The reply that the user reads. `said`: the part that enters the history; left
 * out if nothing does.
 */
type Ending = Pick<Outcome, "reply" | "announcesCut" | "isStopped"> & {
  readonly said?: string;
};

/**
 * Appends notes to the reply: that it was cut off, or that old messages were
 * cut from the window.
 */
function finish(
  output: string,
  {
    cut,
    recollection: { summary, isCutUnannounced },
    guard,
    ...work
  }: BegunAnswer & { cut: AnswerCut | undefined },
): Ending {
  const { channel, texts } = work;
  const question = guard.question();
  // The history includes the question, so that the model knows what an approval
  // refers to.
  const said = question === "" ? output : appendTo(output, question);
  const reply = cut === undefined ? said : appendTo(said, texts.answerCut(cut));
  if (!isCutUnannounced) return { reply, said };
  const note = texts.historyCut({
    isSummarised: summary !== undefined,
    mark: channel.capabilities.commands && commandMarkOf(work),
  });
  return { reply: `${reply}\n\n${note}`, said, announcesCut: true };
}

/**
 * The answer is what was written so far. If that is empty, the message does not
 * enter the history either.
 */
function breakOff(output: string, { texts }: Pick<TurnWork, "texts">): Ending {
  const said = output.trimEnd();
  return said === ""
    ? { reply: texts.stoppedEarly, isStopped: true }
    : { reply: appendTo(output, texts.stopped), said, isStopped: true };
}

/** Appends a paragraph to Markdown that may end abruptly. */
function appendTo(markdown: string, paragraph: string): string {
  return `${closeCodeFence(markdown)}\n\n${paragraph}`;
}

/**
 * Closes an open code block in truncated Markdown, so that appended text does
 * not become code. Fences as in CommonMark 4.5, outside of lists and quotes.
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

/**
 * An info string after backticks must not contain backticks: that would be
 * inline code.
 */
function isOpening(fence: string, info: string): boolean {
  return fence.startsWith("~") || !info.includes("`");
}

/** The message and what was said in reply; empty if nothing was. */
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
