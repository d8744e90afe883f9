import {
  splitDocument,
  type SplitDocument,
} from "../../library/split-document.ts";
import { toMatch } from "../../library/to-match.ts";
import { sha256, toHex } from "../../runtime/hash.ts";
import type {
  Addition,
  LibraryAnswer,
  LibraryDocument,
  LibraryEntry,
  LibraryStore,
} from "../../types/library.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";
import {
  erasePassages,
  insertPassages,
  PASSAGES,
  searchPassages,
} from "./sqlite-passages.ts";

const MAX_DOCUMENTS = 2_000;
/** Bounds documents of many short sections. */
const MAX_PASSAGES = 3_000;

/** Titles listed for the model if a search finds nothing. */
const MAX_TITLES = 20;

/**
 * Part of each hash. Increase it to re-index documents when they are added
 * again.
 */
const INDEX_VERSION = 2;

/**
 * Stores the library in an SQLite database with FTS5:
 * https://www.sqlite.org/fts5.html
 */
export function createSqliteLibrary({
  database,
  now = Date.now,
}: {
  database: SqliteDatabase;
  now?: () => number;
}): LibraryStore {
  const { query, transaction, sync } = database;
  transaction(() => {
    for (const statement of [DOCUMENTS, ...PASSAGES]) query(statement);
  });

  return {
    async put(document) {
      const hash = await hashOf(document);
      const known = findDocument(database, document.name);
      if (known?.["hash"] === hash)
        return { kind: "unchanged", entry: toEntry(known) };
      const split = await splitDocument(document.text, document);
      const addition = transaction(() =>
        replace(database, { ...document, ...split, hash, addedAt: now() }),
      );
      await sync();
      return addition;
    },

    list: async () =>
      query("SELECT * FROM documents ORDER BY name").map(toEntry),

    async remove(name) {
      const isRemoved = transaction(() => {
        const document = findDocument(database, name);
        if (document !== undefined) erase(database, document);
        return document !== undefined;
      });
      await sync();
      return isRemoved;
    },

    async search(words, { limit, signal }) {
      signal.throwIfAborted();
      const match = toMatch(words);
      const found =
        match === undefined
          ? undefined
          : searchPassages(database, { match, limit });
      return found ?? describeDocuments(database);
    },
  };
}

function replace(
  database: SqliteDatabase,
  {
    name,
    address,
    title,
    pieces,
    hash,
    addedAt,
  }: LibraryDocument & SplitDocument & { hash: string; addedAt: number },
): Addition {
  if (pieces.length === 0) return { kind: "empty" };
  if (pieces.length > MAX_PASSAGES)
    return { kind: "too-many-passages", limit: MAX_PASSAGES };
  const old = findDocument(database, name);
  if (old === undefined && countDocuments(database) >= MAX_DOCUMENTS)
    return { kind: "full", limit: MAX_DOCUMENTS };

  if (old !== undefined) erase(database, old);
  const [row] = database.query(
    `INSERT INTO documents (name, title, address, hash, passages, added_at)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING *`,
    name,
    title,
    address ?? null,
    hash,
    pieces.length,
    addedAt,
  );
  if (row === undefined) throw new Error("A document was not stored.");
  insertPassages(database, { document: Number(row["id"]), title, pieces });
  return {
    kind: old === undefined ? "added" : "replaced",
    entry: toEntry(row),
  };
}

function findDocument(
  { query }: SqliteDatabase,
  name: string,
): SqliteRow | undefined {
  return query("SELECT * FROM documents WHERE name = ?", name)[0];
}

function erase(database: SqliteDatabase, row: SqliteRow): void {
  const document = Number(row["id"]);
  erasePassages(database, { document });
  database.query("DELETE FROM documents WHERE id = ?", document);
}

function describeDocuments(database: SqliteDatabase): LibraryAnswer {
  const titles = database
    .query("SELECT title FROM documents ORDER BY name LIMIT ?", MAX_TITLES)
    .map(({ title }) => String(title));
  return { kind: "nothing", documents: countDocuments(database), titles };
}

function countDocuments({ query }: SqliteDatabase): number {
  return Number(query("SELECT count(*) AS count FROM documents")[0]?.["count"]);
}

function toEntry({
  name,
  title,
  address,
  passages,
  added_at: addedAt,
}: SqliteRow): LibraryEntry {
  return {
    name: String(name),
    title: String(title),
    ...(typeof address === "string" && { address }),
    passages: Number(passages),
    addedAt: Number(addedAt),
  };
}

/** Hash of everything that determines a document's passages. */
async function hashOf({
  name,
  text,
  address = "",
}: LibraryDocument): Promise<string> {
  const all = JSON.stringify([INDEX_VERSION, name, address, text]);
  return toHex(await sha256(all));
}

const DOCUMENTS = `CREATE TABLE IF NOT EXISTS documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    address TEXT,
    hash TEXT NOT NULL,
    passages INTEGER NOT NULL,
    added_at INTEGER NOT NULL
  )`;
