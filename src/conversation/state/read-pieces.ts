import {
  keysUnder,
  type Piece,
  type PieceQuery,
  type Store,
} from "../../types/store.ts";
import type { Key } from "./pieces.ts";
import type { ConversationState } from "./state.ts";

export type PieceReader = Pick<Store<ConversationState>, "list">;

/** The value of a key. */
export async function get<Value>(
  store: PieceReader,
  where: Key<Value>,
): Promise<Value | undefined> {
  return valueAt(await store.list({ from: where, to: where, limit: 1 }), where);
}

/** Erases the value of a key. */
export async function eraseAt(
  store: Pick<Store<ConversationState>, "erase">,
  where: Key<unknown>,
): Promise<void> {
  await store.erase({ from: where, to: where });
}

/** Lists the values of all keys with a prefix. */
export function listUnder<Value>(
  store: PieceReader,
  prefix: Key<Value>,
  options: Pick<PieceQuery, "limit" | "isNewestFirst"> = {},
): Promise<readonly Piece<Value>[]> {
  return listBetween(store, keysUnder(prefix), options);
}

/** Lists the values of keys in a range, inclusive. */
export async function listBetween<Value>(
  store: PieceReader,
  range: { readonly from: Key<Value>; readonly to: Key<Value> },
  options: Omit<PieceQuery, "from" | "to"> = {},
): Promise<readonly Piece<Value>[]> {
  const pieces = await store.list({ ...range, ...options });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Key`
  return pieces as readonly Piece<Value>[];
}

/** Finds the value of a key in listed pieces. */
export function valueAt<Value>(
  pieces: readonly Piece[],
  where: Key<Value>,
): Value | undefined {
  const found = pieces.find((piece) => piece.key === where);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Key`
  return found?.value as Value | undefined;
}

/** The number at that index of the key's segments. */
export function numberIn({ key: text }: Piece, place: number): number {
  return Number(text.split("/")[place]);
}
