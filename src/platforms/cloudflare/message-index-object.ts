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
    const { sql } = this.ctx.storage;
    if (
      sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'messages'").toArray()
        .length === 0
    )
      return undefined;
    const [row] = sql
      .exec<{ conversation: string }>(
        "SELECT conversation FROM messages WHERE id = ?",
        id,
      )
      .toArray();
    return row?.conversation;
  }
}
