import { createAuditLog } from "../../stores/audit-log.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import type { Expiring } from "../../stores/sqlite/sqlite-table.ts";
import { createSqliteTitleIndex } from "../../stores/sqlite/sqlite-title-index.ts";
import { createSqliteTurnIndex } from "../../stores/sqlite/sqlite-turn-index.ts";
import type {
  AuditLog,
  OperatorAction,
  RecordedAction,
} from "../../types/audit-log.ts";
import type { TitledConversation, TitleIndex } from "../../types/titles.ts";
import type {
  IndexedTurn,
  TurnIndex,
  TurnPage,
  TurnQuery,
  UsageSum,
} from "../../types/turn-index.ts";
import { ExpiringObject } from "./expiring-object.ts";
import { setUp } from "./set-up.ts";

/** Rows are erased together, up to this much late; until then they are hidden. */
const ERASE_SLACK_MS = 3_600_000;

/**
 * The index of all turns and titles, until they expire; another object is the
 * log of what operators do.
 */
export class TurnIndexObject extends ExpiringObject {
  #opened: Expiring<TurnIndex> | undefined;
  #openedTitles: Expiring<TitleIndex> | undefined;
  readonly #audit = createAuditLog({
    store: createSqliteStore({
      database: openDurableObjectDatabase(this.ctx.storage),
    }),
  });

  async put(turns: readonly IndexedTurn[]): Promise<void> {
    await this.#index.put(turns);
    await this.#ensureAlarm();
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

  async putTitle(titled: TitledConversation): Promise<void> {
    await this.#titles.put(titled);
    await this.#ensureAlarm();
  }

  async removeTitle(conversation: string): Promise<void> {
    await this.#titles.remove(conversation);
  }

  async searchTitles(
    text: string,
    options: { limit: number },
  ): Promise<readonly TitledConversation[]> {
    return this.#titles.search(text, options);
  }

  async record(action: OperatorAction): Promise<void> {
    await this.#audit.add(action);
  }

  async recorded(
    query: Parameters<AuditLog["list"]>[0],
  ): Promise<readonly RecordedAction[]> {
    return this.#audit.list(query);
  }

  /** Opened on first use, which may throw `ConfigurationError`. */
  get #index(): Expiring<TurnIndex> {
    this.#opened ??= createSqliteTurnIndex({
      database: openDurableObjectDatabase(this.ctx.storage),
      retentionMs: retentionOf(this.env),
    });
    return this.#opened;
  }

  get #titles(): Expiring<TitleIndex> {
    this.#openedTitles ??= createSqliteTitleIndex({
      database: openDurableObjectDatabase(this.ctx.storage),
      retentionMs: retentionOf(this.env),
    });
    return this.#openedTitles;
  }

  async #ensureAlarm(): Promise<void> {
    if (retentionOf(this.env) === 0) return;
    if ((await this.ctx.storage.getAlarm()) === null) await this.expire();
  }

  protected override eraseExpired(): number | undefined {
    const next = Math.min(
      this.#index.expire() ?? Infinity,
      this.#titles.expire() ?? Infinity,
    );
    return next < Infinity ? next + ERASE_SLACK_MS : undefined;
  }
}

function retentionOf(env: Parameters<typeof setUp>[0]): number {
  return setUp(env).config.memory.retentionMs;
}
