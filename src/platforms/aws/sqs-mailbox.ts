import {
  acceptDelivery,
  endWaiting,
  retryTurn,
  stopTurn,
  type Inbox,
  type TurnScheduler,
} from "../../conversation/accept/accept-message.ts";
import { handOver } from "../../conversation/accept/hand-over.ts";
import type { Bot } from "../../conversation/bot.ts";
import { notifyFull } from "../../conversation/deliver/notices.ts";
import {
  followLinks,
  type ConversationPorts,
} from "../../conversation/linked/follow-links.ts";
import type { Memory } from "../../conversation/memory.ts";
import {
  listTurns,
  tellReceivers,
  type EventTelling,
  type TurnListing,
} from "../../conversation/reports.ts";
import { createTimeLimit } from "../../runtime/abort.ts";
import { logError, logWarning } from "../../runtime/log.ts";
import type { Channels } from "../../types/channel.ts";
import type { Turn } from "../../types/turn.ts";
import type { Conversations } from "./conversations.ts";
import { NO_LIVE_TURN } from "./live-state.ts";
import type { TurnQueue } from "./queues.ts";
import { watchTurn } from "./watch-turn.ts";

/**
 * Limits how long the response to a message waits while its author is notified
 * that it was rejected.
 */
const NOTIFY_MS = 5_000;

/**
 * A message that is delivered again after this time is queued again. SQS
 * deduplicates for five minutes.
 */
const OCCASION_MS = 60_000;

/**
 * A turn that has not begun for so long waits for others or was never queued.
 */
const OVERDUE_MS = 60_000;

/**
 * Client of the conversations of a table, whose turns a worker runs when the
 * queue invokes it. A message is stored, then queued. If the process dies in
 * between, the message is queued when it is delivered again or when its turn is
 * read a minute later; otherwise its turn runs after the next message's.
 */
export function createSqsMailbox({
  conversations,
  queue,
  bot: { access, handoverSilenceMs: silenceMs },
  channels,
  listing,
  telling,
  now = Date.now,
}: {
  conversations: Conversations;
  queue: TurnQueue;
  bot: Pick<Bot, "access" | "handoverSilenceMs">;
  channels: Pick<Channels, "find">;
  listing: TurnListing;
  telling: EventTelling;
  now?: () => number;
}): ConversationPorts {
  /**
   * Makes the queue's message visible if it waits for a later attempt at a
   * turn; with `turn`, only for that turn. Returns whether it waited.
   */
  const wake = async (
    conversation: string,
    turn?: string,
  ): Promise<boolean> => {
    const live = conversations.liveStateOf(conversation);
    const known = await live.read({ isConsistent: true });
    const isWanted = turn === undefined || turn === known.turn;
    if (!isWanted || known.waitsUntil <= now()) return false;
    try {
      await queue.hide(known.receipt, 0);
    } catch (error) {
      // It returns at its own time; usually it has returned already.
      logWarning("waiting turn not woken", { error });
    }
    return true;
  };

  const schedulerOf = (
    conversation: string,
    memory: Memory,
  ): TurnScheduler => ({
    scheduleRun: (turn) => {
      const minute = Math.floor(now() / OCCASION_MS);
      return queue.send(conversation, {
        occasion: JSON.stringify([turn, minute]),
      });
    },
    async interrupt(id) {
      if (await wake(conversation, id)) return;
      // Its worker sees the mark when it polls or when it begins.
      if ((await memory.nextOpen())?.id === id) return;
      await endWaiting(id, { memory, channels });
      await tellReceivers(memory, telling);
    },
  });

  /**
   * Queues a turn again that was probably never queued. Never throws, so that
   * reads succeed.
   */
  const ensureBegun = async (turn: Turn | undefined): Promise<void> => {
    if (turn === undefined || !isOverdue(turn, now())) return;
    const { conversation } = turn.message;
    try {
      await open(conversation).scheduler.scheduleRun(turn.id);
    } catch (error) {
      logError("overdue turn not queued", { error });
    }
  };

  const open = (conversation: string): Inbox => {
    const memory = conversations.memoryOf(conversation);
    return { memory, scheduler: schedulerOf(conversation, memory) };
  };

  return followLinks({
    memoryOf: (conversation) => conversations.memoryOf(conversation),

    async deliver(message, options) {
      const inbox = open(message.conversation);
      const delivery = await acceptDelivery(message, {
        ...inbox,
        access,
        silenceMs,
        isAsked: options?.isAsked,
        async onFull() {
          const channel = await channels.find(message.channel);
          using time = createTimeLimit({ ms: NOTIFY_MS });
          await notifyFull({ message, channel, signal: time.signal });
        },
      });
      await tellReceivers(inbox.memory, telling);
      return delivery;
    },

    async handOver(conversation, action) {
      const inbox = open(conversation);
      const outcome = await handOver(action, { ...inbox, silenceMs });
      await tellReceivers(inbox.memory, telling);
      return outcome;
    },

    stop: ({ conversation, id }) => stopTurn(id, open(conversation)),

    async retry({ conversation, id }) {
      const { memory, scheduler } = open(conversation);
      const retrying = await retryTurn(id, {
        memory,
        scheduler: {
          ...scheduler,
          async scheduleRun() {
            await queue.send(conversation);
            await wake(conversation);
          },
        },
      });
      if (retrying.kind === "retrying") await listTurns(memory, listing);
      return retrying;
    },

    watch: (turn, options) =>
      watchTurn(turn, { conversations, ensureBegun, ...options }),

    async findTurn({ conversation, id }) {
      const turn = await conversations.memoryOf(conversation).findTurn(id);
      await ensureBegun(turn);
      return turn;
    },

    async rate({ conversation, id }, rating) {
      const memory = conversations.memoryOf(conversation);
      const outcome = await memory.rateTurn(id, rating);
      if (outcome === "rated") await listTurns(memory, listing);
      return outcome;
    },

    async addUsage({ conversation, id }, usage) {
      const memory = conversations.memoryOf(conversation);
      await memory.addUsage(id, usage);
      await listTurns(memory, listing);
    },

    changeSettings: (conversation, patch) =>
      conversations.memoryOf(conversation).changeSettings(patch),

    async forget(conversation) {
      const memory = conversations.memoryOf(conversation);
      const forgotten = await memory.forget();
      // Even if nothing was left to forget: an earlier process may have died
      // before this line. If a turn is running, its worker checks afterwards.
      if (await memory.hasForgotten()) await queue.send(conversation);
      if (forgotten.turns === 0) return forgotten;
      // A deleted turn may wait for a later attempt; the next message must not
      // wait for that.
      await wake(conversation);
      await conversations.liveStateOf(conversation).write(NO_LIVE_TURN);
      await listTurns(memory, listing);
      return forgotten;
    },
  });
}

function isOverdue(
  { attempts, reply, acceptedAt }: Turn,
  now: number,
): boolean {
  return attempts === 0 && reply === undefined && acceptedAt + OVERDUE_MS < now;
}
