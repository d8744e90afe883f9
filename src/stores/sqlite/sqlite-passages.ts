import type { LibraryAnswer } from "../../library.ts";
import { type Candidate, rankPassages } from "../../library/rank-passages.ts";
import { joinNeighbours, type Place } from "../../library/join-neighbours.ts";
import type { QueryWord } from "../../library/terms.ts";
import type { DocumentPiece } from "../../library/split-document.ts";
import { type Match, writePairs } from "../../library/to-match.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

/**
 * The best passages for a query: the index offers some, with all its words and with a part of them, and what they say decides.
 * `undefined` where none has any.
 */
export function searchPassages(
  database: SqliteDatabase,
  { query, match, limit }: { query: string; match: Match; limit: number },
): Extract<LibraryAnswer, { kind: "found" }> | undefined {
  const whole = findPassages(database, match.all);
  const ids = new Set(whole.map(({ id }) => id));
  const some = findPassages(database, match.any).filter(
    ({ id }) => !ids.has(id),
  );
  const found = [...whole, ...some];
  if (found.length === 0) return undefined;
  // BM25 of FTS5 is the smaller the better, and below 0.
  const best = Math.min(...found.map(({ score }) => score));
  const ranked = rankPassages(
    found.map((passage) => ({ ...passage, score: passage.score / best })),
    { query, words: weighWords(database, match) },
  );
  return {
    kind: "found",
    passages: joinNeighbours(ranked, {
      limit,
      listSection: (passage) => listSection(database, passage),
    }).map(
      ({ id: _id, document: _document, score: _score, ...passage }) => passage,
    ),
    isPartial: whole.length === 0,
    words: match.words,
  };
}

/** All passages of that document with that heading, in its order. */
function listSection({ query }: SqliteDatabase, place: Place): Place[] {
  return query(
    "SELECT id, heading, text FROM passages WHERE document = ? AND heading = ? ORDER BY id",
    place.document,
    place.heading,
  ).map(({ id, heading, text }) => ({
    id: Number(id),
    document: place.document,
    heading: String(heading),
    text: String(text),
  }));
}

/** In what share of the passages each word is. */
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

/** A word in the title or in a heading counts for more than one in the text. */
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

/** As many as are ranked by what they say; with more, the search finds no better ones, and takes longer. */
const MAX_CANDIDATES = 20;

/** Those with the best score, by the index alone: nothing else is read. `expression` is FTS5's; without one, none are found. */
function findPassages(
  { query }: SqliteDatabase,
  expression: string | undefined,
): (Candidate & Place)[] {
  if (expression === undefined) return [];
  return query(
    `SELECT hits.id, score, document, title, address, heading, text
     FROM (SELECT rowid AS id, ${RANK} AS score FROM passage_words
           WHERE passage_words MATCH ? ORDER BY score, id LIMIT ?) AS hits
     JOIN passages USING (id)
     JOIN documents ON documents.id = passages.document
     ORDER BY score, hits.id`,
    expression,
    MAX_CANDIDATES,
  ).map(({ id, score, document, title, address, heading, text }) => ({
    id: Number(id),
    document: Number(document),
    score: Number(score),
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
