import { hashText } from "../runtime/hash.ts";
import type { TurnReference } from "../types/mailbox.ts";
import { keysUnder, type Piece, type Store } from "../types/store.ts";
import type {
  ListedUndelivered,
  Undelivered,
  UndeliveredList,
} from "../types/undelivered.ts";
import { ConversationBusyError } from "./state/document.ts";

export interface UndeliveredListState {
  /** The number of the newest entry. */
  readonly lastNumber: number;
  /**
   * Upper bound of the number of entries: includes those removed since the last
   * count.
   */
  readonly count: number;
}

/** Older entries are dropped beyond this many. */
const MAX_UNDELIVERED = 10_000;
/** Several workers may report at once; retries a lost race. */
const MAX_TRIES = 20;
/** Entries are recounted after this many more. */
const SLACK = 50;
/** The most that are dropped with one addition, since they have expired. */
const EXPIRING = 20;

/**
 * What was given up in all conversations, in one document: each under its
 * number, and its number under what has the id. A new entry is added before the
 * old one is erased, so if the process dies in between, it is listed twice until
 * it is added again.
 */
export function createUndeliveredList({
  store,
  maxUndelivered = MAX_UNDELIVERED,
  slack = SLACK,
  now = Date.now,
}: {
  store: Store<UndeliveredListState>;
  maxUndelivered?: number;
  /** How far the list may temporarily exceed `maxUndelivered`. */
  slack?: number;
  now?: () => number;
}): UndeliveredList {
  const isKept = ({ expiresAt = Infinity }: Undelivered): boolean =>
    expiresAt > now();

  /**
   * Adds the item under a new number, unless already listed unchanged. Returns
   * its previous numbers.
   */
  const put = async (item: Undelivered): Promise<readonly number[]> => {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { version, state } = await store.read();
      const [newest, ...older] = await numbersOf(store, item);
      const listed =
        newest === undefined ? undefined : await findEntry(store, newest);
      if (listed !== undefined && isSame(listed, item)) return older;
      const { lastNumber = 0, count = 0 } = state ?? {};
      const number = lastNumber + 1;
      const { kind, snapshot } = await store.commit({
        expected: version,
        state: { lastNumber: number, count: count + 1 },
        put: [
          { key: entryKey(number), value: item },
          { key: `${await itemKey(item)}${toKey(number)}`, value: number },
        ],
      });
      if (kind === "committed") {
        if (count + 1 > maxUndelivered + slack)
          await dropOldest(store, {
            maxUndelivered,
            lastNumber: number,
            version: snapshot.version,
          });
        return newest === undefined ? [] : [newest, ...older];
      }
    }
    throw new ConversationBusyError({ retryAfterMs: 1_000 });
  };

  return {
    async add(item) {
      for (const number of await put(item))
        await eraseEntry(store, item, number);
      const oldest = await listEntries(store, { limit: EXPIRING });
      for (const listed of oldest)
        if (!isKept(listed)) await eraseEntry(store, listed, listed.number);
    },

    async remove(item) {
      await store.read();
      for (const number of await numbersOf(store, item))
        await eraseEntry(store, item, number);
    },

    async forget(conversation) {
      await store.read();
      for (const listed of await listEntries(store))
        if (listed.conversation === conversation)
          await eraseEntry(store, listed, listed.number);
    },

    async find(number) {
      await store.read();
      return findEntry(store, number);
    },

    async list({ limit, before = Infinity }) {
      const { state } = await store.read();
      const last = Math.min(state?.lastNumber ?? 0, before - 1);
      if (last < 1) return [];
      const listed = await listEntries(store, {
        to: entryKey(last),
        isNewestFirst: true,
        limit,
      });
      return listed.filter(isKept);
    },
  };
}

type UndeliveredStore = Store<UndeliveredListState>;

async function numbersOf(
  store: UndeliveredStore,
  item: TurnReference,
): Promise<readonly number[]> {
  const range = keysUnder(await itemKey(item));
  const pieces = await store.list({ ...range, isNewestFirst: true });
  return pieces.map(numberIn);
}

async function findEntry(
  store: UndeliveredStore,
  number: number,
): Promise<ListedUndelivered | undefined> {
  const key = entryKey(number);
  const [entry] = await listEntries(store, { from: key, to: key });
  return entry;
}

async function listEntries(
  store: UndeliveredStore,
  range: Partial<Parameters<UndeliveredStore["list"]>[0]> = {},
): Promise<readonly ListedUndelivered[]> {
  const pieces = await store.list({ ...keysUnder(ENTRY), ...range });
  return pieces.map((piece) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put it there
    ...(piece.value as Undelivered),
    number: numberIn(piece),
  }));
}

async function eraseEntry(
  store: UndeliveredStore,
  item: TurnReference,
  number: number,
): Promise<void> {
  const eraseKey = (key: string) => store.erase({ from: key, to: key });
  const listed = await findEntry(store, number);
  // A failed commit may have left the number of another item.
  const isOurs = listed !== undefined && isOf(listed, item);
  if (isOurs) await eraseKey(entryKey(number));
  await eraseKey(`${await itemKey(item)}${toKey(number)}`);
}

async function dropOldest(
  store: UndeliveredStore,
  {
    maxUndelivered,
    lastNumber,
    version,
  }: { maxUndelivered: number; lastNumber: number; version: number },
): Promise<void> {
  const listed = await listEntries(store);
  const kept = Math.min(listed.length, maxUndelivered);
  for (const oldest of listed.slice(0, listed.length - kept))
    await eraseEntry(store, oldest, oldest.number);
  // If a concurrent addition wins, it triggers the next count.
  await store.commit({
    expected: version,
    state: { lastNumber, count: kept },
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

/** A prefix: each entry of the item has its own key. */
async function itemKey({ conversation, id }: TurnReference): Promise<string> {
  return `item/${await hashText(JSON.stringify([conversation, id]))}/`;
}

function numberIn({ key }: Piece): number {
  return Number(key.split("/").at(-1));
}

function isOf(listed: TurnReference, { conversation, id }: TurnReference) {
  return listed.conversation === conversation && listed.id === id;
}

function isSame(entry: ListedUndelivered, item: Undelivered): boolean {
  const { number: _, ...listed } = entry;
  return JSON.stringify(listed) === JSON.stringify(item);
}
