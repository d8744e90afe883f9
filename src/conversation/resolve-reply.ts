import { createEitherSignal } from "../runtime/abort.ts";
import { answerDelayMs, attemptMs, MAX_ATTEMPTS } from "../runtime/backoff.ts";
import { logError, logWarning } from "../runtime/log.ts";
import { estimateTokens } from "../text/tokens.ts";
import { AttachmentError, BudgetError, ModelError } from "../types/errors.ts";
import type { IncomingMessage } from "../types/message.ts";
import type { FailureReason } from "../types/turn.ts";
import { isAllowed, signerOf } from "./accept/access.ts";
import { findExcessOfTurn } from "./accept/limit-messages.ts";
import { answer } from "./answer/answer.ts";
import type { ResolvedReply } from "./answer/conclude-answer.ts";
import { explainPause } from "./answer/explain-pause.ts";
import { leaveToPerson } from "./answer/leave-to-person.ts";
import { writePromises } from "./asking/ask-for-person.ts";
import { sayUnattended } from "./asking/say-unattended.ts";
import type { TurnWork } from "./bot.ts";
import { isForStrangers, runCommand } from "./commands/commands.ts";
import type { ReplyExtras } from "./deliver/deliver-reply.ts";
import { findReferenced } from "./input/find-referenced.ts";
import { readMessage } from "./input/read-message.ts";
import { sayReminder } from "./reminders/say-reminder.ts";
import { TakenOverError } from "./state/people/hand-over.ts";
import type { Texts } from "./texts/texts.ts";
import type { WaitingCause } from "./turn-events.ts";

/** How long messages of programs are tried. */
const PATIENT_RETRY_MS = 600_000;

/** How a turn ends, or when to retry it. */
type Resolution =
  | ({ readonly kind: "ended" } & ResolvedReply)
  | {
      readonly kind: "later";
      readonly delayMs: number;
      /**
       * If the user is to know. Not of an error of the storage, which could not
       * note the line.
       */
      readonly cause?: WaitingCause | undefined;
      /** Until when it is tried again, in milliseconds since the epoch. */
      readonly until: number;
    };

/**
 * Finds the reply to a message: a command's, a notice, or the agent's answer;
 * an empty reply is not sent. Retries transient failures for a while (see
 * `answerDelayMs`); after that, and for permanent failures, the reply is a
 * notice that explains the failure. Throws the signal's reason, and what
 * `memory` throws when the turn is ended.
 * @param withdrawn an outcome that came after the conversation changed hands
 */
