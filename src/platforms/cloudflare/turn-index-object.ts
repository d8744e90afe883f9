import { DurableObject } from "cloudflare:workers";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import { createTurnIndex } from "../../stores/turn-index.ts";
import type {
  IndexedTurn,
  TurnIndex,
  TurnPage,
  TurnQuery,
  UsageSum,
} from "../../types/turn-index.ts";
import { setUp } from "./set-up.ts";

/** Rows are erased together, up to this much late; until then they are hidden. */
const ERASE_SLACK_MS = 3_600_000;

/** The index of all turns, until they expire. Its stores are in one database. */
export class TurnIndexObject extends DurableObject {
  async put(turns: readonly IndexedTurn[]): Promise<void> {
    await this.#index.put(turns);
    if ((await this.ctx.storage.getAlarm()) === null) await this.alarm();
  }

  async erase(range: Parameters<TurnIndex["erase"]>[0]): Promise<void> {
    await this.#index.erase(range);
  }

  async list(query: TurnQuery): Promise<TurnPage> {
    return this.#index.list(query);
  }

  async sum(
    range: Parameters<TurnIndex["sum"]>[0],
  ): Promise<readonly UsageSum[]> {
    return this.#index.sum(range);
  }

  /** Erases what has expired. */
  override async alarm(): Promise<void> {
    const next = this.#open("").expire(Date.now());
    if (next !== undefined)
      await this.ctx.storage.setAlarm(next + ERASE_SLACK_MS);
  }

  /** May throw `ConfigurationError`. */
  get #index(): TurnIndex {
    const { retentionMs } = setUp(this.env).config.memory;
    return createTurnIndex({
      storeOf: (...name) => this.#open(name.join("/")),
      retentionMs,
    });
  }

  #open(name: string) {
    const database = openDurableObjectDatabase(this.ctx.storage);
    return createSqliteStore<never>({ database, name });
  }
}
