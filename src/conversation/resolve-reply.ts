import { answerDelayMs, attemptMs, MAX_ATTEMPTS } from "../runtime/backoff.ts";
import { logError } from "../runtime/log.ts";
import { AttachmentError, BudgetError, ModelError } from "../types/errors.ts";
import type { FailureReason } from "../types/turn.ts";
import { writePromises } from "./answer/ask-for-person.ts";
import type { ResolvedReply } from "./answer/conclude-answer.ts";
import { leaveToPerson } from "./answer/leave-to-person.ts";
import type { TurnWork } from "./bot.ts";
import {
  endWith,
  findReply,
  stoppedEarly,
  type PlainOutcome,
} from "./find-reply.ts";
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
      /** Until when it is tried again. */
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
  const end = async (
    ending: Omit<PlainOutcome, "usage">,
  ): Promise<Resolution> => {
    // Read again, since this attempt may have added steps.
    const { usage, steps } = (await memory.findTurn(turn.id)) ?? turn;
    const reply = [ending.reply, ...writePromises(steps, work)];
    const said = { ...ending, reply: reply.join("\n\n"), usage };
    return { kind: "ended", ...endWith(said) };
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
    const silenceMs = attempt > 1 ? leftMs : undefined;
    return { kind: "ended", ...(await findReply(work, { silenceMs })) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TakenOverError)
      return { kind: "later", delayMs: 0, until };
    if (stop.aborted) return end(stoppedEarly(texts));
    if (error instanceof BudgetError) {
      const later = error.kind === "busy" ? tryLater("budget") : undefined;
      const reply = texts.budgetSpent(error);
      return later ?? end({ status: "answered", reply, isOverBudget: true });
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
