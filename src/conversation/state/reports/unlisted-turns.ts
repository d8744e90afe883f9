import { sumUsage } from "../../../text/tokens.ts";
import type { IndexedTurn, TurnOutcome } from "../../../types/turn-index.ts";
import type { MemoryContext } from "../memory-context.ts";
import { get, keys, listUnder } from "../pieces.ts";
import { join, type Range } from "../ranges.ts";
import {
  isUnanswered,
  type ConversationState,
  type TurnState,
} from "../state.ts";
import { findByNumber } from "../turns/load-turn.ts";
import { hasRow } from "./mark-unlisted.ts";

/** A turn's row, without what the conversation does not know. */
type UnlistedTurn = Omit<IndexedTurn, "model">;

/** What the index has not seen yet. */
export interface UnlistedTurns {
  readonly turns: readonly UnlistedTurn[];
  /** Rows of turns that were forgotten or merged, to be erased. */
  readonly gone: readonly {
    readonly conversation: string;
    readonly from: number;
    readonly to: number;
  }[];
  /** For `noteListed`: up to which number this is everything, and as of when. */
  readonly upTo: number;
  readonly changes: number;
}

/** Rows at a time. */
const MAX_ROWS = 20;

/**
 * The changes that the index has not seen, oldest first, some at a time;
 * `undefined` if there are none.
 */
export async function unlistedTurns(
  context: MemoryContext,
): Promise<UnlistedTurns | undefined> {
  const state = await context.document.read();
  const { ranges = [], changes = 0 } = state.unlisted ?? {};
  const { firstTurn, conversation = "" } = state;
  if (ranges.length === 0) return undefined;
  const forgotten = ranges.filter(([from]) => from < firstTurn);
  const numbers = numbersIn(ranges, { from: firstTurn, limit: MAX_ROWS });
  const found = await Promise.all(
    numbers.map(async (number) => ({
      number,
      turn: await findUnlisted(context, state, number),
    })),
  );
  return {
    turns: found.flatMap(({ turn }) => turn ?? []),
    gone: [
      ...forgotten.map(([from, to]) => ({
        conversation,
        from,
        to: Math.min(to, firstTurn - 1),
      })),
      ...found.flatMap(({ number, turn }) =>
        turn === undefined ? [{ conversation, from: number, to: number }] : [],
      ),
    ],
    upTo: numbers.at(-1) ?? firstTurn - 1,
    changes,
  };
}

/**
 * Confirms that the index has these changes. If there have been others since,
 * another process may have told the index of those first. What it was told here
 * is then told again.
 */
export async function noteListed(
  { document }: MemoryContext,
  { turns, upTo, changes }: Omit<UnlistedTurns, "gone">,
): Promise<void> {
  await document.change<void>((state) => {
    const { unlisted = NOTHING_UNLISTED, conversation, ...rest } = state;
    const { ranges: before } = unlisted;
    const isCurrent = unlisted.changes === changes;
    const ranges = isCurrent
      ? before.flatMap(([from, to]) =>
          to <= upTo ? [] : [[Math.max(from, upTo + 1), to] as const],
        )
      : join([...before, ...turns.map(toRange)]);
    if (JSON.stringify(ranges) === JSON.stringify(before))
      return { result: undefined };
    const name = conversation ?? turns[0]?.conversation;
    const isGone = ranges.length === 0 && state.turns === 0;
    return {
      state: {
        ...rest,
        // A forgotten conversation's name is forgotten, too.
        ...(name !== undefined && !isGone && { conversation: name }),
        // The count goes on, so that it never repeats.
        unlisted: {
          ranges,
          changes: isCurrent ? changes : unlisted.changes + 1,
        },
      },
      result: undefined,
    };
  });
}

const NOTHING_UNLISTED = { ranges: [], changes: 0 } as const;

function toRange({ number }: UnlistedTurn) {
  return [number, number] as const;
}

function numbersIn(
  ranges: readonly Range[],
  { from: first, limit }: { from: number; limit: number },
): readonly number[] {
  const numbers: number[] = [];
  for (const [from, to] of ranges)
    for (
      let number = Math.max(from, first);
      number <= to && numbers.length < limit;
      number++
    )
      numbers.push(number);
  return numbers;
}

function outcomeOf(
  turn: TurnState,
  { hasFailed, isWanted }: { hasFailed: boolean; isWanted: boolean },
): TurnOutcome {
  if (isUnanswered(turn)) return "waiting";
  if (isWanted) return "asked";
  if (hasFailed) return "failed";
  return turn.ending?.isForPerson ? "person" : "answered";
}

async function findUnlisted(
  { store, isExpired }: MemoryContext,
  state: ConversationState,
  number: number,
): Promise<UnlistedTurn | undefined> {
  const known = await findByNumber(store, state, number);
  if (known.kind !== "known" || known.state.number !== number) return undefined;
  const [stored, isSuperseded, after, rating] = await Promise.all([
    get(store, keys.message(known.state)),
    get(store, keys.superseded(number)),
    listUnder(store, keys.usage(number, "")),
    state.hasRatings && get(store, keys.rating(number)),
  ]);
  const { ending, failure, status, acceptedAt } = known.state;
  const isOpen = state.open.some((turn) => turn.number === number);
  if (stored === undefined || !hasRow(known.state)) return undefined;
  if (!isOpen && isExpired(acceptedAt)) return undefined;
  const hasFailed = status === "failed" && isSuperseded === undefined;
  const endedAt = ending?.at ?? failure?.at;
  const usage = sumUsage([
    ...(ending === undefined ? [] : [ending.usage]),
    ...after.map(({ value }) => value),
  ]);
  const { conversation, channel } = stored.message;
  return {
    conversation,
    id: known.id,
    number,
    channel,
    outcome: outcomeOf(known.state, {
      hasFailed,
      isWanted: state.wanted?.turn === number,
    }),
    ...(hasFailed && failure !== undefined && { failure: failure.reason }),
    ...(rating && { thumb: rating.thumb }),
    at: acceptedAt,
    ...(endedAt !== undefined && { endedAt }),
    inputTokens: usage.inputTokens,
    cachedInputTokens: usage.cachedInputTokens,
    outputTokens: usage.outputTokens,
  };
}
