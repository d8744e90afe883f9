import { MAX_OPEN_WITH_SCHEDULES } from "../../conversation/accept/accept-message.ts";
import { logError } from "../../runtime/log.ts";
import type { DueConversation } from "../../stores/dynamodb/dynamo-due-index.ts";
import type { Conversations } from "./conversations.ts";
import type { TurnQueue } from "./queues.ts";

/** The next wake-up removes what is younger. */
const SETTLED_MS = 60_000;

/** Conversations that are woken at once. */
const PARALLEL = 10;

interface Waker {
  readonly conversations: Conversations;
  readonly queue: Pick<TurnQueue, "send">;
  readonly now?: () => number;
}

/**
 * Opens the turns of what is due in all conversations, and has workers run
 * them. A conversation leaves the index only when all of that is stored, so
 * what fails, or dies, is done by the next wake-up.
 */
export async function wakeDue({
  now = Date.now,
  ...waker
}: Waker): Promise<void> {
  const { due } = waker.conversations;
  const seen = new Set<string>();
  for (;;) {
    const found = await due.list({ until: now(), limit: seen.size + PARALLEL });
    const fresh = found.filter((one) => !seen.has(toKey(one)));
    if (fresh.length === 0) return;
    await Promise.all(fresh.map((one) => wake(one, { ...waker, now })));
    for (const one of fresh) seen.add(toKey(one));
  }
}

function toKey({ conversation, at }: DueConversation): string {
  return `${at} ${conversation}`;
}

async function wake(
  woken: DueConversation,
  { conversations, queue, now }: Required<Waker>,
): Promise<void> {
  const { conversation } = woken;
  try {
    const memory = conversations.memoryOf(conversation);
    await memory.openDue({ limit: MAX_OPEN_WITH_SCHEDULES });
    // Also if an earlier process has stored it, and died.
    const open = await memory.nextOpen();
    const owesEvents = (await memory.owedEvents()) !== undefined;
    if (open !== undefined || owesEvents) await queue.send(conversation);
    const at = await memory.nextDue();
    if (at !== undefined) await conversations.due.put({ conversation, at });
    // A younger one may be of a schedule that is about to be stored.
    if (at !== woken.at && woken.at < now() - SETTLED_MS)
      await conversations.due.remove(woken);
  } catch (error) {
    logError("schedules not opened", { error });
  }
}
