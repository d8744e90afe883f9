import type { MessageIndex } from "../../types/archive.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Addition, LibraryStore } from "../../types/library.ts";
import type { TurnIndex, TurnPage } from "../../types/turn-index.ts";
import type { Env } from "./env.ts";

/** Client of the objects that send callbacks, one per conversation. */
export function createDurableObjectCallbackQueue(
  namespace: Env["CALLBACK"],
): CallbackQueue {
  const objectOf = (conversation: string) => namespace.getByName(conversation);
  return {
    enqueue: async (callback) =>
      objectOf(callback.conversation).enqueue(callback),
    find: async ({ conversation, id }) =>
      objectOf(conversation).find({ conversation, id }),
    resend: async ({ conversation, id }) =>
      objectOf(conversation).resend({ conversation, id }),
    forget: async (conversation) => objectOf(conversation).forget(conversation),
  };
}

/** Client of the library's object. */
export function createDurableObjectLibrary(
  namespace: Env["LIBRARY"],
): LibraryStore {
  const object = () => namespace.getByName("library");
  return {
    put: async (document): Promise<Addition> => object().put(document),
    list: async () => object().list(),
    remove: async (name) => object().remove(name),
    async search(query, { limit, signal }) {
      signal.throwIfAborted();
      const answer = await object().search(query, { limit });
      signal.throwIfAborted();
      return answer;
    },
  };
}

/** Client of the objects that know message ids, one per owner. */
export function createDurableObjectMessageIndex(
  namespace: Env["MESSAGE_INDEX"],
): MessageIndex {
  const objectOf = (owner: string) => namespace.getByName(owner);
  return {
    claim: async ({ owner, id, conversation }) =>
      objectOf(owner).claim(id, conversation),
    find: async ({ owner, id }) => objectOf(owner).find(id),
    note: async ({ owner, conversation }) => objectOf(owner).note(conversation),
    list: async ({ owner, ...query }) => objectOf(owner).list(query),
    release: async ({ owner, conversation, id }) =>
      objectOf(owner).release(conversation, id),
    forget: async ({ owner, conversation }) =>
      objectOf(owner).forget(conversation),
  };
}

/** Client of the object that lists turns. */
export function createDurableObjectTurnIndex(
  namespace: Env["TURN_INDEX"],
): TurnIndex {
  const object = () => namespace.getByName("turns");
  return {
    put: async (turns) => object().put(turns),
    erase: async (range) => object().erase(range),
    list: async (query): Promise<TurnPage> => object().list(query),
    sum: async (range) => object().sum(range),
  };
}
