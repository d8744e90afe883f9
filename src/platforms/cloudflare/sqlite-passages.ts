import type { DocumentPiece } from "../../library/split-document.ts";
import { writePairs } from "../../library/write-pairs.ts";
import type { Passage } from "../../library.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

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

/** Best first; `expression` is FTS5's. The index alone chooses: nothing else is read but what it chose. */
export function findPassages(
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
