import { logError } from "../runtime/log.ts";
import type { EventQueue, EventType } from "../types/event.ts";
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

/**
 * Tells the index of all turns about the changes that it has not seen. Call it
 * where no reply waits for it. Returns whether the index is up to date. Never
 * throws.
 */
export async function listTurns(
  memory: Pick<Memory, "unlistedTurns" | "noteListed">,
  { turnIndex, model }: TurnListing,
): Promise<boolean> {
  if (turnIndex === undefined) return true;
  return reportAll(
    "turns not listed",
    memory.unlistedTurns,
    async (unlisted) => {
      for (const range of unlisted.gone) await turnIndex.erase(range);
      if (unlisted.turns.length > 0)
        await turnIndex.put(toRows(unlisted, model));
      await memory.noteListed(unlisted);
    },
  );
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

/** Who is told of conversations' events, and how. */
export interface EventTelling {
  /** What somebody is told of; empty: there is nobody. */
  readonly types: readonly EventType[];
  readonly queue: EventQueue;
}

/**
 * Queues the events that a conversation owes, in their order. No turn waits for
 * it. Returns whether all are queued. Never throws.
 */
export async function tellReceivers(
  memory: Pick<Memory, "owedEvents" | "noteTold">,
  { types, queue }: EventTelling,
): Promise<boolean> {
  if (types.length === 0) return true;
  return reportAll("events not queued", memory.owedEvents, async (owed) => {
    for (const event of owed.events) await queue.enqueueEvent(event);
    await memory.noteTold(owed);
  });
}

/** Batches at a time; the rest follows later. */
const MAX_BATCHES = 10;

/** Repeats after a crash do no harm. Returns whether nothing is left. */
async function reportAll<Batch>(
  failure: string,
  read: () => Promise<Batch | undefined>,
  report: (batch: Batch) => Promise<void>,
): Promise<boolean> {
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const owed = await read();
      if (owed === undefined) return true;
      await report(owed);
    }
  } catch (error) {
    logError(failure, { error });
  }
  return false;
}
