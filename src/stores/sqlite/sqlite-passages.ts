import { rankPassages } from "../../library/rank-passages.ts";
import type { DocumentPiece } from "../../library/split-document.ts";
import type { QueryWord } from "../../library/terms.ts";
import { writePairs, type Match } from "../../library/to-match.ts";
import type { LibraryAnswer, Passage } from "../../types/library.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * Finds the best passages for a query: gets candidates that contain all or some
 * of its words from the index, then ranks them by their text. Returns
 * `undefined` if there are none.
 */
export function searchPassages(
  database: SqliteDatabase,
  { match, limit }: { match: Match; limit: number },
): Extract<LibraryAnswer, { kind: "found" }> | undefined {
  const whole = findPassages(database, match.all);
  const ids = new Set(whole.map(({ id }) => id));
  const some = findPassages(database, match.any).filter(
    ({ id }) => !ids.has(id),
  );
  const found = [...whole, ...some];
  if (found.length === 0) return undefined;
  const words = weighWords(database, match);
  const ranked = rankPassages(found, { words });
  return {
    kind: "found",
    passages: ranked.slice(0, limit).map(({ id: _id, ...passage }) => passage),
    isPartial: whole.length === 0,
    words: match.words,
  };
}

/** Computes the share of passages that contain each word. */
function weighWords({ query }: SqliteDatabase, match: Match): QueryWord[] {
  const count = (table: string, condition: string, ...values: string[]) =>
    Number(
      query(
        `SELECT count(*) AS count FROM ${table}${condition}`,
        ...values,
      )[0]?.["count"],
    );
  const all = Math.max(1, count("passages", ""));
  return match.words.map((text, index) => ({
    text,
    share:
      count(
        "passage_words",
        " WHERE passage_words MATCH ?",
        match.each[index] ?? "",
      ) / all,
  }));
}

/** Weighs words in the title or a heading higher than in the text. */
const RANK = "bm25(passage_words, 3.0, 2.0, 1.0)";

export function insertPassages(
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

export function erasePassages(
  { query }: SqliteDatabase,
  { document }: { document: number },
): void {
  query(
    "DELETE FROM passage_words WHERE rowid IN (SELECT id FROM passages WHERE document = ?)",
    document,
  );
  query("DELETE FROM passages WHERE document = ?", document);
}

/** More candidates would not improve results, only take longer. */
const MAX_CANDIDATES = 20;

/**
 * The passages with the best score, by index only.
 * @param expression in FTS5's query syntax; `undefined` finds nothing
 */
function findPassages(
  { query }: SqliteDatabase,
  expression: string | undefined,
): (Passage & { id: number })[] {
  if (expression === undefined) return [];
  return query(
    `SELECT hits.id, title, address, heading, text
     FROM (SELECT rowid AS id, ${RANK} AS score FROM passage_words
           WHERE passage_words MATCH ? ORDER BY score, id LIMIT ?) AS hits
     JOIN passages USING (id)
     JOIN documents ON documents.id = passages.document
     ORDER BY score, hits.id`,
    expression,
    MAX_CANDIDATES,
  ).map(({ id, title, address, heading, text }) => ({
    id: Number(id),
    title: String(title),
    heading: String(heading),
    text: String(text),
    ...(typeof address === "string" && { address }),
  }));
}

/**
 * Index of the words of `passages`, by row id: English words are stemmed,
 * diacritics are removed. Stores no text
 * (https://www.sqlite.org/fts5.html#contentless_delete_tables).
 */
const WORDS = `CREATE VIRTUAL TABLE IF NOT EXISTS passage_words USING fts5(
  title, heading, text,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
)`;

export const PASSAGES = [
  `CREATE TABLE IF NOT EXISTS passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL,
    heading TEXT NOT NULL,
    text TEXT NOT NULL
  )`,
  "CREATE INDEX IF NOT EXISTS passages_of_document ON passages (document)",
  WORDS,
];
