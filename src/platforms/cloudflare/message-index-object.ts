import { DurableObject } from "cloudflare:workers";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { openTable } from "../../stores/sqlite/sqlite-table.ts";

/**
 * Maps message ids to conversations. One object holds an owner's ids and
 * conversations.
 */
export class MessageIndexObject extends DurableObject {
  readonly #table = openTable(
    openDurableObjectDatabase(this.ctx.storage),
    "messages",
    TABLES,
  );
  readonly #query = this.#table.query;

  /** Writes a single row if the conversation is known already. */
  async claim(id: string, conversation: string): Promise<string> {
    this.#table.create();
    this.#query(
      "INSERT OR IGNORE INTO messages VALUES (?, ?)",
      id,
      conversation,
    );
    const bound = (await this.find(id)) ?? conversation;
    if (bound === conversation) await this.note(conversation);
    return bound;
  }

  async find(id: string): Promise<string | undefined> {
    const [row] = this.#query(
      "SELECT conversation FROM messages WHERE id = ?",
      id,
    );
    return row && String(row["conversation"]);
  }

  async note(conversation: string): Promise<void> {
    this.#table.create();
    this.#query("INSERT OR IGNORE INTO conversations VALUES (?)", conversation);
  }

  /** See `MessageIndex`. Reads at most `limit` rows. */
  async list({
    prefix,
    after = "",
    limit,
  }: {
    prefix: string;
    after?: string;
    limit: number;
  }): Promise<string[]> {
    return this.#query(
      "SELECT name FROM conversations WHERE name >= ? AND name > ? ORDER BY name LIMIT ?",
      prefix,
      after,
      limit,
    )
      .map(({ name }) => String(name))
      .filter((name) => name.startsWith(prefix));
  }

  async release(conversation: string, id: string | undefined): Promise<void> {
    if (id !== undefined)
      this.#query(
        "DELETE FROM messages WHERE id = ? AND conversation = ?",
        id,
        conversation,
      );
    this.#query(
      "DELETE FROM conversations WHERE name = ? AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation = ?)",
      conversation,
      conversation,
    );
  }

  async forget(conversation: string): Promise<void> {
    const known = this.#query(
      "DELETE FROM conversations WHERE name = ? RETURNING name",
      conversation,
    );
    if (known.length > 0)
      this.#query("DELETE FROM messages WHERE conversation = ?", conversation);
  }
}

const TABLES = [
  "CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, conversation TEXT NOT NULL) WITHOUT ROWID",
  "CREATE TABLE IF NOT EXISTS conversations (name TEXT PRIMARY KEY) WITHOUT ROWID",
];
