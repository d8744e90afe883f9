import { MAX_ATTEMPTS_WITH_NOTICE } from "../runtime/backoff.ts";
import { logError } from "../runtime/log.ts";
import type { Turn, TurnEvent } from "../types/turn.ts";
import { awaitAlbum, mergeWaiting } from "./accept/merge-waiting.ts";
import type { ResolvedReply } from "./answer/conclude-answer.ts";
import { isForOwner } from "./answer/leave-to-person.ts";
import type { TurnWork } from "./bot.ts";
import {
  deliverReply,
  splitReply,
  type DeliveryResult,
} from "./deliver/deliver-reply.ts";
import { createPace } from "./deliver/pace.ts";
import { settleCard } from "./deliver/settle-card.ts";
import {
  keepTyping,
  NO_TYPING,
  showProgress,
  type Typing,
} from "./deliver/show-progress.ts";
import { tellWaiting } from "./deliver/tell-waiting.ts";
import { equipTurn } from "./equip-turn.ts";
import { shrinkWindow } from "./remember/shrink-window.ts";
import { tellMissed } from "./reminders/show-reminders.ts";
import { resolveReply } from "./resolve-reply.ts";
import { CHANGED_HANDS } from "./state/turns/commit-turn.ts";
import { textsFor } from "./texts/texts.ts";

/** What a platform passes to run a turn. */
interface GivenTurn extends Pick<
  TurnWork,
  "turn" | "bot" | "memory" | "channel" | "callbacks" | "signal"
> {
  readonly publish: (event: TurnEvent) => void;
  /**
   * Runs before each externally visible effect; if it throws, so does the turn.
   */
  readonly beforeSideEffect?: () => Promise<void>;
  /** Ends the turn with the part of the answer written so far. */
  readonly stop?: AbortSignal;
}

/**
 * Takes a turn as far as possible now: finds its reply, commits it with the
 * history, delivers it, then shrinks the window, which may delay the
 * conversation's next turn (see `shrinkWindow`). Resumes after what earlier
 * runs have finished, so it may be called any number of times, also after a
 * crash. Throws the signal's reason, and what `memory` throws.
 */
export async function runTurn({
  beforeSideEffect,
  stop = new AbortController().signal,
  ...given
}: GivenTurn): Promise<DeliveryResult> {
  const { memory, signal } = given;
  const { id, status, attempts, message, acceptedAt } = given.turn;
  const { close, ...equipped } = equipTurn({
    ...given,
    message,
    beforeSideEffect,
    beforeSending: () => memory.confirmUntaken(id),
  });
  const { bot, channel } = equipped;
  const work = { ...given, ...equipped, stop };
  if (attempts >= MAX_ATTEMPTS_WITH_NOTICE) return abandon(work);
  // First of all, since storing takes time.
  using typing = hasReply(work.turn)
    ? NO_TYPING
    : keepTyping(channel, { to: message.replyTo, shownAt: acceptedAt });
  if (status === "accepted") await awaitAlbum(work);
  // Another worker may have continued the turn since it was read.
  let turn = await memory.beginAttempt(id);
  if (turn === undefined) return { kind: "closed" };
  const attempt = turn.attempts;
  try {
    // After the attempt was counted, in case this throws.
    if (!hasReply(turn) && turn.steps.length === 0)
      turn = await mergeWaiting(turn, { bot, memory, channel });
    const result = hasReply(turn)
      ? await deliverReply({ ...work, turn, attempt })
      : await reply({ ...work, turn, attempt, typing });
    if (result.kind === "closed") {
      const { conversation } = message;
      await shrinkWindow({ turn: turn.id, conversation, bot, memory, signal });
    }
    return result;
  } finally {
    await close();
  }
}

function hasReply({ status }: Turn): boolean {
  return status === "answered" || status === "failed";
}

/**
 * Fails the turn without a notice and without further calls: an error that
 * always recurs must not block the next turns. A callback still reports the
 * end, in a run of its own.
 */
async function abandon({
  turn: { id, usage, message },
  memory,
  publish,
}: GivenTurn): Promise<DeliveryResult> {
  const ended = await memory.commitTurn(id, {
    status: "failed",
    failure: "error",
    reply: "",
    by: "anyone",
    parts: [],
    usage,
    history: [],
  });
  // If the turn had ended before, its delivery is what keeps failing.
  const hasEnded = typeof ended === "object";
  const owesCallback = hasEnded && message.callbackUrl !== undefined;
  if (!owesCallback) await memory.closeTurn(id, { status: "failed" });
  if (hasEnded) publish({ type: "end", turn: ended });
  logError("turn given up", { turn: id });
  return { kind: "closed" };
}

interface GivenReply extends Omit<TurnWork, "texts" | "publish"> {
  readonly typing: Typing;
  readonly publish: (event: TurnEvent) => void;
  /** An outcome that came after the conversation changed hands. */
  readonly withdrawn?: ResolvedReply["outcome"];
}

/**
 * Finds the reply, previewing it while it is written; commits and delivers it.
 * Once more if the conversation changes hands meanwhile.
 */
async function reply(given: GivenReply): Promise<DeliveryResult> {
  const { typing, publish, withdrawn, ...work } = given;
  const { turn, memory, channel } = work;
  const { pressedBelow, replyTo: to } = turn.message;
  const pace = createPace(channel.presentationAt?.(to));
  const onAnswer = (): void => typing.stop();
  await using progress = showProgress({ ...work, pace, onAnswer });
  const texts = textsFor(turn.message);
  const resolving: TurnWork = {
    ...work,
    texts,
    publish(event) {
      progress.note(event);
      if (event.type !== "action") publish(event);
    },
  };
  try {
    const resolution = await resolveReply(resolving, withdrawn);
    if (resolution.kind === "later") {
      const { delayMs, cause, until } = resolution;
      publish({ type: "waiting", delayMs });
      await progress.end();
      if (cause !== undefined)
        await tellWaiting({ ...work, texts }, { cause, until });
      return { kind: "later", delayMs };
    }
    const { outcome: told, extras } = await tellMissed(resolution, {
      ...work,
      texts,
      publish,
    });
    const outcome: ResolvedReply["outcome"] = isForOwner(turn, work.bot.access)
      ? told
      : { ...told, by: "anyone" };
    if (extras?.replacesPressed && pressedBelow !== undefined)
      await memory.notePreview(turn.id, 0, { id: pressedBelow });
    const parts = await splitReply(outcome.reply, { channel, ...extras });
    const card = outcome.isHeld
      ? undefined
      : await settleCard({ ...work, texts, parts });
    const ended = await memory.commitTurn(turn.id, {
      ...outcome,
      parts: card === undefined ? parts : [...parts, card.part],
      ...(card && { shownIn: { [parts.length]: card.receipt } }),
    });
    if (ended === undefined) return { kind: "closed" };
    if (ended === CHANGED_HANDS) {
      await progress.end();
      return await reply({ ...given, withdrawn: outcome });
    }
    publish({ type: "end", turn: ended });
    await progress.end();
    const { hasSent } = progress;
    return await deliverReply({
      ...work,
      turn: ended,
      attempt: 1,
      pace,
      hasSent,
    });
  } finally {
    typing.stop();
  }
}
