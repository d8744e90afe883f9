import type { Agent, AgentEvent } from "../../agent/executor.ts";
import { logWarning } from "../../runtime/log.ts";
import { findMismatch } from "../../text/json-schema.ts";
import { parseJson } from "../../text/json.ts";
import { estimateTokens, sumUsage } from "../../text/tokens.ts";
import type { Recollection } from "../../types/history.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { AnswerCut, Step, Usage } from "../../types/turn.ts";
import type { TurnWork } from "../bot.ts";
import { noteCommand } from "../commands/command-work.ts";
import type { ReplyExtras } from "../deliver/deliver-reply.ts";
import type { TurnInput } from "../input/write-input.ts";
import type { Outcome } from "../state/outcome.ts";
import type { NO_ANSWERS } from "../texts/model-failures.ts";
import { askFirst, offerToGoOn } from "./ask-first.ts";
import { writePromises } from "./ask-for-person.ts";
import { findOrigins } from "./find-origins.ts";
import type { Guard } from "./guard-answer.ts";
import { inviteToSignIn } from "./invite-to-sign-in.ts";

/** How a turn ends, before the channel splits its reply. */
export interface ResolvedReply {
  readonly outcome: Omit<Outcome, "parts">;
  readonly extras?: ReplyExtras;
}

/** What the reply depends on. */
export interface BegunAnswer extends TurnWork {
  readonly agent: Agent;
  /** The turn's message as the model reads it. */
  readonly input: TurnInput;
  readonly recollection: Recollection;
  /** The turn's steps; updated as they come. */
  readonly steps: readonly Step[];
  readonly guard: Guard;
}

type GivenUp = Extract<AgentEvent, { type: "gave-up" }>;
type Paused = Extract<AgentEvent, { type: "paused" }>;
type LastEvent =
  GivenUp | Paused | Extract<AgentEvent, { type: "finish" | "stopped" }>;

/**
 * Builds the reply from the agent's last event and publishes the rest of it.
 */
export async function concludeAnswer(
  event: LastEvent,
  work: BegunAnswer,
): Promise<ResolvedReply> {
  const { turn, publish, steps, guard } = work;
  const usage = sumUsage([...steps.map((step) => step.usage), event.usage]);
  if (event.type === "gave-up") return giveUp(event.limit, usage, work);
  if (event.type === "paused")
    return toAnswered(await endWithQuestion(event, work), usage, work);
  const { answerFormat } = turn.message;
  if (answerFormat !== undefined && event.type === "finish") {
    // Nothing is appended: a program reads it.
    const reply = await guard.showJson(event.output);
    const isKept =
      reply === event.output ||
      (await findMismatch(parseJson(reply), answerFormat.schema)) === undefined;
    if (!isKept) return giveUp("format", usage, work);
    publish({ type: "delta", offset: 0, text: reply });
    return toAnswered({ reply, said: reply }, usage, work);
  }
  const { output, delta } = await guard.text.end(event.output);
  if (delta !== undefined) publish(delta);
  const ended =
    event.type === "stopped"
      ? await breakOff(output, work)
      : await finish(output, { ...work, cut: event.cut });
  const promises = writePromises(steps, work);
  const reply = [ended.reply, ...promises].join("\n\n");
  const ending = { ...ended, reply };
  const note = ending.reply.slice(output.length);
  if (note !== "")
    publish({ type: "delta", offset: output.length, text: note });
  return toAnswered(ending, usage, work);
}

const FAILURES: Partial<Record<GivenUp["limit"], keyof typeof NO_ANSWERS.en>> =
  { empty: "model-empty", format: "wrong-format" };

function giveUp(
  limit: GivenUp["limit"],
  usage: Usage,
  work: BegunAnswer,
): ResolvedReply {
  const { turn, texts, steps } = work;
  const failure = FAILURES[limit] ?? "no-answer";
  if (failure !== "no-answer")
    logWarning("the model gave no answer", { turn: turn.id, failure });
  const said = [texts.noAnswer(failure), ...writePromises(steps, work)];
  const reply = said.join("\n\n");
  return { outcome: { status: "failed", failure, reply, usage, history: [] } };
}

