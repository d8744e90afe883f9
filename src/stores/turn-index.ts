import { hashOf } from "../runtime/hash.ts";
import { THUMBS } from "../types/rating.ts";
import type { KeyRange, Store } from "../types/store.ts";
import {
  TURN_OUTCOMES,
  type IndexedTurn,
  type TurnIndex,
  type TurnOutcome,
  type TurnPage,
  type TurnPlace,
  type TurnQuery,
  type UsageSum,
} from "../types/turn-index.ts";
import { toTimeKey } from "./time-key.ts";
import { joinPages, toPage, type Row, type RowPage } from "./turn-pages.ts";

/** After so many reads of all lists, a page ends early. */
const MAX_ROUNDS = 4;
const SUMMED_AT_A_TIME = 1_000;
const ERASED_AT_A_TIME = 20;
const DAY_MS = 86_400_000;

const LISTS: readonly string[] = [...TURN_OUTCOMES, ...THUMBS];
const ALL_NUMBERS = { from: 0, to: 999_999_999_999 };

/** Where a turn's row is. */
interface Place {
  readonly number: number;
  readonly at: number;
  readonly outcome: TurnOutcome;
}

/**
 * An index of turns in stores. A turn's row is in the list of its outcome,
 * which is sorted by time, and if it is rated, in that of its rating. A piece
 * in a store of the conversation says where.
 * @param storeOf the store of a list, or of a conversation's places
 * @param retentionMs 0: rows do not expire
 */
