import { DurableObject } from "cloudflare:workers";
import { createSqliteCounters } from "../../stores/sqlite/sqlite-counters.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import type {
  CounterChange,
  Counters,
  Counting,
  Sums,
} from "../../types/counters.ts";
import type {
  Addition,
  LibraryAnswer,
  LibraryDocument,
  LibraryEntry,
  LibraryStore,
} from "../../types/library.ts";
import type { Env } from "./env.ts";

/**
 * Counters that change together. The deployment's budget has its own object,
 * each caller has one, and addresses share some.
 */
export class CountersObject extends DurableObject {
  #opened: Counters | undefined;

  add(changes: readonly CounterChange[]): Promise<Counting> {
    return this.#counters().add(changes);
  }

  read(key: string): Promise<Sums> {
    return this.#counters().read(key);
  }

  #counters(): Counters {
    this.#opened ??= createSqliteCounters({
      database: openDurableObjectDatabase(this.ctx.storage),
    });
    return this.#opened;
  }
}

/**
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

/** The deployment's library, with search. */
export class LibraryObject extends DurableObject {
  #store: LibraryStore | undefined;

  async put(document: LibraryDocument): Promise<Addition> {
    return (await this.#library()).put(document);
  }

  async list(): Promise<readonly LibraryEntry[]> {
    return (await this.#library()).list();
  }

  async remove(name: string): Promise<boolean> {
    return (await this.#library()).remove(name);
  }

  async search(
    query: string,
    { limit }: { limit: number },
  ): Promise<LibraryAnswer> {
    // The search takes milliseconds and needs no cancellation.
    const { signal } = new AbortController();
    return (await this.#library()).search(query, { limit, signal });
  }

  async #library(): Promise<LibraryStore> {
    const { createSqliteLibrary } =
      await import("../../stores/sqlite/sqlite-library.ts");
    const database = openDurableObjectDatabase(this.ctx.storage);
    return (this.#store ??= createSqliteLibrary({ database }));
  }
}
