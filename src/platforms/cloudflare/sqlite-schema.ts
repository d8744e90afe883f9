import type { SqliteDatabase } from "./sqlite-database.ts";

/** Each entry brings the schema one version further; entries are never changed, only added. */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE turns (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      status TEXT NOT NULL,
      is_closed INTEGER NOT NULL DEFAULT 0,
      message TEXT,
      reply TEXT,
      usage TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      accepted_at INTEGER NOT NULL
    )`,
    "CREATE INDEX open_turns ON turns (sequence) WHERE is_closed = 0",
    `CREATE TABLE steps (
      turn TEXT NOT NULL,
      position INTEGER NOT NULL,
      step TEXT NOT NULL,
      PRIMARY KEY (turn, position)
    ) WITHOUT ROWID`,
    `CREATE TABLE parts (
      turn TEXT NOT NULL,
      position INTEGER NOT NULL,
      part TEXT NOT NULL,
      receipt TEXT,
      PRIMARY KEY (turn, position)
    ) WITHOUT ROWID`,
    `CREATE TABLE messages (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      turn TEXT NOT NULL,
      role TEXT NOT NULL,
      text TEXT NOT NULL,
      tokens INTEGER NOT NULL,
      at INTEGER NOT NULL
    )`,
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
  ],
  [
    // One row. `start`: the sequence of the window's first message, 0 while nothing was cut.
    `CREATE TABLE history_window (
      start INTEGER NOT NULL,
      summary TEXT,
      is_announced INTEGER NOT NULL DEFAULT 0,
      version INTEGER NOT NULL DEFAULT 0
    )`,
    `INSERT INTO history_window (start)
     SELECT ifnull((SELECT value FROM settings WHERE name = 'window_start'), 0)`,
    "DELETE FROM settings WHERE name = 'window_start'",
  ],
  [
    // The pages that steps have among their sources, without fragment. `turn`: the last one that has.
    `CREATE TABLE shown_pages (
      url TEXT PRIMARY KEY,
      turn TEXT NOT NULL
    ) WITHOUT ROWID`,
    `INSERT OR REPLACE INTO shown_pages
     SELECT substr(url, 1, instr(url || '#', '#') - 1), turn FROM (
       SELECT json_extract(source.value, '$.url') AS url, turn
       FROM turns JOIN steps ON turn = turns.id, json_each(step, '$.sources') AS source
       ORDER BY sequence
     )`,
  ],
  [
    "ALTER TABLE turns ADD COLUMN is_stopped INTEGER NOT NULL DEFAULT 0",
    // The turn that the turn's command is carried out on.
    "ALTER TABLE turns ADD COLUMN target TEXT",
    // A turn that became part of another one has the status `merged`, and no message of its own any more.
    "ALTER TABLE turns ADD COLUMN merged_into TEXT",
    // Of a failed turn: why, and when.
    "ALTER TABLE turns ADD COLUMN failure TEXT",
    "ALTER TABLE turns ADD COLUMN failed_at INTEGER",
    "ALTER TABLE turns ADD COLUMN failed_attempts INTEGER",
    // One with an answer in the history was not delivered: to ask the model again would put it there twice.
    `UPDATE turns SET failed_at = accepted_at, failed_attempts = attempts,
       failure = iif(id IN (SELECT turn FROM messages), 'undelivered', 'error')
     WHERE status = 'failed'`,
    "CREATE INDEX failed_turns ON turns (sequence) WHERE status = 'failed'",
    // A turn's conversation while the list of failed turns has it.
    "ALTER TABLE turns ADD COLUMN listed_under TEXT",
    "CREATE INDEX unreported_failures ON turns (sequence) WHERE (status = 'failed' AND is_closed = 1) <> (listed_under IS NOT NULL)",
  ],
  [
    // What was sent of a reply while it was written, by the position of its part.
    `CREATE TABLE previews (
      turn TEXT NOT NULL,
      position INTEGER NOT NULL,
      receipt TEXT NOT NULL,
      PRIMARY KEY (turn, position)
    ) WITHOUT ROWID`,
  ],
  [
    // The turn in whose place the turn comes, since its message was edited.
    "ALTER TABLE turns ADD COLUMN supersedes TEXT",
    // Such a turn's messages stay in the history, and are not recalled.
    "ALTER TABLE messages ADD COLUMN is_superseded INTEGER NOT NULL DEFAULT 0",
  ],
  [
    // Where the turn's message came from, which a message keeps when it is edited. Stays when the message is forgotten or merged.
    "ALTER TABLE turns ADD COLUMN address TEXT",
    "UPDATE turns SET address = json_extract(message, '$.replyTo')",
    "CREATE INDEX turns_by_address ON turns (address)",
  ],
  [
    "CREATE INDEX merged_turns ON turns (merged_into) WHERE merged_into IS NOT NULL",
  ],
  [
    // What the holder of an API key has set for the conversation: one row, or none.
    `CREATE TABLE caller_settings (
      settings TEXT NOT NULL,
      changed_at INTEGER NOT NULL
    )`,
  ],
];

/** Whether anything was ever stored: asking an unknown conversation must not create it. */
export function hasSchema(database: SqliteDatabase): boolean {
  return (
    database.query("SELECT 1 FROM sqlite_master WHERE name = 'settings'")
      .length > 0
  );
}

/** Creates the tables, or brings them up to date. */
export function migrate(database: SqliteDatabase): void {
  database.transaction(() => {
    const version = hasSchema(database) ? readVersion(database) : 0;
    if (version >= MIGRATIONS.length) return;
    for (const statement of MIGRATIONS.slice(version).flat())
      database.query(statement);
    database.query(
      "INSERT OR REPLACE INTO settings VALUES ('schema_version', ?)",
      MIGRATIONS.length,
    );
  });
}

function readVersion(database: SqliteDatabase): number {
  return Number(
    database.query(
      "SELECT value FROM settings WHERE name = 'schema_version'",
    )[0]?.["value"] ?? 0,
  );
}
