import type { Channel, Memory } from "../ports.ts";
import type { Turn, TurnEvent } from "../turn.ts";
import { type DeliveryResult, deliverReply } from "./delivering.ts";
import { keepTyping } from "./keep-typing.ts";
import { type Bot, settle } from "./settling.ts";
import { shrinkWindow } from "./shrink-window.ts";

/** What a turn's work needs. */
interface Work {
  readonly turn: Turn;
  readonly bot: Bot;
  readonly memory: Memory;
  readonly channel: Channel;
  readonly publish: (event: TurnEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Brings a turn as far as it comes now: finds its reply, commits it with the history, sends it; then makes room in the
 * memory, for which the conversation's next turn may have to wait: see `shrinkWindow`. Whatever an earlier run has
 * finished is not done again, so that it may be called any number of times, after a crash too. Throws the signal's
 * reason, and what `memory` throws.
 */
export async function runTurn(work: Work): Promise<DeliveryResult> {
  const { turn, bot, memory, channel, signal } = work;
  await memory.beginAttempt(turn.id);
  const attempt = turn.attempts + 1;
  const hasEnded = turn.status === "answered" || turn.status === "failed";
  const result = hasEnded
    ? await deliverReply({ turn, attempt, memory, channel, signal })
    : await reply({ ...work, attempt });
  if (result.kind === "closed")
    await shrinkWindow({ turn: turn.id, bot, memory, signal });
  return result;
}

async function reply({
  turn,
  attempt,
  bot,
  memory,
  channel,
  publish,
  signal,
}: Work & { attempt: number }): Promise<DeliveryResult> {
  const stopTyping = keepTyping(channel, turn.message.replyTo);
  try {
    const settlement = await settle({
      turn,
      attempt,
      bot,
      memory,
      publish,
      signal,
    });
    if (settlement.kind === "later") {
      publish({ type: "waiting", delayMs: settlement.delayMs });
      return settlement;
    }
    const { outcome, sources } = settlement;
    const parts = channel.split(outcome.reply, sources);
    const ended = await memory.commitTurn(turn.id, { ...outcome, parts });
    if (ended === undefined) return { kind: "closed" };
    publish({ type: "end", turn: ended });
    if (parts.length === 0) return { kind: "closed" };
    return await deliverReply({
      turn: ended,
      attempt: 1,
      memory,
      channel,
      signal,
    });
  } finally {
    stopTyping();
  }
}
