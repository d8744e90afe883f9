import {
  keys,
  listBetween,
  numberIn,
  type Fork,
  type PieceReader,
} from "../pieces.ts";
import { clip, countIn, includes, join, type Range } from "../ranges.ts";
import type { ConversationState } from "../state.ts";

/** Where the history forks, and at which sequence. */
interface PlacedFork extends Fork {
  readonly sequence: number;
}

/**
 * The forks of the history, in order. None are read of a conversation without
 * versions.
 */
export async function readForks(
  store: PieceReader,
  { hasForks, firstMessage, lastMessage }: ConversationState,
): Promise<readonly PlacedFork[]> {
  if (!hasForks || lastMessage < firstMessage) return [];
  const range = { from: keys.fork(firstMessage), to: keys.fork(lastMessage) };
  const pieces = await listBetween(store, range);
  return pieces.map((piece) => ({
    ...piece.value,
    sequence: numberIn(piece, 1),
  }));
}

/** The last message that is shown, which the next one follows. */
export function tipOf({ tip, lastMessage }: ConversationState): number {
  return tip ?? lastMessage;
}

/**
 * What leads to the message `tip`, back to the first: sequences in order. An
 * exchange follows the message stored before it, unless it is a fork.
 */
export function pathTo(
  tip: number,
  forks: readonly PlacedFork[],
): readonly Range[] {
  const path: Range[] = [];
  let to = tip;
  for (const { sequence, after } of forks.toReversed()) {
    if (sequence > to || after === sequence - 1) continue;
    path.push([sequence, to]);
    to = after;
  }
  return clip([...path, [1, to] as const].toReversed(), [1, tip]);
}

/** The chosen path; without what edits replace that have not begun yet. */
export function shownPath(
  state: ConversationState,
  forks: readonly PlacedFork[],
): readonly Range[] {
  const replaced = state.open.flatMap(({ status, replaces }) =>
    status === "accepted" && replaces !== undefined ? replaces : [],
  );
  const end = Math.min(...replaced, state.lastMessage + 1) - 1;
  return clip(pathTo(tipOf(state), forks), [state.firstMessage, end]);
}

/**
 * Exchanges that follow the same message are versions of one question and its
 * answer, unless nobody asked for them. Empty if there is only one.
 */
export function versionsOf(
  asked: number,
  forks: readonly PlacedFork[],
): readonly PlacedFork[] {
  const own = forks.find(({ sequence }) => sequence === asked);
  const versions = forks.filter(
    ({ after, isLone }) => after === own?.after && !isLone,
  );
  return versions.length > 1 ? versions : [];
}

/** Neither forgotten nor expired. */
export function isKept(
  { number, at }: Fork,
  { firstTurn }: ConversationState,
  isExpired: (at: number) => boolean,
): boolean {
  return number >= firstTurn && !isExpired(at);
}

/** The last message of the newest path that leads through an exchange. */
export function newestTip(
  asked: number,
  forks: readonly PlacedFork[],
  { lastMessage }: ConversationState,
): number {
  const ends = [...forks.map(({ sequence }) => sequence - 1), lastMessage];
  return Math.max(...ends.filter((end) => includes(pathTo(end, forks), asked)));
}

/** The last message that two paths have in common; 0 if there is none. */
export function lastShared(
  one: readonly Range[],
  other: readonly Range[],
): number {
  const shared = one.flatMap((range) => clip(other, range));
  return Math.max(0, ...shared.map(([, to]) => to));
}

export function isHidden(
  { hidden }: ConversationState,
  sequence: number,
): boolean {
  return includes(hidden, sequence);
}

/** Takes messages of the window out of what is recalled. */
export function withHidden(
  state: ConversationState,
  messages: Range,
): ConversationState {
  const hidden = join([...state.hidden, messages]);
  const added = countIn(hidden) - countIn(state.hidden);
  return { ...state, hidden, hiddenMessages: state.hiddenMessages + added };
}