export function createTurnIndex({
  storeOf,
  retentionMs,
  now = Date.now,
}: {
  storeOf: (
    ...name: readonly string[]
  ) => Pick<Store<never>, "list" | "put" | "erase">;
  retentionMs: number;
  now?: () => number;
}): TurnIndex {
  /** Rows of this time and earlier ones have expired. */
  const border = (): number => (retentionMs === 0 ? -1 : now() - retentionMs);

  const findRow = async (list: string, key: string): Promise<Row[]> =>
    toRows(await storeOf("turns", list).list({ from: key, to: key }));

  const eraseRow = (lists: readonly string[], key: string): Promise<unknown> =>
    Promise.all(
      lists.map((list) => storeOf("turns", list).erase({ from: key, to: key })),
    );

  const listPlaces = async (
    conversation: string,
    { from, to }: { from: number; to: number },
    options: { limit: number; isNewestFirst?: boolean },
  ): Promise<readonly Place[]> => {
    const pieces = await storeOf("turns-of", conversation).list({
      from: toNumberKey(from),
      to: toNumberKey(to),
      ...options,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put it there
    return pieces.map(({ value }) => value as Place);
  };

  const put = async (turn: IndexedTurn): Promise<void> => {
    const { conversation, number, at, outcome, thumb } = turn;
    const expiresAt = retentionMs === 0 ? undefined : at + retentionMs;
    const only = { from: number, to: number };
    const [known] = await listPlaces(conversation, only, { limit: 1 });
    const place: Place = { number, at, outcome };
    // First, so that there is no row without it if this process dies.
    await storeOf("turns-of", conversation).put([
      { key: toNumberKey(number), value: place, expiresAt },
    ]);
    const key = await rowKey(turn);
    const lists: string[] = [outcome, ...(thumb ? [thumb] : [])];
    for (const list of lists)
      await storeOf("turns", list).put([{ key, value: turn, expiresAt }]);
    // A process that died, or two at once, may have left it in any other.
    if (known !== undefined)
      await eraseRow(
        LISTS.filter((list) => !lists.includes(list)),
        key,
      );
  };

  /** One page of all lists, whatever is asked for. */
  const readLists = async (
    lists: readonly string[],
    before: string | undefined,
    limit: number,
  ): Promise<RowPage> => {
    const pages = await Promise.all(
      lists.map(async (list) => {
        const pieces = await storeOf("turns", list).list({
          from: toTimeKey(border() + 1),
          to: before ?? "~",
          limit: limit + 2,
          isNewestFirst: true,
          mayBeStale: true,
        });
        const rows = toRows(pieces).filter(({ key }) => key !== before);
        return toPage(rows, limit);
      }),
    );
    return joinPages(pages, limit);
  };

  /** Those of which the conversation has no newer turn. */
  const keepNewest = async (rows: readonly Row[]): Promise<readonly Row[]> => {
    const newest = new Map<string, number>();
    const names = new Set(rows.map(({ value }) => value.conversation));
    await Promise.all(
      [...names].map(async (conversation) => {
        const options = { limit: 1, isNewestFirst: true };
        const places = await listPlaces(conversation, ALL_NUMBERS, options);
        for (const { number } of places) newest.set(conversation, number);
      }),
    );
    return rows.filter(
      ({ value: { conversation, number } }) =>
        newest.get(conversation) === number,
    );
  };

  const listConversation = async (
    conversation: string,
    { outcomes = TURN_OUTCOMES, channel, thumb, ...query }: TurnQuery,
  ): Promise<TurnPage> => {
    const { isNewestOnly, before, limit } = query;
    const to = before === undefined ? ALL_NUMBERS.to : before.number - 1;
    const places = await listPlaces(
      conversation,
      { from: 0, to },
      { limit: isNewestOnly ? 1 : limit + 1, isNewestFirst: true },
    );
    const found = places.map(async (place) =>
      findRow(place.outcome, await rowKey({ ...place, conversation })),
    );
    const rows = (await Promise.all(found)).flat();
    return toTurnPage(toPage(rows, limit), (turn) => {
      const isRated = thumb === undefined || turn.thumb === thumb;
      const isOfChannel = channel === undefined || turn.channel === channel;
      const isWanted = outcomes.includes(turn.outcome);
      return turn.at > border() && isWanted && isRated && isOfChannel;
    });
  };

  return {
    async put(turns) {
      for (const turn of turns) await put(turn);
    },

    async erase({ conversation, from, to }) {
      for (;;) {
        const limit = ERASED_AT_A_TIME;
        const places = await listPlaces(conversation, { from, to }, { limit });
        await Promise.all(
          places.map(async (place) => {
            await eraseRow(LISTS, await rowKey({ ...place, conversation }));
            const key = toNumberKey(place.number);
            const range = { from: key, to: key };
            await storeOf("turns-of", conversation).erase(range);
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
      const lists = thumb === undefined ? outcomes : [thumb];
      const found: Row[] = [];
      let place = before && (await rowKey(before));
      for (let round = 0; ; round++) {
        // Each time twice as many: the more are filtered, the more it takes.
        const step = limit * 2 ** round;
        const { rows, next } = await readLists(lists, place, step);
        const wanted = rows.filter(
          ({ value: turn }) =>
            (channel === undefined || turn.channel === channel) &&
            (thumb === undefined || outcomes.includes(turn.outcome)),
        );
        for (let from = 0; from < wanted.length && found.length < limit;) {
          const some = wanted.slice(from, from + limit - found.length);
          from += some.length;
          found.push(...(isNewestOnly ? await keepNewest(some) : some));
          const last = found.at(-1);
          const isFull = found.length === limit && last !== undefined;
          if (isFull && (from < wanted.length || next !== undefined))
            return toTurnPage({ rows: found, next: last });
        }
        if (next === undefined) return toTurnPage({ rows: found });
        if (round + 1 === MAX_ROUNDS) return toTurnPage({ rows: found, next });
        place = next.key;
      }
    },

    async sum({ from, to }) {
      const range = {
        from: toTimeKey(Math.max(from, border() + 1)),
        to: toTimeKey(to),
      };
      const sums = new Map<string, UsageSum>();
      await Promise.all(
        TURN_OUTCOMES.map((outcome) =>
          addTurns(sums, storeOf("turns", outcome), range),
        ),
      );
      return [...sums.values()];
    },
  };
}

/** Adds all turns of a list to the sums of their day, channel and model. */
async function addTurns(
  sums: Map<string, UsageSum>,
  store: Pick<Store<never>, "list">,
  range: KeyRange,
): Promise<void> {
  let { from } = range;
  for (;;) {
    const limit = SUMMED_AT_A_TIME;
    const query = { ...range, from, limit, mayBeStale: true };
    const rows = toRows(await store.list(query));
    for (const { value: turn } of rows) {
      const day = Math.floor(turn.at / DAY_MS);
      const { channel, model } = turn;
      const key = `${day} ${channel} ${model}`;
      const before = sums.get(key);
      sums.set(key, {
        day,
        channel,
        model,
        turns: (before?.turns ?? 0) + 1,
        failed: (before?.failed ?? 0) + (turn.outcome === "failed" ? 1 : 0),
        inputTokens: (before?.inputTokens ?? 0) + turn.inputTokens,
        cachedInputTokens:
          (before?.cachedInputTokens ?? 0) + turn.cachedInputTokens,
        outputTokens: (before?.outputTokens ?? 0) + turn.outputTokens,
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    // Follows its key.
    from = `${last.key}-`;
  }
}

function toTurnPage(
  { rows, next }: RowPage,
  isWanted: (turn: IndexedTurn) => boolean = () => true,
): TurnPage {
  const turns = rows.map(({ value }) => value).filter(isWanted);
  if (next === undefined) return { turns };
  const { at, number, conversation } = next.value;
  return { turns, next: { at, number, conversation } };
}

function toRows(pieces: Awaited<ReturnType<Store<never>["list"]>>): Row[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put them there
  return pieces as Row[];
}

/** In the order of time. */
async function rowKey({ at, number, conversation }: TurnPlace) {
  const hash = await hashOf([conversation]);
  return `${toTimeKey(at)}/${toNumberKey(number)}/${hash}`;
}

function toNumberKey(number: number): string {
  return String(number).padStart(12, "0");
}
