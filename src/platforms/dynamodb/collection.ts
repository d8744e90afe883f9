import { parseOwnJson } from "../parse-own-json.ts";
import type { Attribute } from "./attributes.ts";
import { toSortKey } from "./keys.ts";
import type { Condition, DynamoTable, Item } from "./table.ts";

/** UTF-16 units of JSON in one item: at most 300 KB of the 400 KB that DynamoDB takes. */
const MAX_UNITS = 100_000;

/** Enough to tell what two processes write under one key apart. */
const STAMP_LENGTH = 8;

/** A value and where it lies. */
export interface Entry<Value> {
  readonly value: Value;
  /** The last part of its path, as it is written in the key. */
  readonly name: string;
  /** The number of the turn that it belongs to. */
  readonly turn: number;
  /** Of the worker that wrote it. */
  readonly epoch: number;
  /** Another one each time that it is written. */
  readonly stamp: string;
}

export interface PutOptions {
  /** The number of the turn that it belongs to. */
  readonly turn: number;
  /** Of the worker that writes: what a later one has written stays. Without it the value is new, or is not written. */
  readonly epoch?: number;
  /** Turns or messages that it stands for. */
  readonly count?: number;
  /** What is there may be of a turn with a lower number, and is replaced then. */
  readonly isRaise?: true;
}

/** What is there is meant only if all of it is so. */
export interface DeleteOptions {
  /** It belongs to the turn of that number. */
  readonly ofTurn?: number;
  /** It was not written again since it was read. */
  readonly stamp?: string;
  /** No later worker has written it. */
  readonly epoch?: number;
}

/** Values of one kind in one conversation, each under a list of texts. */
export interface Collection<Value> {
  get(
    path: readonly string[],
    options?: { isConsistent?: boolean },
  ): Promise<Entry<Value> | undefined>;
  /** `false`, and nothing changed, where something is there that must stay. The same again is written again. */
  put(
    path: readonly string[],
    value: Value,
    options: PutOptions,
  ): Promise<boolean>;
  /** Nothing where what is there is another thing than the caller means. */
  delete(path: readonly string[], options?: DeleteOptions): Promise<void>;
  /** Of an item of this kind. */
  read(item: Item): Promise<Entry<Value>>;
  /** Those whose path begins with `under`, by their path; its last part may be bounded. */
  list(options?: {
    under?: readonly string[];
    from?: string;
    /** Up to that one, with it. */
    to?: string;
    limit?: number;
    isNewestFirst?: boolean;
    isConsistent?: boolean;
  }): Promise<readonly Entry<Value>[]>;
}

/** Behind each other sign in a path. */
const END = "~";

/**
 * @param name the first part of its keys
 * @param expires seconds since the epoch, for what is put now; never without it
 */
