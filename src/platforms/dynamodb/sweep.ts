import { isPiece } from "./collection.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { toSortableNumber } from "./keys.ts";
import type { Root } from "./root.ts";
import { isOldSettings } from "./settings.ts";
import type { Item } from "./table.ts";

/** Items that are in the process's memory at a time. */
const PAGE = 100;
/** Items that are erased while somebody waits: on Workers each is a request of the 50 or so that a turn may make. */
export const ERASED_MEANWHILE = 25;
/** Items that are erased side by side. */
const AT_ONCE = 10;
const LOOKED_AT_FOR_ONE = 10;

/** What an item is: the first part of its key. */
export function kindOf({ sk }: Item): string {
  return sk.split("#", 1)[0] ?? "";
}

/** All items of the conversation but its root, piece by piece, consistently. */
export async function* readEverything(
  { table, pk }: ConversationStore,
  { after }: { after?: string | undefined } = {},
): AsyncGenerator<Item> {
  let rest = after === undefined ? {} : { after };
  for (;;) {
    const page = await table.query({
      pk,
      from: " ",
      to: "~",
      ...rest,
      limit: PAGE,
      isConsistent: true,
    });
    for (const item of page) if (item.sk !== "root") yield item;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    rest = { after: last.sk };
  }
}

/**
 * Erases some of what is forgotten, behind what was erased before. What a worker writes meanwhile for a turn that is
 * forgotten may lie anywhere: while there is one, nothing is noted as done.
 * @param limit so many items are erased, or ten times as many looked at
 */
export async function eraseForgotten(
  store: ConversationStore,
  { limit }: { limit: number },
): Promise<void> {
  const root = await store.readSeenRoot();
  if (!root.isToSweep) return;
  const isBusy = store.busyUntil(root) > 0;
  const { to } = await sweep(store, root, { limit });
  if (!isBusy)
    await store.change<void>((now) => ({
      // Somebody else may have swept further, or forgotten more.
      ...(isSameSweep(root, now) && { root: withSwept(now, to) }),
      result: undefined,
    }));
}

function isSameSweep(before: Root, now: Root): boolean {
  return (
    now.isToSweep === true &&
    now.firstNumber === before.firstNumber &&
    now.sweptTo === before.sweptTo
  );
}

/** @param to without it nothing is left */
export function withSwept(root: Root, to: string | undefined): Root {
  const { isToSweep: _, sweptTo: _before, ...rest } = root;
  return to === undefined ? rest : { ...rest, isToSweep: true, sweptTo: to };
}

/**
 * Erases what forgotten turns have left, whatever process has written it. Their ids stay, and that the list of failures has
 * to learn of them. Does no harm when it is done again.
 * @param limit so many items are erased, or ten times as many looked at: ids that stay are many in the end
 * @returns up to which sort key nothing is left; without it nothing at all is
 */
export async function sweep(
  store: ConversationStore,
  root: Root,
  { limit }: { limit: number },
): Promise<{ to?: string }> {
  let erased = 0;
  let looked = 0;
  let batch: Item[] = [];
  const eraseBatch = async () => {
    // Pieces behind what they are pieces of, which has to be read.
    for (const isLast of [false, true]) {
      const items = batch.filter((item) => isPiece(item) === isLast);
      const done = await Promise.all(
        items.map((item) => erase(store, root, item)),
      );
      erased += done.filter(Boolean).length;
    }
    batch = [];
  };
  for await (const item of readEverything(store, { after: root.sweptTo })) {
    if (isToErase(item, root)) batch.push(item);
    if (batch.length === AT_ONCE) await eraseBatch();
    if (++looked < limit * LOOKED_AT_FOR_ONE && erased < limit) continue;
    await eraseBatch();
    return { to: item.sk };
  }
  await eraseBatch();
  return {};
}

function isToErase(item: Item, root: Root): boolean {
  const kind = kindOf(item);
  if (kind === "summary") return !isOfWindow(item, root);
  if (kind === "settings")
    return isOldSettings(item.sk.slice(kind.length + 1), root);
  return kind !== "report" && Number(item["turn"]) < root.firstNumber;
}

/** `false` for the id of a turn, which is all that is left of it. */
async function erase(
  { items, table }: ConversationStore,
  { epoch }: Root,
  item: Item,
): Promise<boolean> {
  const turn = Number(item["turn"]);
  const options = { turn, epoch };
  switch (kindOf(item)) {
    case "turn": {
      if (isPiece(item)) break;
      const { message, acceptedAt } = (await items.turns.read(item)).value;
      return (
        message !== undefined &&
        items.turns.put([message.id], { acceptedAt }, options)
      );
    }
    case "failed": {
      if (isPiece(item)) break;
      const { id } = (await items.failures.read(item)).value;
      await items.reports.put([toSortableNumber(turn)], id, options);
    }
  }
  await table.delete({ pk: item.pk, sk: item.sk });
  return true;
}

function isOfWindow({ sk }: Item, { window: { summary } }: Root): boolean {
  return summary !== undefined && sk.startsWith(`summary#${summary}`);
}
