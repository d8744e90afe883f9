import { createEitherSignal } from "../abort.ts";
import { logError } from "../log.ts";
import type { Agent } from "../agent/executor.ts";
import { MAX_ATTEMPTS, retryDelayMs } from "../backoff.ts";
import type { Budget } from "../budget.ts";
import type { Channel, AccessRules } from "../channel.ts";
import { BudgetError, ModelError } from "../errors.ts";
import { type Identity, PARLEY } from "../identity.ts";
import type { IncomingMessage } from "../message.ts";
import type { FailureReason, Turn } from "../turn.ts";
import { isAllowed } from "./access.ts";
import { answer } from "./answer.ts";
import { isForStrangers, runCommand } from "./commands/commands.ts";
import type { ReplyExtras } from "./deliver-reply.ts";
import { type Trust, TRUSTS_NOTHING } from "./guard-answer.ts";
import { findExcessOfTurn } from "./limit-messages.ts";
import type { Memory } from "./memory.ts";
import type { MergeRule } from "./merge-waiting.ts";
import type { Media } from "./read-attachment.ts";
import { readMessage } from "./read-message.ts";
import type { Outcome } from "./state/state.ts";
import { type Texts, textsFor } from "./texts/texts.ts";
import type { ProgressEvent } from "./turn-events.ts";

/** Some providers ask for hours, in which nobody else in the conversation would be answered. */
const MAX_MODEL_WAIT_MS = 300_000;

const TEXT_ALONE: Media = { takesImages: false };

/** What answers: the agent, and the rules around it. */
export interface Bot {
  readonly agent: Agent;
  /**
   * Left out where the agent above has all the tools there are. Otherwise the one with those of remote servers in addition to
   * its own, as they can be used now. Throws only the signal's reason.
   */
  readonly findAgent?: (options: { signal: AbortSignal }) => Promise<Agent>;
  readonly access: AccessRules;
  /** Left out: nothing is counted. */
  readonly budget?: Budget;
  /** Left out: each message is answered by itself. */
  readonly merge?: MergeRule;
  /** Left out where the models take text alone. */
  readonly media?: Media;
  /** Left out: nobody but the person. */
  readonly trust?: Trust;
  /** Left out: Parley. */
  readonly identity?: Identity;
  /** Says so wherever a conversation starts. */
  readonly isDemo: boolean;
  /** `npm run dev`: the owner asks, and is told why the model failed and what to do. */
  readonly isDevelopment?: boolean;
  /** The longest reply of one model call, in tokens, that is set aside for it where there is a budget. */
  readonly maxReplyTokens: number;
  /** How large the window may be until it is cut. A summary comes on top of it. */
  readonly maxHistoryTokens: number;
  /** What becomes of the messages that are cut: the model folds them into a summary, or they are no longer seen. */
  readonly memoryStrategy: "summary" | "window";
}

/** How a turn ends, or that it has to be tried again later. */
type Resolution =
  | {
      readonly kind: "ended";
      readonly outcome: Omit<Outcome, "parts">;
      readonly extras?: ReplyExtras;
    }
  | { readonly kind: "later"; readonly delayMs: number };

interface Work {
  readonly turn: Turn;
  /** Counts from 1. */
  readonly attempt: number;
  readonly bot: Bot;
  readonly memory: Memory;
  /** Has the message's attachments. */
  readonly channel: Pick<
    Channel,
    "capabilities" | "presentationAt" | "fetchAttachment"
  >;
  readonly publish: (event: ProgressEvent) => void;
  /** Ends the answer with what is written of it. */
  readonly stop: AbortSignal;
  readonly signal: AbortSignal;
}

/**
 * Finds the reply to a message: a command's, a notice, or the agent's answer; an empty one is not to be sent. A failure
 * that may pass is tried again later, `MAX_ATTEMPTS` times in all; then, and for one that will not pass, the user gets
 * an honest notice. Throws the signal's reason, and what `memory` throws while the turn is given up.
 */
export async function resolveReply(work: Work): Promise<Resolution> {
  const { turn, attempt, memory, stop, signal } = work;
  const { text, author } = turn.message;
  const texts = textsFor({ language: author.language, text });
  const end = async (ending: Omit<Ending, "usage">): Promise<Resolution> => {
    // This attempt may have finished steps.
    const { usage } = (await memory.findTurn(turn.id)) ?? turn;
    return endWith({ ...ending, usage });
  };
  const fail = (failure: FailureReason, reply: string) =>
    end({ status: "failed", failure, reply });

  if (attempt > MAX_ATTEMPTS) return fail("error", texts.failed);
  try {
    return await findReply({ ...work, texts });
  } catch (error) {
    signal.throwIfAborted();
    if (stop.aborted) return end(stoppedEarly(texts));
    if (error instanceof BudgetError) {
      if (error.kind === "busy" && attempt < MAX_ATTEMPTS)
        return { kind: "later", delayMs: retryDelayMs({ attempts: attempt }) };
      return end({ status: "answered", reply: texts.budgetSpent(error) });
    }
    logFailure(error, { turn, attempt });
    const isLasting = error instanceof ModelError && !error.isPassing;
    if (!isLasting && attempt < MAX_ATTEMPTS)
      return { kind: "later", delayMs: delayAfter(error, attempt) };
    if (!(error instanceof ModelError)) return fail("error", texts.failed);
    const notice = isLasting ? texts.modelRefused : texts.modelUnreachable;
    return fail(
      MODEL_FAILURES[error.kind],
      work.bot.isDevelopment === true ? explainToOwner(error, texts) : notice,
    );
  }
}

