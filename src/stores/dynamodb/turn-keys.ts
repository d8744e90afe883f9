import { spread } from "../../runtime/hash.ts";
import type { TurnOutcome, TurnPlace } from "../../types/turn-index.ts";
import { INDEX_PARTS } from "../turn-pages.ts";
import {
  sortKeysOf,
  toSortableNumber,
  toSortKey,
  type Key,
} from "./attributes.ts";
import type { Item } from "./table.ts";

type Where = TurnPlace & { readonly outcome: TurnOutcome };

export function partitionsOf(
  outcomes: readonly TurnOutcome[],
): readonly string[] {
  return outcomes.flatMap((outcome) =>
    Array.from({ length: INDEX_PARTS }, (_, part) => partition(outcome, part)),
  );
}

function partition(outcome: string, part: number): string {
  return toSortKey("turns", outcome, String(part));
}

export function rowKey({ outcome, ...place }: Where): Key {
  const pk = partition(outcome, spread(place.conversation, INDEX_PARTS));
  return { pk, sk: rowSortKey(place) };
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

function toSortableTime(at: number): string {
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
  const outcome = place["outcome"] as TurnOutcome;
  return { conversation, number, at: Number(place["at"]), outcome };
}

export function isAt(turn: TurnPlace, place: TurnPlace | undefined): boolean {
  return place !== undefined && rowSortKey(turn) === rowSortKey(place);
}
