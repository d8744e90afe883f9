import { logError } from "../../runtime/log.ts";
import type {
  FailedTurn,
  FailureList,
  ListedFailure,
} from "../../types/archive.ts";
import type { TurnReference } from "../../types/mailbox.ts";
import { keysUnder, type Piece, type Store } from "../../types/store.ts";
import type { Memory } from "../memory.ts";
import { ConversationBusyError } from "../state/document.ts";
import { hashText } from "../state/hash-text.ts";

export interface FailureListState {
  /** The number of the newest failure. */
  readonly lastNumber: number;
  /**
   * Upper bound of the number of entries: includes those removed since the last
   * count.
   */
  readonly count: number;
}

/** Older failures are dropped beyond this many. */
const MAX_FAILURES = 10_000;
/** Several workers may report at once; retries a lost race. */
const MAX_TRIES = 20;
/** Entries are recounted after this many more. */
const SLACK = 50;

/**
 * The failed turns of all conversations, in one document: each under its
 * number, and its number under the turn. A new entry is added before the old
 * one is erased, so if the process dies in between, the turn is listed twice
 * until its conversation reports it again, which it does until the list has
 * confirmed it.
 */
export function createFailureList({
  store,
  maxFailures = MAX_FAILURES,
  slack = SLACK,
}: {
  store: Store<FailureListState>;
  maxFailures?: number;
  /** How far the list may temporarily exceed `maxFailures`. */
  slack?: number;
}): FailureList {
  /**
   * Adds the turn under a new number, unless already listed unchanged. Returns
   * its previous numbers.
   */
  const put = async (turn: FailedTurn): Promise<readonly number[]> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { version, state } = await store.read();
      const [newest, ...older] = await numbersOf(store, turn);
      const listed =
        newest === undefined ? undefined : await findEntry(store, newest);
      if (listed !== undefined && isSame(listed, turn)) return older;
      const { lastNumber = 0, count = 0 } = state ?? {};
      // Based on the time, so that numbers of a split list are in order across
      // its parts.
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
        if (count + 1 > maxFailures + slack)
          await dropOldest(store, maxFailures);
        return newest === undefined ? [] : [newest, ...older];
      }
    }
    throw new ConversationBusyError({ retryAfterMs: 1_000 });
  };

  return {
    async add(turn) {
      for (const number of await put(turn))
        await eraseEntry(store, turn, number);
    },

    async remove(turn) {
      await store.read();
      for (const number of await numbersOf(store, turn))
        await eraseEntry(store, turn, number);
    },

    async find(number) {
      await store.read();
      return findEntry(store, number);
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

type FailureStore = Store<FailureListState>;

async function numbersOf(
  store: FailureStore,
  turn: TurnReference,
): Promise<readonly number[]> {
  const range = keysUnder(await turnKey(turn));
  const pieces = await store.list({ ...range, isNewestFirst: true });
  return pieces.map(numberIn);
}

async function findEntry(
  store: FailureStore,
  number: number,
): Promise<ListedFailure | undefined> {
  const key = entryKey(number);
  const [piece] = await store.list({ from: key, to: key });
  return piece && toListed(piece);
}

async function eraseEntry(
  store: FailureStore,
  turn: TurnReference,
  number: number,
): Promise<void> {
  const eraseKey = (key: string) => store.erase({ from: key, to: key });
  const listed = await findEntry(store, number);
  // A failed commit may have left the number of another turn.
  const isOurs = listed !== undefined && isOf(listed, turn);
  if (isOurs) await eraseKey(entryKey(number));
  await eraseKey(`${await turnKey(turn)}${toKey(number)}`);
}

async function dropOldest(
  store: FailureStore,
  maxFailures: number,
): Promise<void> {
  const { version, state } = await store.read();
  const pieces = await store.list(keysUnder(ENTRY));
  const kept = Math.min(pieces.length, maxFailures);
  for (const piece of pieces.slice(0, pieces.length - kept))
    await eraseEntry(store, toListed(piece), numberIn(piece));
  // If a concurrent addition wins, it triggers the next count.
  if (state !== undefined)
    await store.commit({
      expected: version,
      state: { ...state, count: kept },
      put: [],
    });
}

const ENTRY = "entry/";

function toKey(number: number): string {
  return String(number).padStart(16, "0");
}

function entryKey(number: number): string {
  return `${ENTRY}${toKey(number)}`;
}

/** A prefix: each failure of the turn has its own key. */
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
 * Reports changes in a conversation's failures to the list of failed turns.
 * Idempotent, so a crash may repeat reports. Returns whether the list is up to
 * date. Never throws.
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
