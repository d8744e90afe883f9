import { sha256, toHex } from "../../hash.ts";
import type {
  Addition,
  LibraryAnswer,
  LibraryDocument,
  LibraryEntry,
  LibraryStore,
  Passage,
} from "../../library.ts";
import {
  type DocumentPiece,
  splitDocument,
} from "../../library/split-document.ts";
import { toMatch, writePairs } from "../../library/to-match.ts";
import type { SqliteDatabase, SqliteRow } from "./sqlite-database.ts";

const MAX_DOCUMENTS = 2_000;
/** A document of the largest size with nothing but short sections would have many more. */
const MAX_PASSAGES = 3_000;

/** Enough for a model to see what the library is about. */
const MAX_TITLES = 20;

/** Part of each hash: with another version, documents that are added again are split and indexed again. */
const INDEX_VERSION = 1;

/** The library in an SQLite database with FTS5: https://www.sqlite.org/fts5.html */
export function createSqliteLibrary({
  database,
  now = Date.now,
}: {
  database: SqliteDatabase;
  now?: () => number;
}): LibraryStore {
  const { query, transaction, sync } = database;
  transaction(() => {
    for (const statement of TABLES) query(statement);
  });

  return {
    async put(document) {
      const hash = await hashOf(document);
      const addition = transaction((): Addition => {
        const old = findDocument(database, document.name);
        return old?.["hash"] === hash
          ? { kind: "unchanged", entry: toEntry(old) }
          : replace(database, { old, document, hash, addedAt: now() });
      });
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
      const find = (expression: string | undefined) =>
        expression === undefined
          ? []
          : findPassages(database, { expression, limit });
      const whole = find(match?.all);
      const passages = whole.length > 0 ? whole : find(match?.any);
      return passages.length > 0
        ? {
            kind: "found",
            passages,
            isPartial: whole.length === 0,
            words: match?.words ?? [],
          }
        : describeDocuments(database);
    },
  };
}

function replace(
  database: SqliteDatabase,
  {
    old,
    document: { name, text, address },
    hash,
    addedAt,
  }: {
    old: SqliteRow | undefined;
    document: LibraryDocument;
    hash: string;
    addedAt: number;
  },
): Addition {
  const { title, pieces } = splitDocument(text, { name });
  if (pieces.length === 0) return { kind: "empty" };
  if (pieces.length > MAX_PASSAGES)
    return { kind: "too-many-passages", limit: MAX_PASSAGES };
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

/** Of all that a document's passages are made from. */
async function hashOf({
  name,
  text,
  address = "",
}: LibraryDocument): Promise<string> {
  const all = JSON.stringify([INDEX_VERSION, name, address, text]);
  return toHex(await sha256(all));
}

/** A word in the title or in a heading counts for more than one in the text. */
const RANK = "bm25(passage_words, 3.0, 2.0, 1.0)";

function insertPassages(
  { query }: SqliteDatabase,
  {
    document,
    title,
    pieces,
  }: { document: number; title: string; pieces: readonly DocumentPiece[] },
): void {
  const titleWords = writePairs(title);
  for (const { heading, text } of pieces) {
    const [row] = query(
      "INSERT INTO passages (document, heading, text) VALUES (?, ?, ?) RETURNING id",
      document,
      heading,
      text,
    );
    query(
      "INSERT INTO passage_words (rowid, title, heading, text) VALUES (?, ?, ?, ?)",
      Number(row?.["id"]),
      titleWords,
      writePairs(heading),
      writePairs(text),
    );
  }
}

function erasePassages(
  { query }: SqliteDatabase,
  { document }: { document: number },
): void {
  query(
    "DELETE FROM passage_words WHERE rowid IN (SELECT id FROM passages WHERE document = ?)",
    document,
  );
  query("DELETE FROM passages WHERE document = ?", document);
}

/** Best first; `expression` is FTS5's. The index alone chooses: nothing else is read but what it chose. */
function findPassages(
  { query }: SqliteDatabase,
  { expression, limit }: { expression: string; limit: number },
): Passage[] {
  return query(
    `SELECT title, address, heading, text
     FROM (SELECT rowid AS id, ${RANK} AS score FROM passage_words
           WHERE passage_words MATCH ? ORDER BY score, id LIMIT ?) AS hits
     JOIN passages USING (id)
     JOIN documents ON documents.id = passages.document
     ORDER BY hits.score, hits.id`,
    expression,
    limit,
  ).map(({ title, address, heading, text }) => ({
    title: String(title),
    heading: String(heading),
    text: String(text),
    ...(typeof address === "string" && { address }),
  }));
}

/**
 * Words of passages by the rows of `passages`: English by its stems, other words without their accents. The index keeps
 * no texts of its own (https://www.sqlite.org/fts5.html#contentless_delete_tables).
 */
const WORDS = `CREATE VIRTUAL TABLE IF NOT EXISTS passage_words USING fts5(
  title, heading, text,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
)`;

const TABLES = [
  `CREATE TABLE IF NOT EXISTS documents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    address TEXT,
    hash TEXT NOT NULL,
    passages INTEGER NOT NULL,
    added_at INTEGER NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL,
    heading TEXT NOT NULL,
    text TEXT NOT NULL
  )`,
  "CREATE INDEX IF NOT EXISTS passages_of_document ON passages (document)",
  WORDS,
];
