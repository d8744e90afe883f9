import type {
  Change,
  Commit,
  KeyRange,
  Piece,
  PieceQuery,
  Snapshot,
  Store,
} from "../../types/store.ts";
import { hasStamp, hasVersion, type Condition } from "./attributes.ts";
import type { DynamoTable, Item, Writing } from "./table.ts";

/** Bytes of JSON per item, of the 400 KB that DynamoDB allows. */
const MAX_BYTES = 350_000;
/** Concurrent requests when many pieces are read or erased. */
const PARALLEL = 10;
/**
 * How often and how long a commit waits for a concurrent one before it
 * considers that process dead.
 */
const MAX_WAITS = 3;
const WAIT_MS = 60;

/**
 * Stores a document in a partition of a DynamoDB table, for any number of
 * processes. The state is one item with optimistic locking on its version.
 * Pieces are put before the state, with the version of their commit, and are
 * hidden until the state has it.
 *
 * Two processes that commit the same version conflict at the first piece that
 * both put, or at the state. A piece may only replace one of a lower version,
 * so a commit's pieces stay until it completes. If its process has died, a
 * commit without pieces takes its version, which the dead one then never
 * reaches.
 */
export function createDynamoStore<State>({
  table,
  pk,
}: {
  table: DynamoTable;
  pk: string;
}): Store<State> {
  /**
   * The newest version that this process has read or written. Pieces of higher
   * ones are hidden.
   */
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

  const swap = async ({
    expected,
    state,
    expiresAt,
  }: Omit<Change<State | undefined>, "put">): Promise<Commit<State>> => {
    const version = expected + 1;
    const stamp = createStamp();
    const body = JSON.stringify(state ?? null);
    const writing = await table.put(
      { pk, sk: STATE, version, body, stamp, expires: toSeconds(expiresAt) },
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

  /** `undefined` if the condition failed: another process's piece must stay. */
  const putPiece = async (
    { key, value, expiresAt }: Piece,
    version: number,
    condition?: Condition,
  ): Promise<PutPiece | undefined> => {
    const stamp = createStamp();
    const [body = "", ...chunks] = JSON.stringify(value).match(CHUNKS) ?? [];
    const common = { pk, version, expires: toSeconds(expiresAt) };
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
      { returnsReplaced: condition !== undefined },
    );
    const { replaced } = writing;
    const piece = { key, stamp, chunks: chunks.length, replaced };
    if (isWritten(writing, stamp)) return piece;
    await eraseChunks(piece);
    return undefined;
  };

  /**
   * Deletes the pieces of a failed commit, and puts back what they replaced. If
   * the process dies before, the next commit that uses their keys replaces them.
   */
  const revert = (pieces: readonly PutPiece[]): Promise<unknown> =>
    inParallel(pieces, async (piece) => {
      const isOurs = hasStamp(piece.stamp);
      if (piece.replaced === undefined)
        await table.delete({ pk, sk: PIECE + piece.key }, isOurs);
      else await table.put(piece.replaced, isOurs);
      await eraseChunks(piece);
    });

  const readPiece = async (item: Item): Promise<Piece> => {
    const key = item.sk.slice(PIECE.length);
    let body = String(item["body"]);
    for (let index = 0; index < Number(item["chunks"] ?? 0); index++) {
      const sk = toChunkKey(key, String(item["stamp"]), index);
      const chunk = await table.get({ pk, sk }, { isConsistent: true });
      if (chunk === undefined) throw new Error("A piece is incomplete.");
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

    commit: async ({ put = [], ...change }) => {
      const { expected } = change;
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
      const result = isFirst ? await swap(change) : undefined;
      if (result?.kind === "committed") return result;
      await revert(pieces.filter((piece) => piece !== undefined));
      return result ?? waitForOther(change);
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
      // Includes chunks of a process that died before it put their piece.
      const chunks = await table.query({
        pk,
        ...toItemRange(CHUNK, { from: range.from, to: `${to}/~` }),
        isConsistent: true,
      });
      // Items go first: if this is interrupted, the next `erase` finds the
      // rest.
      await inParallel(items, ({ sk }) => table.delete({ pk, sk }));
      await inParallel(chunks, ({ sk }) => table.delete({ pk, sk }));
      return items.length;
    },
  };

  /**
   * Handles a conflict on a piece: another process has put one for the same or
   * a later commit.
   */
  async function waitForOther({
    expected,
    expiresAt,
  }: Change<State>): Promise<Commit<State>> {
    let snapshot = await read();
    for (let wait = 0; wait < MAX_WAITS; wait++) {
      if (snapshot.version !== expected) return { kind: "conflict", snapshot };
      await new Promise((resolve) => {
        setTimeout(resolve, WAIT_MS * (1 + Math.random()));
      });
      snapshot = await read();
    }
    if (snapshot.version === expected)
      // The other process is dead or slow. Taking its version makes its commit
      // fail and its pieces void.
      ({ snapshot } = await swap({ ...snapshot, expected, expiresAt }));
    return { kind: "conflict", snapshot };
  }
}

/** For DynamoDB's TTL. */
function toSeconds(ms: number | undefined): number | undefined {
  return ms && Math.ceil(ms / 1_000);
}

/** A piece that was put; its stamp tells it from others under its key. */
interface PutPiece {
  readonly key: string;
  readonly stamp: string;
  readonly chunks: number;
  /** Its chunks are kept. */
  readonly replaced: Item | undefined;
}

/** Unique enough to distinguish concurrent writes under one key. */
function createStamp(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** Also `true` if a retry met its own item, since a response was lost. */
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

/** At code points, of which each takes at most four bytes. */
const CHUNKS = new RegExp(`.{1,${Math.floor(MAX_BYTES / 4)}}`, "gsu");

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
