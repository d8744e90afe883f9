import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import { createTitles, expireTitles } from "../../stores/titles.ts";
import type { ListedConversation, Titles } from "../../types/titles.ts";
import { ExpiringObject } from "./expiring-object.ts";
import { setUp } from "./set-up.ts";

/** The titles of one visitor's conversations, until they expire. */
export class TitlesObject extends ExpiringObject {
  readonly #store = createSqliteStore<never>({
    database: openDurableObjectDatabase(this.ctx.storage),
  });

  async list(visitor: string): Promise<readonly ListedConversation[]> {
    await this.expire();
    return this.#titles.list(visitor);
  }

  async put(visitor: string, conversation: ListedConversation): Promise<void> {
    await this.#titles.put(visitor, conversation);
    await this.expire();
  }

  async remove(visitor: string, number: number): Promise<void> {
    return this.#titles.remove(visitor, number);
  }

  protected override eraseExpired(): Promise<number | undefined> {
    return expireTitles(this.#store, this.#options);
  }

  get #titles(): Titles {
    return createTitles({ ...this.#options, storeOf: () => this.#store });
  }

  /** May throw `ConfigurationError`. */
  get #options() {
    const { retentionMs } = setUp(this.env).config.memory;
    return { retentionMs };
  }
}
