import type { LibraryStore } from "../../library.ts";
import type { Env } from "./env.ts";

/** The way to the library's object, from the edge and from conversations. */
export function createDurableObjectLibrary(
  namespace: Env["LIBRARY"],
): LibraryStore {
  const object = () => namespace.getByName("library");
  return {
    put: async (document) => object().put(document),
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
