import { DurableObject } from "cloudflare:workers";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import {
  createSqliteTitles,
  type SqliteTitles,
} from "../../stores/sqlite/sqlite-titles.ts";
import type { ListedConversation } from "../../types/titles.ts";
import { postponeAlarm } from "./alarms.ts";
import { setUp } from "./set-up.ts";

/** The titles of one visitor's conversations, until they expire. */
export class TitlesObject extends DurableObject {
  #opened: SqliteTitles | undefined;

  async list(visitor: string): Promise<readonly ListedConversation[]> {
    await this.#expire();
    return this.#titles.list(visitor);
  }

  async put(visitor: string, conversation: ListedConversation): Promise<void> {
    await this.#titles.put(visitor, conversation);
    await this.#expire();
  }

  async remove(visitor: string, number: number): Promise<void> {
    return this.#titles.remove(visitor, number);
  }

  /** Never throws: Cloudflare drops an alarm for good after six retries. */
  override async alarm(): Promise<void> {
    try {
      await this.#expire();
    } catch (error) {
      await postponeAlarm(this.ctx.storage, error);
    }
  }

  /** Opened on first use, which may throw `ConfigurationError`. */
  get #titles(): SqliteTitles {
    this.#opened ??= createSqliteTitles({
      database: openDurableObjectDatabase(this.ctx.storage),
      retentionMs: setUp(this.env).config.memory.retentionDays * DAY_MS,
    });
    return this.#opened;
  }

  async #expire(): Promise<void> {
    const { storage } = this.ctx;
    const next = this.#titles.expire();
    if (next === undefined) return;
    const alarm = await storage.getAlarm();
    if (alarm === null || alarm > next) await storage.setAlarm(next);
  }
}

const DAY_MS = 86_400_000;
