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
