import { logError, logWarning } from "../../log.ts";
import { createTimeLimit } from "../../abort.ts";
import type { Archive } from "../../archive.ts";
import type { AccessRules, Channels } from "../../channel.ts";
import {
  acceptMessage,
  endWaiting,
  type Inbox,
  retryTurn,
  stopTurn,
  notifyFull,
  type TurnScheduler,
} from "../../conversation/accept-message.ts";
import type { Memory } from "../../conversation/memory.ts";
import { reportFailures } from "../../conversation/failure-list.ts";
import type { Mailbox } from "../../ports.ts";
import type { Turn } from "../../turn.ts";
import type { Conversations } from "./conversations.ts";
import { NOTHING_LIVE } from "./live-state.ts";
import type { TurnQueue } from "./queues.ts";
import { watchTurn } from "./watch-turn.ts";

/** How long the answer to a message may wait until its author was told that it was not taken. */
const TELL_MS = 5_000;

/** SQS forgets what it has seen after five minutes; what is delivered again later than this is queued again. */
const OCCASION_MS = 60_000;

/** A turn that nobody has begun for so long waits for others, or was never queued. */
const OVERDUE_MS = 60_000;

/**
 * The way to the conversations of a table, whose turns a worker runs that the queue calls. A message is stored, then queued:
 * where the process dies in between, the message is queued when it is delivered again, or when somebody asks for its turn a
 * minute later; or its turn runs after the next one's.
 */
export function createSqsMailbox({
  conversations,
  queue,
  access,
  channels,
  failures,
  now = Date.now,
}: {
  conversations: Conversations;
  queue: TurnQueue;
  access: AccessRules;
  channels: Pick<Channels, "find">;
  failures: Parameters<typeof reportFailures>[0]["list"];
  now?: () => number;
}): Mailbox & Archive {
  /** Lets the message of the queue come that waits for a later attempt at a turn; only that turn's, where one is named. */
  const wake = async (
    conversation: string,
    turn?: string,
  ): Promise<boolean> => {
    const live = conversations.liveStateOf(conversation);
    const known = await live.read({ isConsistent: true });
    const isMeant = turn === undefined || turn === known.turn;
    if (!isMeant || known.waitsUntil <= now()) return false;
    try {
      await queue.hide(known.receipt, 0);
    } catch (error) {
      // It comes at its own time; mostly it has come already.
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
      // Its worker sees the mark, or will when it begins.
      if ((await memory.nextOpen())?.id === id) return;
      const turn = await memory.findTurn(id);
      if (turn === undefined) return;
      const channel = await channels.find(turn.message.channel);
      await endWaiting({ turn, memory, channel, publish: () => {} });
    },
  });

  /** Never throws: who asks is to learn what there is. */
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

  return {
    deliver: (message) =>
      acceptMessage(message, {
        ...open(message.conversation),
        access,
        async onFull() {
          const channel = await channels.find(message.channel);
          const { signal } = new AbortController();
          using time = createTimeLimit({ ms: TELL_MS, signal });
          await notifyFull({ message, channel, signal: time.signal });
        },
      }),

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
      if (retrying.kind === "retrying")
        await reportFailures({ memory, list: failures });
      return retrying;
    },

    watch: (turn, options) =>
      watchTurn(turn, { conversations, ensureBegun, ...options }),

    async findTurn({ conversation, id }) {
      const turn = await conversations.memoryOf(conversation).findTurn(id);
      await ensureBegun(turn);
      return turn;
    },
    read: (conversation, options) =>
      conversations.memoryOf(conversation).read(options),

    changeSettings: (conversation, patch) =>
      conversations.memoryOf(conversation).changeSettings(patch),

    async forget(conversation) {
      const memory = conversations.memoryOf(conversation);
      const forgotten = await memory.forget();
      // Also where nothing was left to forget: the process may have died before this. After a running turn the worker checks.
      if (await memory.hasForgotten()) await queue.send(conversation);
      if (forgotten.turns === 0) return forgotten;
      // A turn that is gone may wait for a later attempt; the next message must not wait for that.
      await wake(conversation);
      await conversations.liveStateOf(conversation).write(NOTHING_LIVE);
      await reportFailures({ memory, list: failures });
      return forgotten;
    },
  };
}

function isOverdue(
  { attempts, reply, acceptedAt }: Turn,
  now: number,
): boolean {
  return attempts === 0 && reply === undefined && acceptedAt + OVERDUE_MS < now;
}
