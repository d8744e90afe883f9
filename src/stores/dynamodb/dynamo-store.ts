import type {
  Commit,
  KeyRange,
  Piece,
  PieceQuery,
  Snapshot,
  Store,
} from "../../store.ts";
import { type Condition, hasVersion } from "./attributes.ts";
import type { DynamoTable, Item, Writing } from "./table.ts";

/** Bytes of JSON in one item, of the 400 KB that DynamoDB takes. */
const MAX_BYTES = 350_000;
/** Requests at the same time, where many pieces are read or erased. */
const PARALLEL = 10;
/** How often a commit that another process is at is given time, and for how long, until it is taken for dead. */
const MAX_WAITS = 3;
const WAIT_MS = 60;

/**
 * A document in a partition of a DynamoDB table, for any number of processes. The state is one item, which is swapped on its version.
 * Pieces are put before that with the version that the commit will have, and are not listed before the state has it.
 *
 * Two processes that commit to the same version meet at the first piece that both put, or at the state. A piece may only be put over one of a lower
 * version: what a commit has put stays until it has come about. One that died before that is taken out of the way by a commit without
 * pieces, so that its version is never reached.
 */
export function createDynamoStore<State>({
  table,
  pk,
  expires = () => undefined,
}: {
  table: DynamoTable;
  pk: string;
  /** When what is put now may be erased, in seconds since the epoch; never without it. The state should outlive its pieces. */
  expires?: (kind: "state" | "piece") => number | undefined;
}): Store<State> {
  /** The newest version that this process has seen: pieces of higher ones are not shown. */
  let seen = 0;
  const see = (snapshot: Snapshot<State>): Snapshot<State> => {
    seen = Math.max(seen, snapshot.version);
    return snapshot;
  };

  const toSnapshot = (item: Item | undefined): Snapshot<State> =>
    see(
      item === undefined
        ? { version: 0, state: undefined }
        : {
            version: Number(item["version"]),
            state: JSON.parse(String(item["body"])) ?? undefined,
          },
    );

  const read = async ({ mayBeStale = false } = {}) =>
    toSnapshot(
      await table.get({ pk, sk: STATE }, { isConsistent: !mayBeStale }),
    );

  const swap = async (
    expected: number,
    state: State | undefined,
  ): Promise<Commit<State>> => {
    const version = expected + 1;
    const stamp = createStamp();
    const body = JSON.stringify(state ?? null);
    const writing = await table.put(
      { pk, sk: STATE, version, body, stamp, expires: expires("state") },
      expected === 0 ? table.isGone() : hasVersion(expected),
    );
    return isWritten(writing, stamp)
      ? { kind: "committed", snapshot: see({ version, state }) }
      : { kind: "conflict", snapshot: toSnapshot(writing.item) };
  };

  const eraseChunks = ({ key, stamp, chunks }: PutPiece): Promise<unknown> =>
    inParallel([...Array(chunks).keys()], (index) =>
      table.delete({ pk, sk: toChunkKey(key, stamp, index) }),
    );

  /** `undefined` where what others have put under the key must stay. */
  const putPiece = async (
    { key, value }: Piece,
    version: number,
    condition?: Condition,
  ): Promise<PutPiece | undefined> => {
    const stamp = createStamp();
    const [body = "", ...chunks] = cut(JSON.stringify(value));
    const common = { pk, version, expires: expires("piece") };
    for (const [index, chunk] of chunks.entries())
      await table.put({
        ...common,
        sk: toChunkKey(key, stamp, index),
        body: chunk,
      });
    const writing = await table.put(
      {
        ...common,
        sk: PIECE + key,
        body,
        stamp,
        ...(chunks.length > 0 && { chunks: chunks.length }),
      },
      condition,
    );
    const piece = { key, stamp, chunks: chunks.length };
    if (isWritten(writing, stamp)) return piece;
    await eraseChunks(piece);
    return undefined;
  };

  /** What was put for a commit that did not come about. A process that dies before this leaves it to the next one that uses the key. */
  const takeBack = (pieces: readonly PutPiece[]): Promise<unknown> =>
    inParallel(pieces, async (piece) => {
      await table.delete(
        { pk, sk: PIECE + piece.key },
        { expression: "stamp = :stamp", values: { ":stamp": piece.stamp } },
      );
      await eraseChunks(piece);
    });

  const readPiece = async (item: Item): Promise<Piece> => {
    const key = item.sk.slice(PIECE.length);
    let body = String(item["body"]);
    for (let index = 0; index < Number(item["chunks"] ?? 0); index++) {
      const sk = toChunkKey(key, String(item["stamp"]), index);
      const chunk = await table.get({ pk, sk }, { isConsistent: true });
      if (chunk === undefined) throw new Error("A piece is not whole.");
      body += String(chunk["body"]);
    }
    return { key, value: JSON.parse(body) };
  };

  return {
    read,

    list: async ({ mayBeStale = false, limit = Infinity, ...query }) => {
      let hidden = 0;
      for (;;) {
        const items = await table.query({
          pk,
          ...toItemRange(PIECE, query),
          limit: limit + hidden,
          isConsistent: !mayBeStale,
        });
        const shown = items.filter((item) => Number(item["version"]) <= seen);
        const isShort = shown.length < limit && items.length === limit + hidden;
        if (!isShort) return inParallel(shown.slice(0, limit), readPiece);
        hidden = items.length - shown.length;
      }
    },

    commit: async ({ expected, state, put = [] }) => {
      const version = expected + 1;
      const { expression, values } = table.isGone();
      const condition = {
        expression: `${expression} OR version < :version`,
        values: { ...values, ":version": version },
      };
      const pieces = await inParallel(put, (piece) =>
        putPiece(piece, version, condition),
      );
      const isFirst = !pieces.includes(undefined);
      const result = isFirst ? await swap(expected, state) : undefined;
      if (result?.kind === "committed") return result;
      await takeBack(pieces.filter((piece) => piece !== undefined));
      return result ?? waitForOther(expected);
    },

    put: async (pieces) => {
      await inParallel(pieces, (piece) => putPiece(piece, seen));
    },

    erase: async ({ limit, ...range }) => {
      const items = await table.query({
        pk,
        ...toItemRange(PIECE, range),
        ...(limit !== undefined && { limit }),
        isConsistent: true,
      });
      const last = items.length === limit ? items.at(-1)?.sk : undefined;
      const to = last === undefined ? range.to : last.slice(PIECE.length);
      // Also those of a process that died before it put the piece itself.
      const chunks = await table.query({
        pk,
        ...toItemRange(CHUNK, { from: range.from, to: `${to}/~` }),
        isConsistent: true,
      });
      // What is left where this breaks off is found again.
      await inParallel(items, ({ sk }) => table.delete({ pk, sk }));
      await inParallel(chunks, ({ sk }) => table.delete({ pk, sk }));
      return items.length;
    },
  };

  /** Another process has put a piece of the same commit, or of a later one. */
  async function waitForOther(expected: number): Promise<Commit<State>> {
    let snapshot = await read();
    for (let wait = 0; wait < MAX_WAITS; wait++) {
      if (snapshot.version !== expected) return { kind: "conflict", snapshot };
      await new Promise((resolve) => {
        setTimeout(resolve, WAIT_MS * (1 + Math.random()));
      });
      snapshot = await read();
    }
    // It has died, or is slow: without this version it cannot get through any more, and what it has put never counts.
    const skipped =
      snapshot.version === expected
        ? await swap(expected, snapshot.state)
        : { snapshot };
    return { kind: "conflict", snapshot: skipped.snapshot };
  }
}