export function createCollection<Value>({
  table,
  pk,
  name,
  expires,
}: {
  table: DynamoTable;
  pk: string;
  name: string;
  expires: () => number | undefined;
}): Collection<Value> {
  const toKey = (path: readonly string[]) => toSortKey(name, ...path);

  const putText = async (sk: string, text: string, options: PutOptions) => {
    const { turn, epoch, count } = options;
    const pieces = cutText(text);
    const stamp = crypto.randomUUID().slice(0, STAMP_LENGTH);
    const common = { pk, turn, expires: expires() };
    // Under names of their own: who reads sees the old value or the new one.
    for (const [index, body] of pieces.slice(1).entries())
      await table.put({
        ...common,
        sk: toPieceKey(sk, stamp, index + 1),
        body,
      });
    const written = await table.put(
      {
        ...common,
        sk,
        body: pieces[0],
        ...(pieces.length > 1 && { pieces: pieces.length }),
        stamp,
        epoch,
        count,
      },
      toCondition(table, options),
    );
    // An answer that was lost on its way made the client ask again.
    return written.kind === "written" || written.item?.["stamp"] === stamp;
  };

  const readPieces = async (item: Item): Promise<string> => {
    let text = String(item["body"]);
    const stamp = String(item["stamp"]);
    for (let index = 1; index < Number(item["pieces"]); index++) {
      const key = { pk, sk: toPieceKey(item.sk, stamp, index) };
      const piece = await table.get(key, { isConsistent: true });
      if (piece === undefined)
        throw new Error("A piece of a stored value is missing.");
      text += String(piece["body"]);
    }
    return text;
  };

  const toEntry = async (item: Item): Promise<Entry<Value>> => ({
    value: parseOwnJson<Value>(await readPieces(item)),
    name: item.sk.slice(item.sk.lastIndexOf("#") + 1),
    turn: Number(item["turn"]),
    epoch: Number(item["epoch"] ?? 0),
    stamp: String(item["stamp"]),
  });

  return {
    get: async (path, options) => {
      const item = await table.get({ pk, sk: toKey(path) }, options);
      return item && toEntry(item);
    },

    put: (path, value, options) =>
      putText(toKey(path), JSON.stringify(value), options),

    delete: async (path, options) => {
      await table.delete({ pk, sk: toKey(path) }, toMeaning(options));
    },

    read: toEntry,

    list: async ({ under = [], from = "", to, ...options } = {}) => {
      const { limit = Infinity } = options;
      const range = {
        from: toKey([...under, from]),
        to: to === undefined ? `${toKey(under)}#${END}` : toKey([...under, to]),
      };
      const found: Item[] = [];
      let rest: { after?: string } = {};
      for (;;) {
        const items = await table.query({ pk, ...options, ...range, ...rest });
        found.push(...items.filter((item) => !isPiece(item)));
        const last = items.at(-1);
        // Pieces are among what is limited.
        if (last === undefined || items.length < limit || found.length >= limit)
          return Promise.all(found.slice(0, limit).map(toEntry));
        rest = { after: last.sk };
      }
    },
  };
}

/** Of a value that is too long for one item. */
export function isPiece({ sk }: Item): boolean {
  return sk.includes(`#${END}`);
}

function toPieceKey(sk: string, stamp: string, index: number): string {
  return `${sk}#${END}${stamp}#${index}`;
}

function toCondition(
  table: DynamoTable,
  { turn, epoch, isRaise }: PutOptions,
): Condition {
  const gone = table.isGone();
  if (isRaise)
    return {
      expression: `${gone.expression} OR turn < :turn`,
      values: { ...gone.values, ":turn": turn },
    };
  if (epoch === undefined) return gone;
  return {
    expression: `${gone.expression} OR attribute_not_exists(epoch) OR epoch <= :epoch`,
    values: { ...gone.values, ":epoch": epoch },
  };
}

function toMeaning({ ofTurn, stamp, epoch }: DeleteOptions = {}):
  Condition | undefined {
  const parts: string[] = [];
  const values: Record<`:${string}`, Attribute> = {};
  if (ofTurn !== undefined) {
    parts.push("turn = :turn");
    values[":turn"] = ofTurn;
  }
  if (stamp !== undefined) {
    parts.push("stamp = :stamp");
    values[":stamp"] = stamp;
  }
  if (epoch !== undefined) {
    parts.push("(attribute_not_exists(epoch) OR epoch <= :epoch)");
    values[":epoch"] = epoch;
  }
  if (parts.length === 0) return undefined;
  return { expression: parts.join(" AND "), values };
}

/** Never between the two halves of a character. */
function cutText(text: string): [string, ...string[]] {
  const cutAt = (start: number): number => {
    const end = start + MAX_UNITS;
    return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
  };
  let end = cutAt(0);
  const pieces: [string, ...string[]] = [text.slice(0, end)];
  while (end < text.length) {
    const start = end;
    end = cutAt(start);
    pieces.push(text.slice(start, end));
  }
  return pieces;
}
