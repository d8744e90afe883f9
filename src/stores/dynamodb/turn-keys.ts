import { THUMBS, type Thumb } from "../../types/rating.ts";
import {
  TURN_OUTCOMES,
  type TurnOutcome,
  type TurnPlace,
} from "../../types/turn-index.ts";
import {
  sortKeysOf,
  toSortableNumber,
  toSortKey,
  type Key,
} from "./attributes.ts";
import type { Item } from "./table.ts";

/** What decides in which lists a turn is. */
type Where = TurnPlace & {
  readonly outcome: TurnOutcome;
  readonly thumb?: Thumb | undefined;
};

export type ListName = TurnOutcome | Thumb;

export function partitionOf(list: ListName): string {
  return toSortKey("turns", list);
}

/** The keys of a turn's row: in the list of its outcome, and of its rating. */
export function rowKeys({
  outcome,
  thumb,
  ...place
}: Where): readonly [Key, ...Key[]] {
  const key = rowKey(outcome, place);
  return thumb === undefined ? [key] : [key, rowKey(thumb, place)];
}

/**
 * The keys in all lists where a turn's row may be.
 * @param isForPerson it was left to a person or asked for one, as few do
 */
export function allRowKeys(
  place: TurnPlace,
  { isRated, isForPerson }: { isRated: boolean; isForPerson: boolean },
): readonly Key[] {
  const outcomes = isForPerson
    ? TURN_OUTCOMES
    : TURN_OUTCOMES.filter((outcome) => !isOfPerson(outcome));
  const lists = [...outcomes, ...(isRated ? THUMBS : [])];
  return lists.map((list) => rowKey(list, place));
}

/** Whether the row is in one of the lists of which few rows are. */
export function isOfPerson(outcome: TurnOutcome): boolean {
  return outcome === "person" || outcome === "asked";
}

function rowKey(list: ListName, place: TurnPlace): Key {
  return { pk: partitionOf(list), sk: rowSortKey(place) };
}

/** The name is unescaped and last, so that keys sort by name. */
export function rowSortKey({ at, number, conversation }: TurnPlace): string {
  return `${toSortableTime(at)}#${toSortableNumber(number)}#${conversation}`;
}

/** From `from` to before `to`, in epoch milliseconds. */
export function sortKeysBetween(from: number, to: number) {
  return {
    from: toSortableTime(Math.max(from, 0)),
    to: to === Infinity ? "~" : toSortableTime(Math.max(to, 0)),
  };
}

export function toSortableTime(at: number): string {
  return String(at).padStart(15, "0");
}

export const ALL_NUMBERS = { from: 0, to: 999_999_999_999 };

export function placeKey({
  conversation,
  number,
}: Pick<TurnPlace, "conversation" | "number">): Key {
  return {
    pk: toSortKey("turns-of", conversation),
    sk: toSortKey("turn", toSortableNumber(number)),
  };
}

export function numberOf({ sk }: Item): number {
  return Number(sk.slice(sortKeysOf("turn").from.length));
}

export function toWhere(
  { conversation, number }: Pick<TurnPlace, "conversation" | "number">,
  place: Item,
): Where {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `put` has put it there
  const lists = { outcome: place["outcome"], thumb: place["thumb"] } as Pick<
    Where,
    "outcome" | "thumb"
  >;
  return { conversation, number, at: Number(place["at"]), ...lists };
}

export function isAt(turn: TurnPlace, place: TurnPlace | undefined): boolean {
  return place !== undefined && rowSortKey(turn) === rowSortKey(place);
}
