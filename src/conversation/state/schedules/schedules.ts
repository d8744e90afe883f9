import {
  MAX_SCHEDULES,
  type NewSchedule,
  type Schedule,
  type ScheduleChange,
  type Scheduling,
  type StoredSchedules,
} from "../../../types/schedule.ts";
import type { ScheduleBounds } from "../bounds.ts";
import { eraseOldVersions } from "../forgetting/erase.ts";
import { hashText } from "../hash-text.ts";
import type { MemoryContext } from "../memory-context.ts";
import { keys, toPiece } from "../pieces.ts";
import { get, type PieceReader } from "../read-pieces.ts";
import {
  isUnanswered,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "../state.ts";

/** Beginning of the ids of a schedule's turns; its due time follows. */
export function turnPrefixOf(id: string): string {
  return `schedule:${id}:`;
}

/** Whether the turn is an occurrence of the schedule. Ids may contain colons. */
export function isOccurrence({ id }: OpenTurn, of: string): boolean {
  return id.slice(0, id.lastIndexOf(":") + 1) === turnPrefixOf(of);
}

/** Stores a schedule, once by its id: also after it has ended. */
export async function schedule(
  context: MemoryContext,
  added: NewSchedule,
): Promise<Scheduling> {
  const { store, now } = context;
  const hash = await hashText(added.id);
  return changeList<Scheduling>(context, async (stored, state) => {
    const known = stored.schedules.find(({ id }) => id === added.id);
    if (known !== undefined)
      return { result: { kind: "known", schedule: known } };
    if ((await get(store, keys.scheduled(hash))) !== undefined)
      return { result: { kind: "ended" } };
    if (stored.schedules.length >= MAX_SCHEDULES)
      return { result: { kind: "full", limit: MAX_SCHEDULES } };
    const number = (state.schedules?.last ?? 0) + 1;
    const made = { ...added, number };
    return {
      list: [...stored.schedules, made],
      last: number,
      put: [toPiece(keys.scheduled(hash), now())],
      result: { kind: "scheduled", schedule: made },
    };
  });
}

/** In the order in which they are due. */
export async function listSchedules({
  document,
  store,
}: MemoryContext): Promise<readonly Schedule[]> {
  return (await readSchedules(store, await document.readNewest())).schedules;
}

/**
 * Replaces what is given; its id and number stay. Occurrences of before that
 * already wait are as they were. `undefined` if there is no such schedule.
 */
export async function changeSchedule(
  context: MemoryContext,
  id: string,
  { when, ...change }: ScheduleChange,
): Promise<Schedule | undefined> {
  return changeList<Schedule | undefined>(context, async ({ schedules }) => {
    const before = schedules.find((one) => one.id === id);
    if (before === undefined) return { result: undefined };
    const { rule, ...rest } = before;
    const after: Schedule = {
      ...rest,
      ...(when === undefined
        ? rule !== undefined && { rule }
        : { ...when.timing, due: when.due }),
      ...change,
    };
    const list = schedules.map((one) => (one.id === id ? after : one));
    return { list, result: after };
  });
}

/**
 * Cancels a schedule, and its occurrence that waits for its turn or is being
 * answered. Returns whether there was either.
 */
export async function cancelSchedule(
  context: MemoryContext,
  id: string,
): Promise<boolean> {
  return changeList<boolean>(context, async ({ schedules }, { open }) => {
    const list = schedules.filter((one) => one.id !== id);
    const isWaiting = (turn: OpenTurn) =>
      isOccurrence(turn, id) && isUnanswered(turn);
    const isFound = list.length < schedules.length || open.some(isWaiting);
    return isFound
      ? {
          list,
          open: open.map((turn) =>
            isWaiting(turn) ? { ...turn, isStopped: true as const } : turn,
          ),
          result: true,
        }
      : { result: false };
  });
}

export async function readSchedules(
  store: PieceReader,
  { schedules: bounds }: ConversationState,
): Promise<StoredSchedules> {
  const stored =
    bounds === undefined || (bounds.count === 0 && !bounds.hasMissed)
      ? undefined
      : await get(store, keys.schedules(bounds.version));
  const { schedules = [], missed = [] } = stored ?? {};
  return { schedules, missed: bounds?.hasMissed ? missed : [] };
}

/** A change of the list of schedules. */
interface ListChange<Result> extends Pick<Decision<Result>, "put" | "result"> {
  /** Left out: nothing changes. */
  readonly list?: readonly Schedule[];
  readonly last?: number;
  readonly open?: ConversationState["open"];
}

/** The wake-up is stored before the commit, so that no schedule is without one. */
export async function changeList<Result>(
  context: MemoryContext,
  decide: (
    stored: StoredSchedules,
    state: ConversationState,
  ) => Promise<ListChange<Result>>,
): Promise<Result> {
  const { document, store, wakeBy, now } = context;
  const result = await document.change<Result>(async (state) => {
    const stored = await readSchedules(store, state);
    const change = await decide(stored, state);
    const { list, last, open = state.open, put = [] } = change;
    if (list === undefined) return { result: change.result };
    const { bounds, piece } = writeSchedules(
      state,
      { ...stored, schedules: list },
      now(),
    );
    const schedules = { ...bounds, ...(last !== undefined && { last }) };
    const at = scheduleTime(context, schedules);
    if (at !== undefined) await wakeBy(at);
    return {
      state: { ...state, open, schedules },
      put: [piece, ...put],
      result: change.result,
    };
  });
  await eraseOldVersions(store, await document.read());
  return result;
}

/** The next version of the list. */
export function writeSchedules(
  { schedules: before }: ConversationState,
  { schedules, missed }: StoredSchedules,
  now: number,
) {
  const version = (before?.version ?? 0) + 1;
  const sorted = schedules.toSorted((one, other) => one.due - other.due);
  const next = sorted[0]?.due;
  const bounds: ScheduleBounds = {
    version,
    count: sorted.length,
    last: before?.last ?? 0,
    writtenAt: now,
    ...(next !== undefined && { next }),
    ...(missed.length > 0 && { hasMissed: true }),
  };
  const value = { schedules: sorted, missed };
  return { bounds, piece: toPiece(keys.schedules(version), value) };
}

/**
 * When to look for due schedules, in milliseconds since the epoch. Where stored
 * items expire, also so often that these do not.
 */
export function scheduleTime(
  { retentionMs }: Pick<MemoryContext, "retentionMs">,
  bounds: ScheduleBounds | undefined,
): number | undefined {
  if (bounds?.next === undefined) return undefined;
  return retentionMs === 0
    ? bounds.next
    : Math.min(bounds.next, bounds.writtenAt + retentionMs);
}
