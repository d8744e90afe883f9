import { keysUnder, type Store } from "../types/store.ts";
import type { ListedConversation, Titles } from "../types/titles.ts";

interface TitleOptions {
  /** 0: titles do not expire. */
  readonly retentionMs: number;
  readonly now?: () => number;
}

type TitleStore = Pick<Store<never>, "list" | "put" | "erase">;

const PREFIX = "title/";

/** @param storeOf the store of a visitor's titles */
export function createTitles({
  storeOf,
  ...options
}: TitleOptions & { storeOf: (visitor: string) => TitleStore }): Titles {
  return {
    async list(visitor) {
      const titles = await readTitles(storeOf(visitor));
      return titles
        .filter((title) => !isExpired(title, options))
        .toSorted((one, other) => other.at - one.at);
    },

    async put(visitor, title) {
      await storeOf(visitor).put([{ key: keyOf(title.number), value: title }]);
    },

    remove: (visitor, number) => erase(storeOf(visitor), number),
  };
}

/**
 * Erases a visitor's expired titles. Returns when the next one expires, in
 * epoch milliseconds; `undefined` if none does.
 */
export async function expireTitles(
  store: TitleStore,
  options: TitleOptions,
): Promise<number | undefined> {
  const { retentionMs } = options;
  if (retentionMs === 0) return undefined;
  const titles = await readTitles(store);
  for (const title of titles)
    if (isExpired(title, options)) await erase(store, title.number);
  const left = titles.filter((title) => !isExpired(title, options));
  return left.length === 0
    ? undefined
    : Math.min(...left.map(({ at }) => at)) + retentionMs;
}

async function readTitles(
  store: TitleStore,
): Promise<readonly ListedConversation[]> {
  const pieces = await store.list(keysUnder(PREFIX));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put it there
  return pieces.map(({ value }) => value as ListedConversation);
}

function isExpired(
  { at }: ListedConversation,
  { retentionMs, now = Date.now }: TitleOptions,
): boolean {
  return retentionMs > 0 && at + retentionMs <= now();
}

async function erase(store: TitleStore, number: number): Promise<void> {
  await store.erase({ from: keyOf(number), to: keyOf(number) });
}

function keyOf(number: number): string {
  return `${PREFIX}${String(number).padStart(9, "0")}`;
}
