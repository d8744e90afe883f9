import type { MessageIndex } from "../../types/archive.ts";
import type { AuditLog, RecordedAction } from "../../types/audit-log.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Addition, LibraryStore } from "../../types/library.ts";
import type {
  TitledConversation,
  TitleIndex,
  Titles,
} from "../../types/titles.ts";
import type { TurnIndex, TurnPage } from "../../types/turn-index.ts";
import type {
  ListedUndelivered,
  UndeliveredList,
} from "../../types/undelivered.ts";
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

/** Client of the object that lists what was given up. */
export function createDurableObjectUndelivered(
  namespace: Env["UNDELIVERED"],
): UndeliveredList {
  const object = () => namespace.getByName("undelivered");
  return {
    add: async (failure) => object().add(failure),
    remove: async (turn) => object().remove(turn),
    forget: async (conversation) => object().forget(conversation),
    find: async (number): Promise<ListedUndelivered | undefined> =>
      object().find(number),
    list: async (options): Promise<readonly ListedUndelivered[]> =>
      object().list(options),
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

/** Client of the object that lists turns, which lists titles as well. */
export function createDurableObjectTitleIndex(
  namespace: Env["TURN_INDEX"],
): TitleIndex {
  const object = () => namespace.getByName("turns");
  return {
    put: async (titled) => object().putTitle(titled),
    remove: async (conversation) => object().removeTitle(conversation),
    search: async (text, options): Promise<readonly TitledConversation[]> =>
      object().searchTitles(text, options),
  };
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
