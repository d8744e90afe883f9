import { DurableObject } from "cloudflare:workers";

/** Which conversation a message id belongs to; one object holds a share of one owner's ids. */
export class MessageIndexObject extends DurableObject {
  async claim(id: string, conversation: string): Promise<string> {
    const { sql } = this.ctx.storage;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, conversation TEXT NOT NULL) WITHOUT ROWID",
    );
    sql.exec("INSERT OR IGNORE INTO messages VALUES (?, ?)", id, conversation);
    return (await this.find(id)) ?? conversation;
  }

  async find(id: string): Promise<string | undefined> {
    if (!this.#isBegun()) return undefined;
    const [row] = this.ctx.storage.sql
      .exec<{
        conversation: string;
      }>("SELECT conversation FROM messages WHERE id = ?", id)
      .toArray();
    return row?.conversation;
  }

  async forget(conversation: string): Promise<void> {
    if (!this.#isBegun()) return;
    this.ctx.storage.sql.exec(
      "DELETE FROM messages WHERE conversation = ?",
      conversation,
    );
  }

  /** Asking for an id must not create anything. */
  #isBegun(): boolean {
    const tables = this.ctx.storage.sql.exec(
      "SELECT 1 FROM sqlite_master WHERE name = 'messages'",
    );
    return tables.toArray().length > 0;
  }
}
