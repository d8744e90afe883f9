import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import type { Expiring } from "../../stores/sqlite/sqlite-table.ts";
import { createSqliteTitles } from "../../stores/sqlite/sqlite-titles.ts";
import type { ListedConversation, Titles } from "../../types/titles.ts";
import { ExpiringObject } from "./expiring-object.ts";
import { setUp } from "./set-up.ts";

/** The titles of one visitor's conversations, until they expire. */
export class TitlesObject extends ExpiringObject {
  #opened: Expiring<Titles> | undefined;

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

  protected override eraseExpired(): number | undefined {
    return this.#titles.expire();
  }

  /** Opened on first use, which may throw `ConfigurationError`. */
  get #titles(): Expiring<Titles> {
    this.#opened ??= createSqliteTitles({
      database: openDurableObjectDatabase(this.ctx.storage),
      retentionMs: setUp(this.env).config.memory.retentionDays * DAY_MS,
    });
    return this.#opened;
  }
}

const DAY_MS = 86_400_000;
