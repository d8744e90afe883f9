import { logError } from "../runtime/log.ts";
import type { IndexedTurn, TurnIndex } from "../types/turn-index.ts";
import type { Memory } from "./memory.ts";
import type { UnlistedTurns } from "./state/reports/unlisted-turns.ts";

/** Where a conversation's turns are listed. */
export interface TurnListing {
  /** `undefined`: there is no console, and nothing is listed. */
  readonly turnIndex: TurnIndex | undefined;
  /** The model's name, for the rows. */
  readonly model: string;
}

/** Batches at a time; the rest follows later. */
const MAX_BATCHES = 10;

/**
 * Tells the index of all turns about the changes that it has not seen. Repeats
 * after a crash do no harm. Call it where no reply waits for it. Returns whether
 * the index is up to date. Never throws.
 */
export async function listTurns(
  memory: Pick<Memory, "unlistedTurns" | "noteListed">,
  { turnIndex, model }: TurnListing,
): Promise<boolean> {
  if (turnIndex === undefined) return true;
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const unlisted = await memory.unlistedTurns();
      if (unlisted === undefined) return true;
      for (const range of unlisted.gone) await turnIndex.erase(range);
      if (unlisted.turns.length > 0)
        await turnIndex.put(toRows(unlisted, model));
      await memory.noteListed(unlisted);
    }
    return false;
  } catch (error) {
    logError("turns not listed", { error });
    return false;
  }
}

/** Turns that are answered sooner are listed once, with their answer. */
const UNANSWERED_MS = 5_000;

/**
 * Lists turns as unanswered while one of them runs, unless it ends soon. The
 * run waits for nothing; dispose of it when the run has ended, before
 * `listTurns`.
 */
export function listWhileRunning(
  memory: Pick<Memory, "unlistedTurns" | "noteListed">,
  { turnIndex, model }: TurnListing,
  { afterMs = UNANSWERED_MS }: { afterMs?: number } = {},
): AsyncDisposable {
  let listing = Promise.resolve();
  const list = async (): Promise<void> => {
    try {
      const unlisted = await memory.unlistedTurns();
      if (unlisted === undefined || unlisted.turns.length === 0) return;
      await turnIndex?.put(toRows(unlisted, model));
      // Their marks stay; they may have been forgotten meanwhile.
      await memory.noteListed({ ...unlisted, upTo: 0 });
    } catch (error) {
      logError("unanswered turns not listed", { error });
    }
  };
  const timer =
    turnIndex &&
    setTimeout(() => {
      listing = list();
    }, afterMs);
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await listing;
    },
  };
}

function toRows(
  { turns }: UnlistedTurns,
  model: string,
): readonly IndexedTurn[] {
  return turns.map((turn) => ({ ...turn, model }));
}
