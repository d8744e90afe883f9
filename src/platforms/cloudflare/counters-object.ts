import { DurableObject } from "cloudflare:workers";
import type {
  CounterChange,
  Counters,
  Counting,
  Sums,
} from "../../counters.ts";
import type { Env } from "./env.ts";
import { createSqliteCounters } from "./sqlite-counters.ts";
import { openDurableObjectDatabase } from "./sqlite-database.ts";

/** Counters that change together. One object is the deployment's budget; each caller and each address has one of its own. */
export class CountersObject extends DurableObject {
  readonly #counters: Counters = createSqliteCounters({
    database: openDurableObjectDatabase(this.ctx.storage),
  });

  add(changes: readonly CounterChange[]): Promise<Counting> {
    return this.#counters.add(changes);
  }

  read(key: string): Promise<Sums> {
    return this.#counters.read(key);
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