function toAnswered(
  { said, buttons = [], ...ending }: Conclusion,
  usage: Usage,
  { turn: { message }, steps, agent, input, texts }: BegunAnswer,
): ResolvedReply {
  const dataFrom = findOrigins({ message, steps, tools: agent.tools });
  const history = toHistory(input, said, { dataFrom, message });
  const sources = steps.flatMap((step) => step.sources ?? []);
  return {
    outcome: { status: "answered", ...ending, usage, history },
    extras: {
      sources: { label: texts.sources, sources },
      ...(buttons.length > 0 && { buttons }),
    },
  };
}

/**
 * The reply that the user reads. `said`: the part that enters the history; left
 * out if nothing does.
 */
type Conclusion = Pick<
  Outcome,
  "reply" | "announcesCut" | "isStopped" | "pause"
> & {
  readonly said?: string;
  /** To answer a question in it. */
  readonly buttons?: ReplyExtras["buttons"];
};

/**
 * Appends notes to the reply: that it was cut off, or that old messages were
 * cut from the window.
 */
async function finish(
  output: string,
  {
    cut,
    recollection: { summary, isCutUnannounced },
    ...work
  }: BegunAnswer & { cut: AnswerCut | undefined },
): Promise<Conclusion> {
  const { texts } = work;
  const reply =
    cut === undefined ? output : await appendTo(output, texts.answerCut(cut));
  // The provider would withhold the rest again.
  const canGoOn = cut !== undefined && cut !== "filtered";
  const offer = canGoOn ? offerToGoOn(work) : {};
  const ending = { reply, said: output, ...offer };
  if (!isCutUnannounced) return ending;
  const note = texts.historyCut({
    isSummarised: summary !== undefined,
    mark: noteCommand(work),
  });
  return { ...ending, reply: `${reply}\n\n${note}`, announcesCut: true };
}

/**
 * The answer is what was written so far. If that is empty, the message does not
 * enter the history either.
 */
async function breakOff(
  output: string,
  { texts }: Pick<TurnWork, "texts">,
): Promise<Conclusion> {
  const said = output.trimEnd();
  return said === ""
    ? { reply: texts.stoppedEarly, isStopped: true }
    : { reply: await appendTo(output, texts.stopped), said, isStopped: true };
}

/** Appends a paragraph to Markdown that may end abruptly. */
async function appendTo(markdown: string, paragraph: string): Promise<string> {
  const { closeCode } = await import("../../document/close-open-ends.ts");
  return `${closeCode(markdown)}\n\n${paragraph}`;
}

/** The reply is the question, and nothing of the model's own is around it. */
async function endWithQuestion(
  { request, step }: Paused,
  work: BegunAnswer,
): Promise<Conclusion> {
  const { publish, guard } = work;
  const asked = askFirst(request, step, work);
  const { said: written, buttons } = asked;
  const how =
    request.kind === "sign-in"
      ? await inviteToSignIn({ ...request, ...asked.pause }, work)
      : asked.how;
  // What the model asks is judged like an answer; what it would run is code.
  const { output: said } =
    request.kind === "choice"
      ? await guard.text.end(written)
      : { output: written };
  const reply = [said, how].filter(Boolean).join("\n\n");
  publish({ type: "delta", offset: 0, text: reply });
  return { reply, said, buttons, pause: asked.pause };
}

/** The message and what was said in reply; empty if nothing was. */
function toHistory(
  { remembered }: TurnInput,
  said: string | undefined,
  {
    dataFrom,
    message,
  }: {
    dataFrom: readonly string[];
    message: IncomingMessage;
  },
): Outcome["history"] {
  if (said === undefined) return [];
  return [
    toSaid("user", remembered, message),
    {
      ...toSaid("assistant", said),
      ...(dataFrom.length > 0 && { dataFrom }),
    },
  ];
}

/** What was said in a turn, for the history. */
export function toSaid<Role extends "user" | "assistant">(
  role: Role,
  text: string,
  { origin }: Pick<IncomingMessage, "origin"> = {},
) {
  const tokens = estimateTokens(text);
  return { role, text, tokens, ...(origin && { origin }) } as const;
}
