import { DurableObject } from "cloudflare:workers";
import type {
  Addition,
  LibraryAnswer,
  LibraryDocument,
  LibraryEntry,
  LibraryStore,
} from "../../library.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteLibrary } from "../../stores/sqlite/sqlite-library.ts";

/** The deployment's library: one object holds all documents, and searches them. */
export class LibraryObject extends DurableObject {
  #store: LibraryStore | undefined;

  async put(document: LibraryDocument): Promise<Addition> {
    return this.#library().put(document);
  }

  async list(): Promise<readonly LibraryEntry[]> {
    return this.#library().list();
  }

  async remove(name: string): Promise<boolean> {
    return this.#library().remove(name);
  }

  async search(
    query: string,
    { limit }: { limit: number },
  ): Promise<LibraryAnswer> {
    // Takes milliseconds: there is nothing to break off.
    const { signal } = new AbortController();
    return this.#library().search(query, { limit, signal });
  }

  #library(): LibraryStore {
    const database = openDurableObjectDatabase(this.ctx.storage);
    this.#store ??= createSqliteLibrary({ database });
    return this.#store;
  }
}
