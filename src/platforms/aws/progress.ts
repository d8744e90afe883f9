import { describeFailure } from "../../describe-failure.ts";
import type { TurnEvent } from "../../turn.ts";
import { type LiveState, type LiveTurn, NOTHING_LIVE } from "./live-state.ts";

/**
 * What progress costs at most: each KB that is written is a unit, and a second one where the item gets smaller. An answer of
 * 8 KB is written each second, one of 80 KB every ten.
 */
const BYTES_PER_SECOND = 8_192;

/** Tells watchers of a turn that runs. Never throws: nobody relies on it. */
export interface Progress extends AsyncDisposable {
  note(event: TurnEvent): void;
  /** Writes what is new, if somebody watches. */
  flush(options: { isWatched: boolean }): Promise<void>;
}

/** Nothing is left of the answer when it is disposed of: the turn has it, or nobody is to have it. */
export function createProgress({
  turn,
  steps,
  live,
  now = Date.now,
}: {
  turn: string;
  /** Those that are finished already. */
  steps: number;
  live: Pick<LiveState, "write">;
  now?: () => number;
}): Progress {
  let told: LiveTurn = { ...NOTHING_LIVE, turn, steps };
  let written = told;
  let isWritten = false;
  let nextAt = 0;

  const write = async (state: LiveTurn): Promise<void> => {
    try {
      await live.write(state);
      written = state;
      isWritten = true;
    } catch (error) {
      const event = "progress not written";
      console.warn(JSON.stringify({ event, ...describeFailure(error) }));
    }
  };

  return {
    note(event) {
      if (event.type === "step")
        told = { ...told, steps: Math.max(told.steps, event.index + 1) };
      if (event.type === "delta")
        told = {
          ...told,
          answer: told.answer.slice(0, event.offset) + event.text,
        };
    },
    async flush({ isWatched }) {
      if (!isWatched || told === written || now() < nextAt) return;
      const bytes = countBytes(told.answer);
      nextAt = now() + (bytes * 1000) / BYTES_PER_SECOND;
      await write(told);
    },
    async [Symbol.asyncDispose]() {
      if (isWritten) await write({ ...NOTHING_LIVE, turn });
    },
  };
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
