import type { MessageIndex } from "../../types/archive.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Counters } from "../../types/counters.ts";
import type { Addition, LibraryStore } from "../../types/library.ts";
import type { Store } from "../../types/store.ts";
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

/**
 * Client of the objects that count.
 * @param objectOf returns the name of the object for a key; keys that change
 * together must map to the same object
 */
export function createDurableObjectCounters({
  namespace,
  objectOf,
}: {
  namespace: Env["COUNTERS"];
  objectOf: (key: string) => string;
}): Counters {
  return {
    add: async (changes) => {
      const [first] = changes;
      return first === undefined
        ? { kind: "added", sums: [] }
        : namespace.getByName(objectOf(first.key)).add(changes);
    },
    read: async (key) => namespace.getByName(objectOf(key)).read(key),
  };
}

/**
 * Addresses and strangers are unlimited in number, so they share these objects.
 */
const SHARED_OBJECTS = 32;

/** Names of the shared objects by key prefix; a hash follows the prefix. */
const SHARED: Readonly<Record<string, string>> = {
  address: "addresses",
  stranger: "strangers",
};

/**
 * The object for a key of a caller, an address or a stranger. Keys with the
 * same first two segments map to the same object.
 */
export function objectOfClient(key: string): string {
  const [kind = "", owner = ""] = key.split("/", 2);
  if (kind === "caller") return `caller/${owner}`;
  const shared = SHARED[kind];
  return shared === undefined
    ? "logins"
    : `${shared}/${parseInt(owner.slice(0, 6), 16) % SHARED_OBJECTS}`;
}

/** Client of the object that is a document's store. */
export function createDurableObjectStore<State>(
  namespace: Env["DOCUMENT"],
  name: string,
): Store<State> {
  // A new one for each call, since one that has failed may stay broken.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has these methods, and this document's state
  const object = () => namespace.getByName(name) as unknown as Store<State>;
  return {
    read: async (options) => object().read(options),
    list: async (query) => object().list(query),
    commit: async (change) => object().commit(change),
    put: async (pieces) => object().put(pieces),
    erase: async (range) => object().erase(range),
  };
}
