import { runAgent, type Agent, type AgentEvent } from "../../agent/executor.ts";
import { ModelError } from "../../types/errors.ts";
import type { ReminderRequest } from "../../types/schedule.ts";
import type { ToolContext } from "../../types/tool.ts";
import { isDone, type Step } from "../../types/turn.ts";
import type { TurnWork } from "../bot.ts";
import {
  describeMoment,
  fitPreceding,
  writeEarlier,
  writeHistory,
} from "../input/write-history.ts";
import type { TurnInput } from "../input/write-input.ts";
import { shrinkToFit } from "../remember/shrink-window.ts";
import { remind } from "../reminders/make-reminder.ts";
import { publishInOrder } from "../turn-events.ts";
import { askAgain, askForModel, mayAskForPerson } from "./ask-for-person.ts";
import {
  concludeAnswer,
  type BegunAnswer,
  type ResolvedReply,
} from "./conclude-answer.ts";
import { guardAnswer } from "./guard-answer.ts";
import { runObserved } from "./observe-agent.ts";

interface AnswerWork extends TurnWork {
  readonly agent: Agent;
  /** The turn's message as the model reads it. */
  readonly input: TurnInput;
  /** See `runAgent`. */
  readonly silenceMs: number | undefined;
}

interface RunningAnswer extends AnswerWork, BegunAnswer {
  /** By how many tokens the first prompt exceeded the model's context. */
  readonly excessTokens: number;
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
  const { turn, memory, publish } = work;
  const recollection = await memory.recall();
  const steps: Step[] = [...turn.steps];
  await askAgain(steps, work);
  const guard = guardAnswer({ ...work, recollection, steps });
  const begun = { ...work, recollection, steps, guard, excessTokens };
  const publishStep = publishInOrder(turn.steps, publish);
  for await (const event of startAgent(begun)) {
    switch (event.type) {
      case "decided": {
        const { from } = event;
        steps.splice(from, event.steps.length, ...event.steps);
        const decided = await Promise.all(
          event.steps.map((step) => guard.showStep(step)),
        );
        steps.splice(from, decided.length, ...decided);
        await memory.saveSteps(turn.id, from, decided);
        for (const [place, step] of decided.entries()) {
          const index = from + place;
          if (isDone(step)) publishStep(index, step);
          else
            publish({
              type: "action",
              index,
              action: { ...step.action, ...step.shown },
            });
        }
        break;
      }
      case "step": {
        const { index } = event;
        steps[index] = event.step;
        const step = await guard.showStep(event.step);
        steps[index] = step;
        await memory.saveSteps(turn.id, index, [step]);
        publishStep(index, step);
        break;
      }
      case "delta": {
        const shown = await guard.text.push(event);
        if (shown !== undefined) publish(shown);
        break;
      }
      case "gave-up":
      case "finish":
      case "paused":
      case "stopped":
        return concludeAnswer(event, begun);
    }
  }
  throw new Error("The agent ended without a last event.");
}

function startAgent({
  turn,
  agent,
  input,
  silenceMs,
  bot,
  recollection,
  guard,
  excessTokens,
  memory,
  channel,
  stop,
  signal,
}: RunningAnswer): AsyncIterable<AgentEvent> {
  const { message, steps, acceptedAt } = turn;
  const { timeZone = bot.timeZone } = message.author;
  const preceding = fitPreceding(message.preceding ?? [], {
    maxTokens: bot.maxHistoryTokens,
    excessTokens,
  });
  const { steps: resumed = 0, isFresh } = turn.resumed ?? {};
  const context: ToolContext = {
    timeZone,
    wasShown: guard.wasShown,
    // Not where nobody would see it, nor for tasks, which would breed.
    ...(message.isAppended === undefined &&
      message.origin?.kind !== "schedule" && {
        remind: (request: ReminderRequest) =>
          remind(request, { turn, bot, memory, channel }),
      }),
    isPrivate: bot.signIns !== undefined && message.isGroup !== true,
    ...(mayAskForPerson({ turn, bot, channel }) && {
      askForPerson: () => askForModel({ turn, bot, memory, channel }),
    }),
    reach: channel.capabilities.reach,
    // Not where nobody answers.
    mayAsk:
      message.isAppended === undefined &&
      message.answerFormat === undefined &&
      message.origin?.kind !== "schedule",
  };
  const options = {
    agent: offering({ ...agent, maxSteps: agent.maxSteps + resumed }, context),
    beforeTool: guard.approve,
    mayHaveRun: isFresh !== true,
    context,
    instructions: message.instructions ?? recollection.settings.instructions,
    summary: recollection.summary,
    history: [
      ...writeHistory(recollection.messages),
      ...preceding.map(writeEarlier),
    ],
    input: writeEarlier({ ...message, role: "user", text: input.text }).content,
    images: input.images,
    now: describeMoment(acceptedAt, timeZone),
    answerFormat: message.answerFormat,
    steps,
    streamsProse: message.isAppended !== true,
    silenceMs,
    stop,
    signal,
  };
  return bot.observe === undefined
    ? runAgent(options)
    : runObserved(options, bot.observe(turn));
}

/** The agent without the tools that could only refuse. */
function offering(agent: Agent, context: ToolContext): Agent {
  const tools = agent.tools.filter(
    ({ isOffered }) => isOffered?.(context) !== false,
  );
  return {
    ...agent,
    tools,
    writePrompt: (content) => agent.writePrompt({ ...content, tools }),
  };
}
