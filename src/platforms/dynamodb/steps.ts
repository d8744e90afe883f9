import { toPageKey } from "../../conversation/to-page-key.ts";
import { sha256 } from "../../sha256.ts";
import { toHex } from "../../to-hex.ts";
import type { TurnStep } from "../../turn.ts";
import type { PutOptions } from "./collection.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { toSortableNumber } from "./keys.ts";
import { requireLease } from "./lease.ts";
import { LeaseLostError } from "./lease-errors.ts";
import { readStoredTurn } from "./read-stored-turn.ts";

/**
 * Stores steps of a turn that is being thought about; see `Memory`. Steps that come together lie in one item, so that all
 * of them are there or none; each that is completed lies in one of its own.
 * @param keepsPages whether it is asked which pages were shown
 */
export async function saveSteps(
  store: ConversationStore,
  id: string,
  {
    from,
    steps,
    keepsPages,
  }: { from: number; steps: readonly TurnStep[]; keepsPages: boolean },
): Promise<void> {
  const { items, progress } = store;
  const { epoch, open } = await requireLease(store);
  const turn = open.find((one) => one.id === id);
  if (turn?.status !== "thinking" || steps.length === 0) return;
  const options = { turn: turn.number, epoch };
  if (keepsPages) await putPages(store, id, { steps, options });
  const path = [id, toSortableNumber(from), toSortableNumber(steps.length)];
  const isSaved = await items.steps.put(path, { from, steps }, options);
  if (!isSaved) throw new LeaseLostError();
  const before = progress.get(id);
  if (before !== undefined)
    progress.set(id, {
      ...before,
      steps: [
        ...before.steps.slice(0, from),
        ...steps,
        ...before.steps.slice(from + steps.length),
      ],
    });
}

async function putPages(
  store: ConversationStore,
  id: string,
  { steps, options }: { steps: readonly TurnStep[]; options: PutOptions },
): Promise<void> {
  const pages = await toPages(steps);
  const turn = pages.size > 0 ? await readStoredTurn(store, id) : undefined;
  if (turn === undefined) return;
  for (const page of pages)
    await store.items.pages.put([page], turn.value.acceptedAt, options);
}

/** In order, up to the first one that is missing. */
export async function readSteps(
  { items, progress }: ConversationStore,
  id: string,
): Promise<readonly TurnStep[]> {
  const known = progress.get(id)?.steps;
  if (known !== undefined) return known;
  const entries = await items.steps.list({ under: [id], isConsistent: true });
  const found = new Map<number, { step: TurnStep; epoch: number }>();
  // What a later worker has stored goes first, then those that were completed by themselves.
  const saved = entries.toSorted(
    (a, b) => a.epoch - b.epoch || b.value.steps.length - a.value.steps.length,
  );
  for (const { value, epoch } of saved) {
    const { from, steps } = value;
    // A decision: what a worker before it had stored from there on came too late for it.
    if (steps[0]?.observation === undefined)
      for (const [index, other] of found)
        if (index >= from && other.epoch < epoch) found.delete(index);
    for (const [place, step] of steps.entries())
      found.set(from + place, { step, epoch });
  }
  const steps: TurnStep[] = [];
  for (
    let next = found.get(0);
    next !== undefined;
    next = found.get(steps.length)
  )
    steps.push(next.step);
  return steps;
}

/** Whether a turn that is neither forgotten nor expired has shown the page. */
export async function wasShown(
  { items, readRoot, isExpired }: ConversationStore,
  url: string,
): Promise<boolean> {
  const key = toPageKey(url);
  if (key === undefined) return false;
  const [root, page] = await Promise.all([
    readRoot(),
    items.pages.get([await hashPage(key)], { isConsistent: true }),
  ]);
  if (page === undefined || page.turn < root.firstNumber) return false;
  const isOpen = root.open.some(({ number }) => number === page.turn);
  return isOpen || !isExpired(page.value);
}

async function toPages(steps: readonly TurnStep[]): Promise<Set<string>> {
  const urls = steps.flatMap(({ sources = [] }) => sources);
  return new Set(
    await Promise.all(urls.map(({ url }) => hashPage(toPageKey(url) ?? url))),
  );
}

/** Addresses are chosen by strangers, and may be longer than a key. */
async function hashPage(address: string): Promise<string> {
  return toHex(await sha256(address));
}
