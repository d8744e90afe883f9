import {
  TURN_OUTCOMES,
  type IndexedTurn,
  type TurnIndex,
  type TurnPage,
  type TurnPlace,
  type TurnQuery,
  type UsageSum,
} from "../../types/turn-index.ts";
import { addSums, joinPages, toPage, toPlace } from "../turn-pages.ts";
import { toIndexedTurn } from "../turn-row.ts";
import type { DynamoTable, Item } from "./table.ts";
import {
  ALL_NUMBERS,
  allRowKeys,
  isAt,
  isOfPerson,
  numberOf,
  partitionOf,
  placeKey,
  rowKeys,
  rowSortKey,
  sortKeysBetween,
  toWhere,
  type ListName,
} from "./turn-keys.ts";

/** After so many reads of all lists, a page ends early. */
const MAX_ROUNDS = 4;
const SUMMED_AT_A_TIME = 1_000;
const ERASED_AT_A_TIME = 20;
const DAY_MS = 86_400_000;

/**
 * Stores an index of turns in a DynamoDB table. A turn's row is in the list of
 * its outcome, a partition that is sorted by time, and if it is rated, in the
 * list of its rating. One more item, in the conversation's
 * partition, says where. So a new row costs two write units, a change of its
 * outcome four, and each half a read unit or one.
 * @param retentionMs 0: rows do not expire
 */