/** A piece that was put, and by what it is told apart from what others put under its key. */
interface PutPiece {
  readonly key: string;
  readonly stamp: string;
  readonly chunks: number;
}

/** Enough to tell apart what two processes write under one key. */
function createStamp(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** Also where the item that is there is its own: the client asked again since an answer was lost on its way. */
function isWritten({ kind, item }: Writing, stamp: string): boolean {
  return kind === "written" || item?.["stamp"] === stamp;
}

const STATE = "state";
const PIECE = "piece/";
const CHUNK = "chunk/";

function toItemRange(
  kind: string,
  { from, to, ...rest }: PieceQuery | KeyRange,
) {
  return { from: kind + from, to: kind + to, ...rest };
}

function toChunkKey(key: string, stamp: string, index: number): string {
  return `${CHUNK}${key}/${stamp}/${String(index).padStart(3, "0")}`;
}

/** Never between the two halves of a character. */
function cut(text: string): string[] {
  // Three bytes at most for each unit.
  if (text.length * 3 <= MAX_BYTES) return [text];
  const chunks: string[] = [];
  const units = Math.floor(MAX_BYTES / 3);
  for (let start = 0; start < text.length;) {
    const end = start + units;
    const isHalf = /[\ud800-\udbff]/.test(text.charAt(end - 1));
    chunks.push(text.slice(start, isHalf ? end - 1 : end));
    start = isHalf ? end - 1 : end;
  }
  return chunks;
}

async function inParallel<Value, Result>(
  values: readonly Value[],
  work: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < values.length; start += PARALLEL) {
    const some = values.slice(start, start + PARALLEL);
    results.push(...(await Promise.all(some.map(work))));
  }
  return results;
}
