import { isPiece } from "./collection.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { toSortableNumber } from "./keys.ts";
import type { Root } from "./root.ts";
import type { Item } from "./table.ts";

/** Items that are in the process's memory at a time. */
const PAGE = 100;

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
 */
export async function sweep(
  store: ConversationStore,
  root: Root,
): Promise<void> {
  for await (const item of readEverything(store)) {
    const isForgotten = Number(item["turn"]) < root.firstNumber;
    const isSummary = kindOf(item) === "summary";
    if (isSummary ? !isOfWindow(item, root) : isForgotten)
      await erase(store, root, item);
  }
}

async function erase(
  { items, table }: ConversationStore,
  { epoch }: Root,
  item: Item,
): Promise<void> {
  const turn = Number(item["turn"]);
  const options = { turn, epoch };
  switch (kindOf(item)) {
    case "report":
      return;
    case "turn": {
      // A piece of a long one, or the id alone.
      if (isPiece(item)) break;
      const { message, acceptedAt } = (await items.turns.read(item)).value;
      if (message !== undefined)
        await items.turns.put([message.id], { acceptedAt }, options);
      return;
    }
    case "failed": {
      if (isPiece(item)) break;
      const { id } = (await items.failures.read(item)).value;
      await items.reports.put([toSortableNumber(turn)], id, options);
    }
  }
  await table.delete({ pk: item.pk, sk: item.sk });
}

function isOfWindow({ sk }: Item, { window: { summary } }: Root): boolean {
  return summary !== undefined && sk.startsWith(`summary#${summary}`);
}