export function createDynamoTurnIndex({
  table,
  retentionMs,
  now = Date.now,
}: {
  table: DynamoTable;
  retentionMs: number;
  now?: () => number;
}): TurnIndex {
  /** Rows of this time and earlier ones have expired. */
  const border = (): number => (retentionMs === 0 ? -1 : now() - retentionMs);

  const put = async (turn: IndexedTurn): Promise<void> => {
    const { at, outcome, thumb } = turn;
    const expires = Math.ceil((at + retentionMs) / 1_000);
    const lifetime = retentionMs > 0 && { expires };
    const known = await table.get(placeKey(turn), { isConsistent: true });
    const isRated = thumb !== undefined || known?.["isRated"] === true;
    const isForPerson = isOfPerson(outcome) || known?.["isForPerson"] === true;
    const marks = { isRated, ...(isForPerson && { isForPerson }) };
    const place = { ...placeKey(turn), at, outcome, thumb, ...marks };
    // First, so that there is no row without it if this process dies.
    await table.put({ ...place, ...lifetime });
    const rows = rowKeys(turn);
    for (const row of rows) await table.put({ ...row, ...turn, ...lifetime });
    if (known === undefined) return;
    // A process that died, or two at once, may have left it in any list.
    for (const row of allRowKeys(turn, { isRated, isForPerson }))
      if (!rows.some(({ pk }) => pk === row.pk)) await table.delete(row);
  };

  const placesOf = (
    conversation: string,
    numbers: { from: number; to: number },
    options: { limit: number; isNewestFirst?: boolean },
  ): Promise<readonly Item[]> => {
    const { pk, sk: from } = placeKey({ conversation, number: numbers.from });
    const { sk: to } = placeKey({ conversation, number: numbers.to });
    return table.query({ pk, from, to, isConsistent: true, ...options });
  };

  /** One page of all lists, whatever is asked for. */
  const readLists = async (
    lists: readonly ListName[],
    before: TurnPlace | undefined,
    limit: number,
  ): Promise<TurnPage> => {
    const pages = await Promise.all(
      lists.map(async (list) => {
        const items = await table.query({
          pk: partitionOf(list),
          ...sortKeysBetween(border() + 1, Infinity),
          ...(before !== undefined && { to: rowSortKey(before) }),
          limit: limit + 2,
          isNewestFirst: true,
        });
        const turns = items.map(toIndexedTurn);
        return toPage(
          turns.filter((turn) => !isAt(turn, before)),
          { limit },
        );
      }),
    );
    return joinPages(pages, { limit });
  };

  /** Those of which the conversation has no newer turn. */
  const keepNewest = async (
    turns: readonly IndexedTurn[],
  ): Promise<readonly IndexedTurn[]> => {
    const newest = new Map<string, number>();
    await Promise.all(
      [...new Set(turns.map(({ conversation }) => conversation))].map(
        async (conversation) => {
          const [place] = await placesOf(conversation, ALL_NUMBERS, {
            limit: 1,
            isNewestFirst: true,
          });
          if (place !== undefined) newest.set(conversation, numberOf(place));
        },
      ),
    );
    return turns.filter(
      ({ conversation, number }) => newest.get(conversation) === number,
    );
  };

  const listConversation = async (
    conversation: string,
    {
      outcomes = TURN_OUTCOMES,
      channel,
      thumb,
      isNewestOnly,
      before,
      limit,
    }: TurnQuery,
  ): Promise<TurnPage> => {
    const to = before === undefined ? ALL_NUMBERS.to : before.number - 1;
    const places = await placesOf(
      conversation,
      { from: 0, to },
      { limit: isNewestOnly ? 1 : limit + 1, isNewestFirst: true },
    );
    const rows = await Promise.all(
      places.map(async (place) => {
        const where = toWhere({ conversation, number: numberOf(place) }, place);
        return table.get(rowKeys(where)[0], { isConsistent: true });
      }),
    );
    const turns = rows.flatMap((row) => (row ? [toIndexedTurn(row)] : []));
    const page = toPage(turns, { limit });
    const isWanted = (turn: IndexedTurn): boolean =>
      turn.at > border() &&
      outcomes.includes(turn.outcome) &&
      (thumb === undefined || turn.thumb === thumb) &&
      (channel === undefined || turn.channel === channel);
    return { ...page, turns: page.turns.filter(isWanted) };
  };

  return {
    async put(turns) {
      for (const turn of turns) await put(turn);
    },

    async erase({ conversation, from, to }) {
      for (;;) {
        const limit = ERASED_AT_A_TIME;
        const places = await placesOf(conversation, { from, to }, { limit });
        await Promise.all(
          places.map(async (place) => {
            const turn = { conversation, number: numberOf(place) };
            const isRated = place["isRated"] === true;
            const where = toWhere(turn, place);
            for (const row of allRowKeys(where, { isRated, isForPerson: true }))
              await table.delete(row);
            await table.delete(placeKey(turn));
          }),
        );
        if (places.length < limit) return;
      }
    },

    async list(query) {
      const { conversation, outcomes = TURN_OUTCOMES } = query;
      const { channel, thumb, isNewestOnly, before, limit } = query;
      if (conversation !== undefined)
        return listConversation(conversation, query);
      const isWanted = (turn: IndexedTurn): boolean =>
        (channel === undefined || turn.channel === channel) &&
        (thumb === undefined || outcomes.includes(turn.outcome));
      const lists = thumb === undefined ? outcomes : [thumb];
      const found: IndexedTurn[] = [];
      let place = before;
      for (let round = 0; round < MAX_ROUNDS; round++) {
        // Each time twice as many: the more are filtered, the more it takes.
        const step = limit * 2 ** round;
        const { turns, next } = await readLists(lists, place, step);
        const wanted = turns.filter(isWanted);
        for (let from = 0; from < wanted.length && found.length < limit;) {
          const some = wanted.slice(from, from + limit - found.length);
          from += some.length;
          found.push(...(isNewestOnly ? await keepNewest(some) : some));
          const last = found.at(-1);
          const isFull = found.length === limit && last !== undefined;
          if (isFull && (from < wanted.length || next !== undefined))
            return { turns: found, next: toPlace(last) };
        }
        if (next === undefined) return { turns: found };
        place = next;
      }
      return { turns: found, ...(place !== undefined && { next: place }) };
    },

    async sum({ from, to }) {
      const first = Math.max(from, border() + 1);
      const sums = await Promise.all(
        TURN_OUTCOMES.map((outcome) =>
          sumPartition(table, {
            pk: partitionOf(outcome),
            ...sortKeysBetween(first, to),
          }),
        ),
      );
      return addSums(sums.flat());
    },
  };
}

async function sumPartition(
  table: DynamoTable,
  range: { pk: string; from: string; to: string },
): Promise<readonly UsageSum[]> {
  let sums: readonly UsageSum[] = [];
  let after: string | undefined;
  for (;;) {
    const items = await table.query({
      ...range,
      ...(after !== undefined && { after }),
      limit: SUMMED_AT_A_TIME,
    });
    sums = addSums([
      ...sums,
      ...items.map((item) => toSum(toIndexedTurn(item))),
    ]);
    after = items.at(-1)?.sk;
    if (items.length < SUMMED_AT_A_TIME) return sums;
  }
}

function toSum({
  at,
  channel,
  model,
  outcome,
  ...turn
}: IndexedTurn): UsageSum {
  return {
    day: Math.floor(at / DAY_MS),
    channel,
    model,
    turns: 1,
    failed: outcome === "failed" ? 1 : 0,
    inputTokens: turn.inputTokens,
    cachedInputTokens: turn.cachedInputTokens,
    outputTokens: turn.outputTokens,
  };
}
