import { runAgent, type Agent, type AgentEvent } from "../agent/executor.ts";
import type { Recollection } from "../history.ts";
import type { PrecedingMessage } from "../message.ts";
import { estimateTokens, sumUsage } from "../tokens.ts";
import type { TurnStep } from "../turn.ts";
import type { TurnWork } from "./bot.ts";
import { commandMarkOf } from "./commands/commands.ts";
import type { ReplyExtras } from "./deliver-reply.ts";
import { findOrigins } from "./find-origins.ts";
import { guardAnswer, type Guard } from "./guard-answer.ts";
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
}

interface BegunAnswer extends AnswerWork {
  readonly recollection: Recollection;
  /** The turn's steps; updated as they come. */
  readonly steps: readonly TurnStep[];
  readonly guard: Guard;
}

/**
 * Recalls the history and runs the agent. Stores the actions of each model
 * reply, and each step once done. Throws what `runAgent` throws.
 */
export async function answer(work: AnswerWork): Promise<ResolvedReply> {
  const { turn, memory, publish } = work;
  const recollection = await memory.recall();
  const steps: TurnStep[] = [...turn.steps];
  const guard = guardAnswer({ ...work, recollection, steps });
  const begun = { ...work, recollection, steps, guard };
  const publishStep = publishInOrder(turn.steps, publish);
  for await (const event of startAgent(begun)) {
    switch (event.type) {
      case "decided": {
        const { from } = event;
        steps.splice(from, event.steps.length, ...event.steps);
        const decided = await Promise.all(event.steps.map(guard.showStep));
        steps.splice(from, decided.length, ...decided);
        await memory.saveSteps(turn.id, from, decided);
        for (const [place, step] of decided.entries()) {
          const index = from + place;
          const finished = toFinished(step);
          if (finished !== undefined) publishStep(index, finished);
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
        const { index, usage } = event;
        steps[index] = { ...event.step, usage };
        const step = await guard.showStep(event.step);
        steps[index] = { ...step, usage };
        await memory.saveSteps(turn.id, index, [steps[index]]);
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
    steps,
    stop,
    signal,
  });
}

/**
 * Builds the reply from the agent's last event and publishes the rest of it.
 */
async function conclude(
  event: Extract<AgentEvent, { type: "gave-up" | "finish" | "stopped" }>,
  work: BegunAnswer,
): Promise<ResolvedReply> {
  const { turn, agent, input, texts, publish, steps, guard } = work;
  const usage = sumUsage([...steps.map((step) => step.usage), event.usage]);
  if (event.type === "gave-up") {
    const reply = texts.gaveUp;
    const failure = "no-answer";
    return {
      outcome: { status: "failed", failure, reply, usage, history: [] },
    };
  }
  const { output, delta } = await guard.text.end(event.output);
  if (delta !== undefined) publish(delta);
  const { said, ...ending } =
    event.type === "stopped"
      ? await breakOff(output, work)
      : await finish(output, { ...work, isCut: event.isCut });
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
async function finish(
  output: string,
  {
    isCut = false,
    recollection: { summary, isCutUnannounced },
    guard,
    ...work
  }: BegunAnswer & { isCut: boolean | undefined },
): Promise<Ending> {
  const { channel, texts } = work;
  const question = guard.question();
  // The history includes the question, so that the model knows what an approval
  // refers to.
  const said = question === "" ? output : await appendTo(output, question);
  const reply = isCut ? await appendTo(said, texts.answerCut) : said;
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
async function breakOff(
  output: string,
  { texts }: Pick<TurnWork, "texts">,
): Promise<Ending> {
  const said = output.trimEnd();
  return said === ""
    ? { reply: texts.stoppedEarly, isStopped: true }
    : { reply: await appendTo(output, texts.stopped), said, isStopped: true };
}

/** Appends a paragraph to Markdown that may end abruptly. */
async function appendTo(markdown: string, paragraph: string): Promise<string> {
  const { closeCode } = await import("../document/close-open-ends.ts");
  return `${closeCode(markdown)}\n\n${paragraph}`;
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

/**
 * The newest messages before a turn's that fit into `maxTokens` together, like
 * a history. If any are dropped, the first one kept is the user's, since some
 * providers reject prompts that begin with an answer.
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
