import { logError } from "../../log.ts";
import type { FailureList } from "../../archive.ts";
import type { Memory } from "../../conversation/memory.ts";
import { reportFailures } from "../../conversation/failure-list.ts";

/** When failures that could not be reported are reported again. */
const REPORT_AGAIN_MS = 300_000;

/** When what could not be erased is erased again. */
const ERASE_AGAIN_MS = 3_600_000;

/** What a conversation's alarm does besides running turns. Open turns go first: where there are some, the rest comes after them. */
export interface ConversationUpkeep {
  /** After the turn's own alarm, which must not wait for this. */
  reportFailures(): Promise<void>;
  /** Where turns expire. Never throws. */
  expire(): Promise<void>;
}

/** @param memory opens it, and may throw while the configuration is wrong */
export function createConversationUpkeep({
  storage,
  memory,
  list,
}: {
  storage: DurableObjectStorage;
  memory: () => Memory;
  list: FailureList;
}): ConversationUpkeep {
  /** The alarm of an open turn stays, and so does one that comes earlier. */
  const wakeBy = async (at: number): Promise<void> => {
    if ((await memory().nextOpen()) !== undefined) return;
    const alarm = await storage.getAlarm();
    if (alarm === null || alarm > at) await storage.setAlarm(at);
  };

  return {
    async reportFailures() {
      if (await reportFailures({ memory: memory(), list })) return;
      await wakeBy(Date.now() + REPORT_AGAIN_MS);
    },

    async expire() {
      try {
        if ((await memory().nextOpen()) !== undefined) return;
        const next = await memory().expire();
        if (next !== undefined) await wakeBy(next);
      } catch (error) {
        logError("expired turns not erased", { error });
        if ((await storage.getAlarm()) === null)
          await storage.setAlarm(Date.now() + ERASE_AGAIN_MS);
      }
    },
  };
}
