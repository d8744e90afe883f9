import { isEmptySettings } from "../../conversation/patch-settings.ts";
import type { Forgotten } from "../../memory.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { readStoredTurn } from "./read-stored-turn.ts";
import { countFailed } from "./count-failed.ts";
import { isUnanswered, type Root } from "./root.ts";
import { readSettings } from "./settings.ts";
import { ERASED_MEANWHILE, eraseForgotten } from "./sweep.ts";
import { type Tally, tally } from "./tally.ts";

interface Forgetting {
  readonly result: Forgotten;
  readonly isBegun: boolean;
  /** The name of settings that are forgotten. */
  readonly oldSettings?: string | undefined;
}

/**
 * Forgets a conversation, or what was before a turn; see `Memory`. It is forgotten once the root says so: however much
 * there is, nobody reads it any more. Then the items are erased, some of them now, the rest by `eraseForgotten` and
 * whenever a turn begins. So is what a worker still writes for a turn that is forgotten.
 */
export async function forget(
  store: ConversationStore,
  before: string | undefined,
): Promise<Forgotten> {
  const { result, isBegun, oldSettings } = await store.change<Forgetting>(
    async (root) => {
      if (root.version === 0)
        return {
          result: { result: NOTHING, isBegun: false },
        };
      const border = await findBorder(store, root, before);
      const found = await tally(store, root, border);
      const gone = root.open.filter(({ number }) => number < border);
      const openTurns = gone.filter(isUnanswered).map(({ id }) => id);
      const { messages, turns } = found;
      const failedTurns = await countFailed(store, root, border);
      const { settings } = root;
      const isAll = before === undefined;
      const hadSettings =
        isAll && !isEmptySettings(await readSettings(store, root));
      const forgotten = {
        messages,
        turns,
        openTurns,
        failedTurns,
        hadSettings,
      };
      const { settings: _, ...after } = cut(root, border, found);
      return {
        root: isAll || settings === undefined ? after : { ...after, settings },
        result: {
          result: forgotten,
          isBegun: true,
          oldSettings: isAll ? settings : undefined,
        },
      };
    },
  );
  if (!isBegun) return result;
  store.progress.clear();
  store.lastRead.clear();
  if (oldSettings !== undefined)
    await store.items.settings.delete([oldSettings]);
  await eraseForgotten(store, { limit: ERASED_MEANWHILE });
  return result;
}

const NOTHING: Forgotten = {
  messages: 0,
  turns: 0,
  openTurns: [],
  failedTurns: 0,
  hadSettings: false,
};

/** The number of the first turn that is kept. */
async function findBorder(
  store: ConversationStore,
  { open, lastNumber, firstNumber }: Root,
  before: string | undefined,
): Promise<number> {
  if (before === undefined) return lastNumber + 1;
  const number =
    open.find(({ id }) => id === before)?.number ??
    (await readStoredTurn(store, before))?.turn ??
    lastNumber + 1;
  return Math.max(number, firstNumber);
}

/** What is left of the history is in the window again. */
function cut(
  root: Root,
  border: number,
  { turns, left: { messages, hidden, since, firstSequence } }: Tally,
): Root {
  const { since: _, newest, sweptTo: _from, ...rest } = root;
  return {
    ...rest,
    open: root.open.filter(({ number }) => number >= border),
    ...(newest !== undefined && newest.number >= border && { newest }),
    firstNumber: border,
    isToSweep: true,
    turns: Math.max(root.turns - turns, 0),
    firstSequence,
    messages,
    hiddenMessages: hidden,
    ...(since !== undefined && { since }),
    window: { start: 0, version: root.window.version + 1 },
  };
}
