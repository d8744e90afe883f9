import { DurableObject } from "cloudflare:workers";
import type {
  CounterChange,
  Counters,
  Counting,
  Sums,
} from "../../counters.ts";
import type { Env } from "./env.ts";
import { createSqliteCounters } from "../../stores/sqlite/sqlite-counters.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";

/** Counters that change together. One object is the deployment's budget; each caller has one of its own, and addresses share some. */
export class CountersObject extends DurableObject {
  #opened: Counters | undefined;

  add(changes: readonly CounterChange[]): Promise<Counting> {
    return this.#counters().add(changes);
  }

  read(key: string): Promise<Sums> {
    return this.#counters().read(key);
  }

  #counters(): Counters {
    const database = openDurableObjectDatabase(this.ctx.storage);
    this.#opened ??= createSqliteCounters({ database });
    return this.#opened;
  }
}

/** @param objectOf the name of the object for a key; keys that change together have the same */
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

/** Of addresses and strangers there is no end, and no object may be made for each: so many share them. */
const SHARED_OBJECTS = 32;

/** The names of those objects, by what a key begins with; a hash follows there. */
const SHARED: Readonly<Record<string, string>> = {
  address: "addresses",
  stranger: "strangers",
};

/** Which object counts for a caller, an address or a stranger: all keys that begin with the same one are in the same object. */
export function objectOfClient(key: string): string {
  const [kind = "", owner = ""] = key.split("/", 2);
  if (kind === "caller") return `caller/${owner}`;
  const shared = SHARED[kind];
  return shared === undefined
    ? "logins"
    : `${shared}/${parseInt(owner.slice(0, 6), 16) % SHARED_OBJECTS}`;
}
