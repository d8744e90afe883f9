import type { ConversationState } from "../../src/conversation/state/state.ts";
import type { Store } from "../../src/types/store.ts";

type ConversationStore = Store<ConversationState>;

/**
 * A store whose process dies at its write number `at`: `before` that has been
 * made, or right after it.
 */
export function createMortalStore(
  store: ConversationStore,
  { at, when }: { at: number; when: "before" | "after" },
): ConversationStore & { isDead: () => boolean } {
  let writes = 0;
  const write = async <Result>(
    change: () => Promise<Result>,
  ): Promise<Result> => {
    writes++;
    if (writes > at || (writes === at && when === "before"))
      throw new Error("died");
    const result = await change();
    if (writes === at) throw new Error("died");
    return result;
  };
  return {
    ...store,
    commit: (change) => write(() => store.commit(change)),
    put: (pieces) => write(() => store.put(pieces)),
    erase: (range) => write(() => store.erase(range)),
    isDead: () => writes >= at,
  };
}
