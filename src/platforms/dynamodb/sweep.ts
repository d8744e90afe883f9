import { isPiece } from "./collection.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { toSortableNumber } from "./keys.ts";
import type { Root } from "./root.ts";
import type { Item } from "./table.ts";

/** Items that are in the process's memory at a time. */
const PAGE = 100;
/** Items that are erased side by side. */
const AT_ONCE = 10;

/** What an item is: the first part of its key. */
export function kindOf({ sk }: Item): string {
  return sk.split("#", 1)[0] ?? "";
}

/** All items of the conversation but its root, piece by piece, consistently. */
export async function* readEverything({
  table,
  pk,
}: ConversationStore): AsyncGenerator<Item> {
  let rest: { after?: string } = {};
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
 * Erases what forgotten turns have left, whatever process has written it. Their ids stay, and that the list of failures has
 * to learn of them. Does no harm when it is done again.
 * @param limit so many items, about, are erased; the rest by another sweep
 * @returns whether nothing is left
 */
export async function sweep(
  store: ConversationStore,
  root: Root,
  { limit = Infinity }: { limit?: number } = {},
): Promise<boolean> {
  let erased = 0;
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
  for await (const item of readEverything(store)) {
    if (!isToErase(item, root)) continue;
    if (erased >= limit) return false;
    if (batch.push(item) === AT_ONCE) await eraseBatch();
  }
  await eraseBatch();
  return true;
}

function isToErase(item: Item, root: Root): boolean {
  const kind = kindOf(item);
  if (kind === "summary") return !isOfWindow(item, root);
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
