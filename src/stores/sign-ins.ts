import type { SignInRow, SignInStore } from "../types/sign-in-store.ts";
import type { Store } from "../types/store.ts";

/** An owner's rows, by their names. */
export type SignInRows = Readonly<Record<string, SignInRow>>;

/** After the last row: so that nobody who has read it takes it for another. */
const EMPTY_MS = 60_000;

/** @param storeOf the store of an owner's rows */
export function createSignInStore({
  storeOf,
  now = Date.now,
}: {
  storeOf: (owner: string) => Store<SignInRows>;
  now?: () => number;
}): SignInStore {
  const isAlive = ({ expiresAt = Infinity }: SignInRow): boolean =>
    expiresAt > now();

  const read = async (owner: string) => {
    const { version, state = {} } = await storeOf(owner).read();
    const alive = Object.entries(state).filter(([, row]) => isAlive(row));
    return { version, rows: new Map(alive) };
  };

  /**
   * Changes an owner's rows, again if others have changed them meanwhile.
   * Returns whether `work` has changed any.
   */
  const change = async (
    owner: string,
    work: (rows: Map<string, SignInRow>) => boolean,
  ): Promise<boolean> => {
    for (;;) {
      const { version: expected, rows } = await read(owner);
      if (!work(rows)) return false;
      const { kind } = await storeOf(owner).commit({
        expected,
        state: Object.fromEntries(rows),
        expiresAt: lastExpiry([...rows.values()], now() + EMPTY_MS),
      });
      if (kind === "committed") return true;
    }
  };

  return {
    find: async ({ owner, name }) => (await read(owner)).rows.get(name),

    swap: ({ owner, name }, before, after) =>
      change(owner, (rows) => {
        if (rows.get(name)?.version !== before) return false;
        rows.set(name, after);
        return true;
      }),

    async take({ owner, name }) {
      let taken: SignInRow | undefined;
      await change(owner, (rows) => {
        taken = rows.get(name);
        return rows.delete(name);
      });
      return taken;
    },

    list: async (owner) => [...(await read(owner)).rows.keys()].toSorted(),

    async forget(owner) {
      await change(owner, (rows) => {
        const hadAny = rows.size > 0;
        rows.clear();
        return hadAny;
      });
    },
  };
}

/** `undefined` if one of them does not expire. */
function lastExpiry(
  rows: readonly SignInRow[],
  atLeast: number,
): number | undefined {
  const last = Math.max(
    atLeast,
    ...rows.map(({ expiresAt = Infinity }) => expiresAt),
  );
  return last < Infinity ? last : undefined;
}