export async function resolveReply(
  work: TurnWork,
  withdrawn?: ResolvedReply["outcome"],
): Promise<Resolution> {
  const { turn, attempt, bot, memory, texts, stop, signal } = work;
  const left = await leaveToPerson(work, withdrawn);
  if (left !== undefined) return { kind: "ended", ...left };
  const end = async (ending: Omit<Ending, "usage">): Promise<Resolution> => {
    // Read again, since this attempt may have added steps.
    const { usage, steps } = (await memory.findTurn(turn.id)) ?? turn;
    const reply = [ending.reply, ...writePromises(steps, work)];
    return endWith({ ...ending, reply: reply.join("\n\n"), usage });
  };
  const fail = (failure: FailureReason, reply: string) =>
    end({ status: "failed", failure, reply });

  const { startedAt = Date.now() } = turn;
  // Clients whose streams are appended to see nothing of the waiting.
  const isPatient =
    work.channel.capabilities.isPatient === true &&
    turn.message.isAppended !== true;
  const retryMs = isPatient ? PATIENT_RETRY_MS : bot.retryMs;
  const until = startedAt + retryMs;
  /** `undefined`: it is too late. */
  const tryLater = (
    cause?: WaitingCause,
    retryAfterMs?: number,
  ): Resolution | undefined => {
    const delayMs = answerDelayMs({
      attempts: attempt,
      spentMs: Date.now() - startedAt,
      retryMs,
      retryAfterMs,
    });
    return delayMs === undefined
      ? undefined
      : { kind: "later", delayMs, cause, until };
  };

  // A takeover that is over has stopped this attempt.
  if (withdrawn !== undefined && stop.aborted)
    return { kind: "later", delayMs: 0, until };
  if (attempt > MAX_ATTEMPTS) return fail("error", texts.failed);
  try {
    // An attempt that is late, since the one before died with its process, has
    // a chance, too.
    const leftMs = Math.max(until - Date.now(), attemptMs(retryMs));
    return await findReply(work, {
      silenceMs: attempt > 1 ? leftMs : undefined,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TakenOverError)
      return { kind: "later", delayMs: 0, until };
    if (stop.aborted && turn.message.origin !== undefined)
      return end({ status: "answered", reply: "", isStopped: true });
    if (stop.aborted) return end(stoppedEarly(texts));
    if (error instanceof BudgetError) {
      const later = error.kind === "busy" ? tryLater("budget") : undefined;
      const reply = texts.budgetSpent(error);
      return later ?? end({ status: "answered", reply });
    }
    logError("turn not answered", { turn: turn.id, attempt, error });
    if (!(error instanceof ModelError))
      return (
        tryLater(error instanceof AttachmentError ? "file" : undefined) ??
        fail("error", texts.failed)
      );
    const later = error.isTransient
      ? tryLater("model", error.retryAfterMs)
      : undefined;
    if (later !== undefined) return later;
    return fail(
      MODEL_FAILURES[error.kind],
      bot.isDevelopment
        ? explainToOwner(error, texts)
        : texts.modelNotice(error.kind),
    );
  }
}

/**
 * Runs commands and rejects unauthorised or excess messages before the agent.
 */
async function findReply(
  work: TurnWork,
  { silenceMs }: { silenceMs: number | undefined },
): Promise<Resolution> {
  const { turn, bot, memory, channel, texts, stop, signal } = work;
  const { message, usage } = turn;
  const say = (reply: string, extras?: ReplyExtras) =>
    endWith({ status: "answered", reply, usage }, extras);
  // Its album was answered without it.
  if (message.isAside) return say("");
  if (message.origin?.kind === "schedule") {
    if (!isAllowed(message, bot.access)) return say("");
    if (turn.isStopped)
      return endWith({ status: "answered", reply: "", isStopped: true, usage });
    if (message.origin.isText) return { kind: "ended", ...sayReminder(turn) };
  }
  if (message.origin?.kind === "unattended")
    return { kind: "ended", ...sayUnattended(work) };
  if (!isAllowed(message, bot.access) && !isForStrangers(message))
    return say(texts.notAllowed(strangerOf(message)));
  if (turn.isStopped && message.command === undefined)
    return endWith({ ...stoppedEarly(texts), usage });
  // `/stop` took effect when it was delivered. If it stopped a turn, it is
  // neither counted nor answered. What is scheduled was counted as such.
  // What a question was answered with is done in any case.
  const isCounted =
    turn.target === undefined &&
    message.origin === undefined &&
    turn.resumed === undefined;
  const excess = isCounted ? await findExcessOfTurn(work) : undefined;
  if (excess !== undefined)
    return say(excess.isFirst ? texts.tooManyMessages(excess) : "");
  if (message.command !== undefined) {
    const { reply, listsNotes, asked, ...extras } = await runCommand(
      message.command,
      work,
    );
    const ending = { status: "answered", reply, usage } as const;
    if (asked !== undefined)
      return {
        kind: "ended",
        outcome: remember({ ...ending, asked }, message),
      };
    return endWith({ ...ending, ...(listsNotes && { listsNotes }) }, extras);
  }
  if (message.answers !== undefined && turn.resumed === undefined)
    return say(explainPause(await memory.findPause(message), texts));
  using either = createEitherSignal([signal, stop]);
  const whole = await findReferenced(message, {
    memory,
    channel,
    signal: either.signal,
  });
  if (whole.unread !== undefined) {
    if (!(await mayTellUnread(work))) return say("");
    const reply = texts.unreadMessage(whole.unread);
    return endWith({ status: "failed", failure: "unreadable", reply, usage });
  }
  const reading = await readMessage(whole, {
    // If the channel does not store attachments, they came with the message.
    channel: channel.fetchAttachment === undefined ? memory : channel,
    media: bot.media,
    transcripts: memory,
    signal: either.signal,
  });
  if (reading.kind === "unreadable") {
    const isOfUnknownKind = reading.problem === "other";
    if (isOfUnknownKind) logWarning("message not read", { turn: turn.id });
    const isTold = !isOfUnknownKind || (await mayTellUnread(work));
    return say(isTold ? texts.unreadable(reading.problem) : "");
  }
  const { input } = reading;
  const found = await bot.findAgent?.({
    signal: either.signal,
    person: bot.signIns && (await signerOf(message)),
  });
  const agent = found ?? bot.agent;
  const asked = { ...work, turn: { ...turn, message: whole }, agent, input };
  return { kind: "ended", ...(await answer({ ...asked, silenceMs })) };
}

/**
 * Once a minute in a conversation, since people send such messages in bursts.
 * Always where each message is expected to get a reply.
 */
async function mayTellUnread({
  turn,
  memory,
  channel: { capabilities },
}: TurnWork): Promise<boolean> {
  const expectsReply =
    capabilities.maxPartLength === null || capabilities.answersEach === true;
  return expectsReply || memory.takeNotice(turn.id);
}

const MODEL_FAILURES: Readonly<Record<ModelError["kind"], FailureReason>> = {
  unreachable: "model-unreachable",
  "rate-limited": "model-unreachable",
  unauthorized: "model-unauthorized",
  quota: "model-quota",
  unknown: "model-unknown",
  filtered: "model-filtered",
  "too-long": "model-too-long",
  "invalid-call": "model-invalid-call",
  refused: "model-refused",
};

/** The provider's message is untrusted plain text: quoted as code. */
function explainToOwner({ kind, cause }: ModelError, texts: Texts): string {
  const said = cause instanceof Error ? cause.message : "";
  const quote = said.replaceAll(/\s+/g, " ").replaceAll("`", "'").trim();
  return texts.modelFailed({ kind, said: quote });
}

/** The id that the owner would have to allow. */
function strangerOf({ author, isGroup, replyTo }: IncomingMessage) {
  return isGroup
    ? { id: String(replyTo["chat"]), isGroup }
    : { id: author.id, isGroup: false };
}

type Ending = Omit<ResolvedReply["outcome"], "history" | "announcesCut">;

function stoppedEarly({ stoppedEarly: reply }: Texts) {
  return { status: "answered", reply, isStopped: true } as const;
}

/** A command that the model is to know of, and its reply. */
function remember(
  ending: Ending,
  { text }: IncomingMessage,
): ResolvedReply["outcome"] {
  const toMessage = (role: "user" | "assistant", said: string) => ({
    role,
    text: said,
    tokens: estimateTokens(said),
  });
  const history = [
    toMessage("user", text),
    toMessage("assistant", ending.reply),
  ];
  return { ...ending, history };
}

/** Parley's own texts do not enter the history. */
function endWith(ending: Ending, extras: ReplyExtras = {}): Resolution {
  return { kind: "ended", outcome: { ...ending, history: [] }, extras };
}
