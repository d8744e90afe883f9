import { createSplitFailureList } from "../../conversation/failures/split-failure-list.ts";
import { spread } from "../../runtime/hash.ts";
import { createSplitTitleIndex } from "../../stores/find-titles.ts";
import { createSplitTurnIndex } from "../../stores/turn-pages.ts";
import { compareCodePoints } from "../../text/text.ts";
import type { FailureList, MessageIndex } from "../../types/archive.ts";
import type { AuditLog, RecordedAction } from "../../types/audit-log.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Addition, LibraryStore } from "../../types/library.ts";
import type {
  TitledConversation,
  TitleIndex,
  Titles,
} from "../../types/titles.ts";
import type { TurnIndex, TurnPage } from "../../types/turn-index.ts";
import type { UndeliveredList } from "../../types/undelivered.ts";
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

/** Client of the objects that list failed turns. */
export function createDurableObjectFailureList(
  namespace: Env["FAILURE_LIST"],
): FailureList {
  return createSplitFailureList((part) =>
    namespace.getByName(`failures/${part}`),
  );
}

/** Client of the objects that list what was given up. */
export function createDurableObjectUndelivered(
  namespace: Env["FAILURE_LIST"],
): UndeliveredList {
  return createSplitFailureList(
    (part) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each object lists one kind of failures
      namespace.getByName(`undelivered/${part}`) as unknown as UndeliveredList,
  );
}

/** One object handles some hundred searches per second. */
const LIBRARY_COPIES = 4;

/**
 * Client of the library's objects, each of which holds all documents. Changes
 * are applied to the first, then to the others: after one that throws, copies
 * may differ until it is retried.
 */
export function createDurableObjectLibrary(
  namespace: Env["LIBRARY"],
): LibraryStore {
  const copy = (number: number) =>
    namespace.getByName(number === 0 ? "library" : `library/${number}`);
  const inAll = async <Result>(
    change: (object: ReturnType<typeof copy>) => Promise<Result>,
  ): Promise<Result> => {
    const result = await change(copy(0));
    for (let number = 1; number < LIBRARY_COPIES; number++)
      await change(copy(number));
    return result;
  };
  return {
    put: (document) =>
      inAll(async (object): Promise<Addition> => object.put(document)),
    list: async () => copy(0).list(),
    remove: (name) => inAll(async (object) => object.remove(name)),
    async search(query, { limit, signal }) {
      signal.throwIfAborted();
      const object = copy(spread(query, LIBRARY_COPIES));
      const answer = await object.search(query, { limit });
      signal.throwIfAborted();
      return answer;
    },
  };
}

/**
 * One object handles some hundred writes per second; an owner's ids are spread
 * over this many.
 */
const SHARDS = 16;

/**
 * Each shard lists the conversations of its ids; a conversation without ids is
 * listed in the shard of its name.
 */
export function createDurableObjectMessageIndex(
  namespace: Env["MESSAGE_INDEX"],
): MessageIndex {
  const shard = (owner: string, number: number) =>
    namespace.getByName(`${owner}:${number}`);
  const shardOf = (owner: string, id: string) =>
    shard(owner, spread(id, SHARDS));
  const shardsOf = (owner: string) =>
    Array.from({ length: SHARDS }, (_, number) => shard(owner, number));
  return {
    claim: ({ owner, id, conversation }) =>
      shardOf(owner, id).claim(id, conversation),
    find: ({ owner, id }) => shardOf(owner, id).find(id),
    note: async ({ owner, conversation }) =>
      shardOf(owner, conversation).note(conversation),
    list: async ({ owner, limit, ...range }) => {
      const lists = await Promise.all(
        shardsOf(owner).map((part) => part.list({ ...range, limit })),
      );
      return [...new Set(lists.flat())]
        .toSorted(compareCodePoints)
        .slice(0, limit);
    },
    release: async ({ owner, conversation, id }) => {
      const parts = id === undefined ? shardsOf(owner) : [shardOf(owner, id)];
      await Promise.all(parts.map((part) => part.release(conversation, id)));
    },
    forget: async ({ owner, conversation }) => {
      await Promise.all(
        shardsOf(owner).map((part) => part.forget(conversation)),
      );
    },
  };
}

/** Client of the objects that list conversations, one per visitor. */
export function createDurableObjectTitles(namespace: Env["TITLES"]): Titles {
  const objectOf = (visitor: string) => namespace.getByName(visitor);
  return {
    list: async (visitor) => objectOf(visitor).list(visitor),
    put: async (visitor, conversation) =>
      objectOf(visitor).put(visitor, conversation),
    remove: async (visitor, number) =>
      objectOf(visitor).remove(visitor, number),
  };
}

/** Client of the objects that list turns. */
export function createDurableObjectTurnIndex(
  namespace: Env["TURN_INDEX"],
): TurnIndex {
  return createSplitTurnIndex((part) => {
    const object = namespace.getByName(`turns/${part}`);
    return {
      put: async (turns) => object.put(turns),
      erase: async (range) => object.erase(range),
      list: async (query): Promise<TurnPage> => object.list(query),
      sum: async (range) => object.sum(range),
    };
  });
}

/** Client of the objects that list turns, which list titles as well. */
export function createDurableObjectTitleIndex(
  namespace: Env["TURN_INDEX"],
): TitleIndex {
  return createSplitTitleIndex((part) => {
    const object = namespace.getByName(`turns/${part}`);
    return {
      put: async (titled) => object.putTitle(titled),
      remove: async (conversation) => object.removeTitle(conversation),
      search: async (text, options): Promise<readonly TitledConversation[]> =>
        object.searchTitles(text, options),
    };
  });
}

/** Client of the object that records what operators do. */
export function createDurableObjectAuditLog(
  namespace: Env["TURN_INDEX"],
): AuditLog {
  const object = () => namespace.getByName("audit");
  return {
    add: async (action) => object().record(action),
    list: async (query): Promise<readonly RecordedAction[]> =>
      object().recorded(query),
  };
}
