import { DurableObject } from "cloudflare:workers";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import type {
  Change,
  KeyRange,
  Piece,
  PieceQuery,
  Store,
} from "../../types/store.ts";
import { wakeBy } from "./alarms.ts";

/** What expires within this time is erased together. */
const TOGETHER_MS = 60_000;

/** A document that is kept for the deployment, a visitor, a code, … */
export class DocumentObject extends DurableObject implements Store<unknown> {
  /** One for all calls, since it caches the state. */
  #store = this.#open();

  async read() {
    return this.#store.read();
  }

  async list(query: PieceQuery) {
    return this.#store.list(query);
  }

  async commit(change: Change<unknown>) {
    await this.#eraseBy([change, ...(change.put ?? [])]);
    return this.#store.commit(change);
  }

  async put(pieces: readonly Piece[]) {
    await this.#eraseBy(pieces);
    await this.#store.put(pieces);
  }

  async erase(range: KeyRange & { readonly limit?: number }) {
    return this.#store.erase(range);
  }

  /** Erases what has expired; all of the object if nothing is left. */
  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    const next = this.#store.expire(Date.now());
    if (next !== undefined)
      return storage.setAlarm(Math.max(next, Date.now() + TOGETHER_MS));
    const left = storage.sql.exec("SELECT 1 FROM pieces LIMIT 1").toArray();
    if (left.length > 0) return undefined;
    await storage.deleteAll();
    this.#store = this.#open();
    return undefined;
  }

  /** Called first: what is stored without an alarm would stay for ever. */
  async #eraseBy(expiring: readonly Pick<Piece, "expiresAt">[]): Promise<void> {
    const first = Math.min(
      ...expiring.map(({ expiresAt = Infinity }) => expiresAt),
    );
    if (first < Infinity) await wakeBy(this.ctx.storage, first);
  }

  #open() {
    const database = openDurableObjectDatabase(this.ctx.storage);
    return createSqliteStore<unknown>({ database });
  }
}
