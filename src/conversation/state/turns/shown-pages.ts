import type { Piece } from "../../../types/store.ts";
import type { Step } from "../../../types/turn.ts";
import { hashText } from "../hash-text.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toPiece } from "../pieces.ts";
import { listUnder, numberIn } from "../read-pieces.ts";
import type { OpenTurn } from "../state.ts";

/**
 * Whether any turn's stored step has that page among its sources, ignoring
 * fragments. Constant time: looks up the last turn that has shown the page,
 * stored under its address.
 */
export async function wasShown(
  { store, document, isExpired }: MemoryContext,
  url: string,
): Promise<boolean> {
  const address = toPageKey(url);
  if (address === undefined) return false;
  const prefix = keys.pages(await hashText(address));
  const state = await document.read();
  const options = { limit: 1, isNewestFirst: true };
  const [newest] = await listUnder(store, prefix, options);
  if (newest === undefined) return false;
  const number = numberIn(newest, 2);
  const isOpen = state.open.some((turn) => turn.number === number);
  return number >= state.firstTurn && (isOpen || !isExpired(newest.value));
}

/** Pieces that record the sources of steps as shown by the turn. */
export async function toPages(
  { number, acceptedAt }: Pick<OpenTurn, "number" | "acceptedAt">,
  steps: readonly Step[],
): Promise<Piece[]> {
  const addresses = steps.flatMap(({ sources = [] }) =>
    sources.flatMap(({ url }) => toPageKey(url) ?? []),
  );
  return Promise.all(
    [...new Set(addresses)].map(async (address) =>
      toPiece(keys.page(await hashText(address), number), acceptedAt),
    ),
  );
}

/**
 * Normalises an address to its page: as serialised by the URL standard, without
 * the fragment. `undefined` if invalid.
 */
function toPageKey(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null) return undefined;
  url.hash = "";
  return url.href;
}
