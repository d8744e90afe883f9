import { logError } from "../log.ts";
import type { FailedTurn, FailureList, ListedFailure } from "../archive.ts";
import type { TurnReference } from "../ports.ts";
import { keysUnder, type Piece, type Store } from "../store.ts";
import type { Memory } from "./memory.ts";
import { ConversationBusyError } from "./state/document.ts";
import { hashText } from "./state/pieces.ts";

export interface FailureListState {
  /** The number that the last failure was given. */
  readonly lastNumber: number;
  /** So many failures are listed at most; those that were taken off since they were counted are among them. */
  readonly count: number;
}

/** A list stays below this many; more failures push the oldest ones out. */
const MAX_FAILURES = 10_000;
/** Several workers may report at once: somebody else's commit is no failure. */
const MAX_TRIES = 20;
/** They are counted again after so many more. */
const SLACK = 50;

/**
 * The failed turns of all conversations in one document: each under its number, and its number under the turn. A turn is put before what
 * it replaces is erased, so that one whose process dies in between is listed twice until its conversation reports it again, which it does
 * until it was told that the list has it.
 */
export function createFailureList({
  store,
  maxFailures = MAX_FAILURES,
  slack = SLACK,
}: {
  store: Store<FailureListState>;
  maxFailures?: number;
  /** How many more than `maxFailures` there may be for a while. */
  slack?: number;
}): FailureList {
  const numbersOf = async (turn: TurnReference): Promise<readonly number[]> => {
    const range = keysUnder(await turnKey(turn));
    const pieces = await store.list({ ...range, isNewestFirst: true });
    return pieces.map(numberIn);
  };

  const erase = async (turn: TurnReference, number: number): Promise<void> => {
    const listed = await find(number);
    // A commit that never came about may have left the number of another turn.
    const isOurs = listed !== undefined && isOf(listed, turn);
    if (isOurs) await eraseKey(entryKey(number));
    await eraseKey(`${await turnKey(turn)}${toKey(number)}`);
  };
  const eraseKey = (key: string) => store.erase({ from: key, to: key });

  const find = async (number: number): Promise<ListedFailure | undefined> => {
    const key = entryKey(number);
    const [piece] = await store.list({ from: key, to: key });
    return piece && toListed(piece);
  };

  /** Under a new number, unless it is listed already as it is. Returns the numbers that it had before. */
  const put = async (turn: FailedTurn): Promise<readonly number[]> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { version, state } = await store.read();
      const [newest, ...older] = await numbersOf(turn);
      const listed = newest === undefined ? undefined : await find(newest);
      if (listed !== undefined && isSame(listed, turn)) return older;
      const { lastNumber = 0, count = 0 } = state ?? {};
      // Of several lists that are read as one, each has its numbers in order of time.
      const number = Math.max(lastNumber + 1, turn.failedAt);
      const { kind } = await store.commit({
        expected: version,
        state: { lastNumber: number, count: count + 1 },
        put: [
          { key: entryKey(number), value: turn },
          { key: `${await turnKey(turn)}${toKey(number)}`, value: number },
        ],
      });
      if (kind === "committed") {
        if (count + 1 > maxFailures + slack) await pushOut();
        return newest === undefined ? [] : [newest, ...older];
      }
    }
    throw new ConversationBusyError({ retryAfterMs: 1_000 });
  };

  const pushOut = async (): Promise<void> => {
    const { version, state } = await store.read();
    const pieces = await store.list(keysUnder(ENTRY));
    const kept = Math.min(pieces.length, maxFailures);
    for (const piece of pieces.slice(0, pieces.length - kept))
      await erase(toListed(piece), numberIn(piece));
    // Somebody else's addition counts again.
    if (state !== undefined)
      await store.commit({
        expected: version,
        state: { ...state, count: kept },
        put: [],
      });
  };

  return {
    async add(turn) {
      for (const number of await put(turn)) await erase(turn, number);
    },

    async remove(turn) {
      await store.read();
      for (const number of await numbersOf(turn)) await erase(turn, number);
    },

    async find(number) {
      await store.read();
      return find(number);
    },

    async list({ limit, before = Infinity }) {
      const { state } = await store.read();
      const last = Math.min(state?.lastNumber ?? 0, before - 1);
      if (last < 1) return [];
      const pieces = await store.list({
        from: entryKey(0),
        to: entryKey(last),
        isNewestFirst: true,
        limit,
      });
      return pieces.map(toListed);
    },
  };
}

const ENTRY = "entry/";

function toKey(number: number): string {
  return String(number).padStart(16, "0");
}

function entryKey(number: number): string {
  return `${ENTRY}${toKey(number)}`;
}

/** The beginning of it: each failure of the turn has a key of its own. */
async function turnKey({ conversation, id }: TurnReference): Promise<string> {
  return `turn/${await hashText(JSON.stringify([conversation, id]))}/`;
}

function numberIn({ key }: Piece): number {
  return Number(key.split("/").at(-1));
}

function isOf(listed: TurnReference, { conversation, id }: TurnReference) {
  return listed.conversation === conversation && listed.id === id;
}

function toListed(piece: Piece): ListedFailure {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put it there
  return { ...(piece.value as FailedTurn), number: numberIn(piece) };
}

function isSame({ number, ...listed }: ListedFailure, turn: FailedTurn) {
  return number > 0 && JSON.stringify(listed) === JSON.stringify(turn);
}

/**
 * Tells the list of failed turns what it does not know yet of a conversation. What is told again after a crash changes
 * nothing there. Returns whether the list knows all now. Never throws.
 */
export async function reportFailures({
  memory,
  list,
}: {
  memory: Pick<Memory, "unreportedFailures" | "noteReported">;
  list: Pick<FailureList, "add" | "remove">;
}): Promise<boolean> {
  try {
    const reports = await memory.unreportedFailures();
    for (const report of reports) {
      if (report.kind === "failed") await list.add(report.turn);
      else await list.remove(report.turn);
      await memory.noteReported(report);
    }
    return (
      reports.length === 0 || (await memory.unreportedFailures()).length === 0
    );
  } catch (error) {
    logError("failures not reported", { error });
    return false;
  }
}
