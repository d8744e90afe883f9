import { logError } from "../log.ts";
import { MAX_ATTEMPTS_WITH_NOTICE } from "../backoff.ts";
import type { Channel, ReplyPart } from "../channel.ts";
import type { IncomingMessage } from "../message.ts";
import type { Turn, TurnEvent } from "../turn.ts";
import {
  deliverReply,
  type DeliveryResult,
  splitReply,
} from "./deliver-reply.ts";
import { guardSideEffects } from "./guard-side-effects.ts";
import type { Memory } from "./memory.ts";
import { awaitAlbum, mergeWaiting } from "./merge-waiting.ts";
import { meterBot } from "./meter-bot.ts";
import { createPace } from "./pace.ts";
import { type Bot, resolveReply } from "./resolve-reply.ts";
import {
  keepTyping,
  NO_TYPING,
  showProgress,
  type Typing,
} from "./show-progress.ts";
import { shrinkWindow } from "./shrink-window.ts";
import type { ProgressEvent } from "./turn-events.ts";

/** What a turn's work needs. */
interface Work {
  readonly turn: Turn;
  readonly bot: Bot;
  readonly memory: Memory;
  readonly channel: Channel;
  readonly publish: (event: TurnEvent) => void;
  /** Runs before each thing that somebody else notices; the turn throws what it throws. */
  readonly beforeSideEffect?: () => Promise<void>;
  /** Ends the turn with what is written of its answer. */
  readonly stop?: AbortSignal;
  readonly signal: AbortSignal;
}

/**
 * Takes a turn as far as possible now: finds its reply, commits it with the history, sends it; then makes room in the
 * memory, for which the conversation's next turn may have to wait: see `shrinkWindow`. Whatever an earlier run has
 * finished is not done again, so that it may be called any number of times, after a crash too. Throws the signal's
 * reason, and what `memory` throws.
 */
export async function runTurn({
  beforeSideEffect,
  ...given
}: Work): Promise<DeliveryResult> {
  const { bot: unmetered, channel } =
    beforeSideEffect === undefined
      ? given
      : guardSideEffects({ ...given, beforeSideEffect });
  const work = { ...given, channel };
  const { memory, signal } = work;
  const { id, status, attempts, message, acceptedAt } = work.turn;
  if (attempts >= MAX_ATTEMPTS_WITH_NOTICE) return abandon(work);
  // Before anything else: storing takes its time.
  using typing = hasReply(work.turn)
    ? NO_TYPING
    : keepTyping(channel, { to: message.replyTo, shownAt: acceptedAt });
  const isNew = status === "accepted";
  if (isNew) await awaitAlbum(work);
  // Another worker may have gone on with it since it was read.
  let turn = await memory.beginAttempt(id);
  if (turn === undefined) return { kind: "closed" };
  const attempt = turn.attempts;
  const meter = meterBot({ bot: unmetered, message });
  const { bot } = meter;
  try {
    // After the attempt, which is counted whatever comes of this.
    if (isNew && attempt === 1)
      turn = await mergeWaiting({ turn, rule: bot.merge, memory, channel });
    const result = hasReply(turn)
      ? await deliverReply({ turn, attempt, memory, channel, signal })
      : await reply({ ...work, turn, bot, attempt, typing });
    if (result.kind === "closed")
      await shrinkWindow({ turn: turn.id, bot, memory, signal });
    return result;
  } finally {
    await meter.close();
  }
}

function hasReply({ status }: Turn): boolean {
  return status === "answered" || status === "failed";
}

/**
 * Nothing is asked for it any more, and no notice is written: whatever it is that throws must not keep the next turns from
 * running. A callback still reports its end, in a run of its own.
 */
async function abandon({
  turn: { id, usage, message },
  memory,
  channel,
  publish,
}: Work): Promise<DeliveryResult> {
  const parts = splitEmptyReply(message, channel);
  const ended = await memory.commitTurn(id, {
    status: "failed",
    failure: "error",
    reply: "",
    parts,
    usage,
    history: [],
  });
  // Where it had ended before, it is what sends the parts that throws.
  const isToBeTold = ended !== undefined && parts.length > 0;
  if (!isToBeTold) await memory.closeTurn(id, { status: "failed" });
  if (ended !== undefined) publish({ type: "end", turn: ended });
  logError("turn given up", { turn: id });
  return { kind: "closed" };
}

/** What throws all the time may be the splitting. */
function splitEmptyReply(
  { replyTo: to }: IncomingMessage,
  channel: Channel,
): readonly ReplyPart[] {
  try {
    return splitReply("", { channel, to });
  } catch {
    return [];
  }
}

async function reply({
  turn,
  attempt,
  bot,
  memory,
  channel,
  publish,
  typing,
  stop = new AbortController().signal,
  signal,
}: Work & { attempt: number; typing: Typing }): Promise<DeliveryResult> {
  const pace = createPace(channel.presentationAt(turn.message.replyTo));
  const onAnswer = (): void => typing.stop();
  await using progress = showProgress({
    turn,
    memory,
    channel,
    pace,
    onAnswer,
    signal,
  });
  const tell = (event: ProgressEvent): void => {
    progress.note(event);
    if (event.type !== "action") publish(event);
  };
  try {
    const resolution = await resolveReply({
      turn,
      attempt,
      bot,
      memory,
      channel,
      publish: tell,
      stop,
      signal,
    });
    if (resolution.kind === "later") {
      publish({ type: "waiting", delayMs: resolution.delayMs });
      return resolution;
    }
    const { outcome, extras } = resolution;
    const { pressedBelow, replyTo: to } = turn.message;
    const replaces = extras?.replacesPressed && channel.edit !== undefined;
    if (replaces && pressedBelow !== undefined)
      await memory.notePreview(turn.id, 0, { id: pressedBelow });
    const parts = splitReply(outcome.reply, { channel, to, ...extras });
    const ended = await memory.commitTurn(turn.id, { ...outcome, parts });
    if (ended === undefined) return { kind: "closed" };
    publish({ type: "end", turn: ended });
    await progress.end();
    return await deliverReply({
      turn: ended,
      attempt: 1,
      memory,
      channel,
      pace,
      hasSent: progress.hasSent,
      signal,
    });
  } finally {
    typing.stop();
  }
}
