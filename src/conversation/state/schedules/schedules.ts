import { hashText } from "../../../runtime/hash.ts";
import {
  MAX_SCHEDULES,
  type NewSchedule,
  type Schedule,
  type ScheduleChange,
  type Scheduling,
  type StoredSchedules,
} from "../../../types/schedule.ts";
import type { Piece } from "../../../types/store.ts";
import type { ScheduleBounds } from "../bounds.ts";
import { eraseOldVersions } from "../forgetting/erase.ts";
import type { MemoryContext } from "../memory-context.ts";
import { get, keys, toPiece, type PieceReader } from "../pieces.ts";
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
  const key = keys.scheduled(await hashText(added.id));
  return changeList<Scheduling>(context, async ({ schedules }, state) => {
    const known = schedules.find(({ id }) => id === added.id);
    if (known !== undefined)
      return { result: { kind: "known", schedule: known } };
    if ((await get(store, key)) !== undefined)
      return { result: { kind: "ended" } };
    if (schedules.length >= MAX_SCHEDULES)
      return { result: { kind: "full", limit: MAX_SCHEDULES } };
    const made = withNumber(added, state);
    return {
      list: [...schedules, made],
      put: [toPiece(key, now())],
      result: { kind: "scheduled", schedule: made },
    };
  });
}

/**
 * Takes over the schedules of a conversation that has moved here, each once, as
 * many as there are.
 */
export async function adoptSchedules(
  context: MemoryContext,
  adopted: readonly Schedule[],
): Promise<void> {
  const { store, now } = context;
  for (const given of adopted) {
    const key = keys.scheduled(await hashText(given.id));
    await changeList<void>(context, async ({ schedules }, state) =>
      (await get(store, key)) === undefined
        ? {
            list: [...schedules, withNumber(given, state)],
            put: [toPiece(key, now())],
            result: undefined,
          }
        : { result: undefined },
    );
  }
}

/** No number is used twice. */
function withNumber(
  added: NewSchedule,
  { schedules }: ConversationState,
): Schedule {
  return { ...added, number: (schedules?.last ?? 0) + 1 };
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
  readonly open?: ConversationState["open"];
}

/** The wake-up is stored before the commit, so that no schedule is without one. */
async function changeList<Result>(
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
    const { list, open = state.open, put = [], result: made } = change;
    if (list === undefined) return { result: made };
    const next = withSchedules(
      { ...state, open },
      { ...stored, schedules: list },
      now(),
    );
    const at = scheduleTime(context, next.state.schedules);
    if (at !== undefined) await wakeBy(at);
    return { state: next.state, put: [...next.put, ...put], result: made };
  });
  await eraseOldVersions(store, await document.read());
  return result;
}

/** With the next version of the list. */
export function withSchedules(
  state: ConversationState,
  { schedules, missed }: StoredSchedules,
  now: number,
): { readonly state: ConversationState; readonly put: readonly Piece[] } {
  const { version: before = 0, last = 0 } = state.schedules ?? {};
  const version = before + 1;
  const sorted = schedules.toSorted((one, other) => one.due - other.due);
  const next = sorted[0]?.due;
  const bounds: ScheduleBounds = {
    version,
    count: sorted.length,
    last: Math.max(last, ...sorted.map(({ number }) => number)),
    writtenAt: now,
    ...(next !== undefined && { next }),
    ...(missed.length > 0 && { hasMissed: true }),
  };
  const stored = { schedules: sorted, missed };
  return {
    state: { ...state, schedules: bounds },
    put: [toPiece(keys.schedules(version), stored)],
  };
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
