import { keysUnder, type Store } from "../types/store.ts";
import type { ListedConversation, Titles } from "../types/titles.ts";

const PREFIX = "title/";

/**
 * @param storeOf the store of a visitor's titles
 * @param retentionMs 0: titles do not expire
 */
export function createTitles({
  storeOf,
  retentionMs,
  now = Date.now,
}: {
  storeOf: (visitor: string) => Pick<Store<never>, "list" | "put" | "erase">;
  retentionMs: number;
  now?: () => number;
}): Titles {
  const expiryOf = ({ at }: ListedConversation): number | undefined =>
    retentionMs === 0 ? undefined : at + retentionMs;

  return {
    async list(visitor) {
      const pieces = await storeOf(visitor).list(keysUnder(PREFIX));
      return (
        pieces
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put it there
          .map(({ value }) => value as ListedConversation)
          .filter((title) => (expiryOf(title) ?? Infinity) > now())
          .toSorted((one, other) => other.at - one.at)
      );
    },

    async put(visitor, title) {
      const expiresAt = expiryOf(title);
      const piece = { key: keyOf(title.number), value: title, expiresAt };
      await storeOf(visitor).put([piece]);
    },

    async remove(visitor, number) {
      const key = keyOf(number);
      await storeOf(visitor).erase({ from: key, to: key });
    },
  };
}

function keyOf(number: number): string {
  return `${PREFIX}${String(number).padStart(9, "0")}`;
}
