import { DurableObject } from "cloudflare:workers";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import {
  createSqliteTurnIndex,
  type ExpiringTurnIndex,
} from "../../stores/sqlite/sqlite-turn-index.ts";
import type {
  IndexedTurn,
  TurnIndex,
  TurnPage,
  TurnQuery,
  UsageSum,
} from "../../types/turn-index.ts";
import { postponeAlarm } from "./alarms.ts";
import { setUp } from "./set-up.ts";
import { wakeBy } from "./wake-up.ts";

/** Rows are erased together, up to this much late; until then they are hidden. */
const ERASE_SLACK_MS = 3_600_000;

/** The index of all turns, until they expire. */
export class TurnIndexObject extends DurableObject {
  #opened: ExpiringTurnIndex | undefined;

  async put(turns: readonly IndexedTurn[]): Promise<void> {
    await this.#index.put(turns);
    if ((await this.ctx.storage.getAlarm()) === null) await this.#expire();
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

  /** Never throws: Cloudflare drops an alarm for good after six retries. */
  override async alarm(): Promise<void> {
    try {
      await this.#expire();
    } catch (error) {
      await postponeAlarm(this.ctx.storage, error);
    }
  }

  /** Opened on first use, which may throw `ConfigurationError`. */
  get #index(): ExpiringTurnIndex {
    this.#opened ??= createSqliteTurnIndex({
      database: openDurableObjectDatabase(this.ctx.storage),
      retentionMs: setUp(this.env).config.memory.retentionMs,
    });
    return this.#opened;
  }

  async #expire(): Promise<void> {
    const next = this.#index.expire();
    if (next !== undefined)
      await wakeBy(this.ctx.storage, next + ERASE_SLACK_MS);
  }
}
