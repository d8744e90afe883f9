import { hashText } from "../../../runtime/hash.ts";
import type { Piece } from "../../../types/store.ts";
import type { Step } from "../../../types/turn.ts";
import type { MemoryContext } from "../memory-context.ts";
import {
  get,
  keys,
  listUnder,
  numberIn,
  toPiece,
  type Key,
} from "../pieces.ts";
import type { OpenTurn } from "../state.ts";

/**
 * Stores the actions of a model reply, which begin at the next index, or one
 * step whose tool has run. Does nothing if the turn has ended or was forgotten.
 */
export async function saveSteps(
  { document, keepsPages }: MemoryContext,
  id: string,
  from: number,
  steps: readonly Step[],
): Promise<void> {
  const { held } = document;
  const [first] = steps;
  if (held?.turn.id !== id || first === undefined) return;
  const { number, turn } = held;
  const { epoch } = held.run;
  const isDone = from < held.steps.length;
  await document.put([
    isDone
      ? toPiece(keys.done(number, epoch, from), { index: from, step: first })
      : toPiece(keys.decided(number, epoch, from), { from, steps }),
    ...(keepsPages ? await toPages({ ...turn, number }, steps) : []),
  ]);
  held.steps.splice(from, steps.length, ...steps);
}

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
async function toPages(
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

/**
 * What a recording says, kept with the running turn: hearing it costs money.
 * @param file of the recording's attachment
 */
export async function findTranscript(
  context: MemoryContext,
  turn: string,
  file: string,
): Promise<string | undefined> {
  const key = await keyOf(context, turn, file);
  return key && get(context.store, key);
}

/** Does nothing if the turn has ended or was forgotten. */
export async function keepTranscript(
  context: MemoryContext,
  turn: string,
  file: string,
  text: string,
): Promise<void> {
  const key = await keyOf(context, turn, file);
  if (key !== undefined) await context.document.put([toPiece(key, text)]);
}

async function keyOf(
  { document: { held } }: MemoryContext,
  turn: string,
  file: string,
): Promise<Key<string> | undefined> {
  return held?.turn.id === turn
    ? keys.transcript(held.number, await hashText(file))
    : undefined;
}