/** Who may not use the bot, commands, and what is too much do not come to the agent. */
async function findReply({
  turn,
  attempt,
  bot,
  memory,
  channel,
  texts,
  publish,
  stop,
  signal,
}: Work & { texts: Texts }): Promise<Resolution> {
  const { message, usage } = turn;
  const { commandMark: mark = "/" } = channel.presentationAt(message.replyTo);
  const say = (reply: string) => endWith({ status: "answered", reply, usage });
  // Its album was answered without it.
  if (message.isAside) return say("");
  if (!isAllowed(message, bot.access) && !isForStrangers(message))
    return say(texts.notAllowed(strangerOf(message)));
  const isCommand = message.command !== undefined;
  if (turn.isStopped && !isCommand)
    return endWith({ ...stoppedEarly(texts), usage });
  // `/stop` was carried out when it was delivered: where it has found something, it is neither counted nor answered.
  const isCounted = turn.target === undefined;
  const excess = isCounted
    ? await findExcessOfTurn({ budget: bot.budget, message, channel, attempt })
    : undefined;
  if (excess !== undefined)
    return say(excess.isFirst ? texts.tooManyMessages(excess) : "");
  if (message.command !== undefined) {
    const { access, budget, identity = PARLEY, isDemo, agent } = bot;
    const { reply, ...extras } = await runCommand({
      command: message.command,
      turn,
      memory,
      texts,
      access,
      budget,
      identity,
      isDemo,
      takesFiles: channel.capabilities.files ?? false,
      takesButtons: channel.capabilities.buttons ?? false,
      mark,
      tools: agent.tools.map(({ name }) => name),
    });
    return endWith({ status: "answered", reply, usage }, extras);
  }
  if (message.unread !== undefined)
    return endWith({
      status: "failed",
      failure: "unreadable",
      reply: texts.unreadMessage(message.unread),
      usage,
    });
  using either = createEitherSignal([signal, stop]);
  const media = bot.media ?? TEXT_ALONE;
  const reading = await readMessage(message, {
    texts,
    // Without a channel that keeps them, they came with the message.
    channel: channel.fetchAttachment === undefined ? memory : channel,
    media,
    signal: either.signal,
  });
  if (reading.kind === "unreadable") return say(reading.reply);

  const answered = await answer({
    turn,
    input: reading.input,
    memory,
    agent: (await bot.findAgent?.({ signal: either.signal })) ?? bot.agent,
    trust: bot.trust ?? TRUSTS_NOTHING,
    maxHistoryTokens: bot.maxHistoryTokens,
    texts,
    commandMark: channel.capabilities.commands && mark,
    publish,
    stop,
    signal,
  });
  if (answered.kind === "gave-up")
    return endWith({
      status: "failed",
      failure: "no-answer",
      reply: texts.gaveUp,
      usage: answered.usage,
    });
  const { kind: _, sources, ...ending } = answered;
  return {
    kind: "ended",
    outcome: { status: "answered", ...ending },
    extras: { sources: { label: texts.sources, sources } },
  };
}

const MODEL_FAILURES: Readonly<Record<ModelError["kind"], FailureReason>> = {
  unreachable: "model-unreachable",
  "rate-limited": "model-unreachable",
  unauthorized: "model-unauthorized",
  quota: "model-quota",
  unknown: "model-unknown",
  refused: "model-refused",
};

/** What the provider said is plain text of a stranger's: it is quoted as code. */
function explainToOwner({ kind, cause }: ModelError, texts: Texts): string {
  const said = cause instanceof Error ? cause.message : "";
  const quote = said.replaceAll(/\s+/g, " ").replaceAll("`", "'").trim();
  return texts.modelFailed({ kind, said: quote });
}

/** Whom the owner could let in. */
function strangerOf({ author, isGroup, replyTo }: IncomingMessage) {
  return isGroup === true
    ? { id: String(replyTo["chat"]), isGroup }
    : { id: author.id, isGroup: false };
}

type Ending = Pick<
  Outcome,
  "status" | "failure" | "reply" | "usage" | "isStopped"
>;

function stoppedEarly({ stoppedEarly: reply }: Texts) {
  return { status: "answered", reply, isStopped: true } as const;
}

/** What Parley says itself does not enter the history. */
function endWith(ending: Ending, extras: ReplyExtras = {}): Resolution {
  return { kind: "ended", outcome: { ...ending, history: [] }, extras };
}

function delayAfter(error: unknown, attempts: number): number {
  const wish = error instanceof ModelError ? (error.retryAfterMs ?? 0) : 0;
  return retryDelayMs({
    attempts,
    retryAfterMs: Math.min(wish, MAX_MODEL_WAIT_MS),
  });
}

function logFailure(
  error: unknown,
  { turn, attempt }: { turn: Turn; attempt: number },
): void {
  logError("turn not answered", { turn: turn.id, attempt, error });
}
