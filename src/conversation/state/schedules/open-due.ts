import { findNext } from "../../../schedules/occurrences.ts";
import type { IncomingMessage } from "../../../types/message.ts";
import {
  GRACE_MS,
  MAX_SCHEDULES,
  MIN_INTERVAL_MS,
  type Missed,
  type Schedule,
  type StoredSchedules,
} from "../../../types/schedule.ts";
import type { Piece } from "../../../types/store.ts";
import { eraseOldVersions } from "../forgetting/erase.ts";
import type { MemoryContext } from "../memory-context.ts";
import { isUnattended, openUnattended } from "../people/open-unattended.ts";
import type { ConversationState, Decision } from "../state.ts";
import { prepareOpening } from "../turns/open-turn.ts";
import {
  isOccurrence,
  readSchedules,
  scheduleTime,
  turnPrefixOf,
  withSchedules,
} from "./schedules.ts";

/** What has happened to what was due first. */
type Due =
  | { readonly kind: "opened"; readonly turn: string }
  | { readonly kind: "skipped" | "none" };

/**
 * Opens a turn for all that is due, once: the commit that opens it also ends
 * what was due. An expired request for a person is one. So is
 * each occurrence of a schedule: its id is made of the schedule and the time,
 * and its commit moves the schedule to its next time. Skips occurrences that
 * are late by more than the grace time, find the line full, or whose previous
 * one still waits. Returns the ids of the opened turns. The caller then schedules
 * the wake-up at `nextDue`.
 */
export async function openDue(
  context: MemoryContext,
  { limit }: { limit: number },
): Promise<readonly string[]> {
  const { document, store, now } = context;
  const isDue = (state: ConversationState): boolean =>
    Math.min(...wakeTimes(context, state)) <= now();
  let state = await document.readNewest();
  const opened: string[] = [];
  while (isDue(state)) {
    const due = isUnattended(state, now())
      ? await openUnattended(context, limit)
      : await openNext(context, limit);
    if (due.kind === "opened") opened.push(due.turn);
    state = await document.readNewest();
    await eraseOldVersions(store, state);
  }
  return opened;
}

/** When `openDue` is to be called next; `undefined`: nothing is due later. */
export async function nextDue(
  context: MemoryContext,
): Promise<number | undefined> {
  const times = wakeTimes(context, await context.document.readNewest());
  return times.length === 0 ? undefined : Math.min(...times);
}

/** All times at which the conversation is to be woken. */
export function wakeTimes(
  context: Pick<MemoryContext, "retentionMs">,
  state: ConversationState,
): readonly number[] {
  return [
    scheduleTime(context, schedulesOf(state)),
    state.wanted?.until,
  ].filter((at) => at !== undefined);
}

/** Those of a conversation that has moved are its home's. */
function schedulesOf({ link, schedules }: ConversationState) {
  return link?.home === undefined ? schedules : undefined;
}

/** The skipped occurrences of which no reply has told the user. */
export async function findMissed({
  document,
  store,
}: MemoryContext): Promise<
  { readonly version: number; readonly missed: readonly Missed[] } | undefined
> {
  const state = await document.read();
  if (!state.schedules?.hasMissed) return undefined;
  const { missed } = await readSchedules(store, state);
  return { version: state.schedules.version, missed };
}

function openNext(context: MemoryContext, limit: number): Promise<Due> {
  const { document, store, now } = context;
  return document.change<Due>(async (state) => {
    const at = now();
    const due = scheduleTime(context, schedulesOf(state));
    if ((due ?? Infinity) > at) return { result: { kind: "none" } };
    const stored = await readSchedules(store, state);
    const [first, ...others] = stored.schedules;
    // Only written again, so that it does not expire.
    if (first === undefined || first.due > at)
      return withList(state, stored, { kind: "none" }, at);
    const isLate = first.due < at - GRACE_MS;
    const next = await advance(first, isLate ? at - GRACE_MS : first.due);
    const rest = { ...stored, schedules: next ? [...others, next] : others };
    const skipping = { ...rest, missed: withMissed(stored.missed, first) };
    if (isLate) return withList(state, skipping, { kind: "skipped" }, at);
    const waits = state.open.some((turn) => isOccurrence(turn, first.id));
    if (waits) return withList(state, rest, { kind: "skipped" }, at);
    const message = toMessage(first);
    const opening = await (
      await prepareOpening(context, message, { limit })
    )(state);
    const isOpened = opening.result.kind === "opened";
    return withList(
      opening.state ?? state,
      isOpened ? rest : skipping,
      isOpened ? { kind: "opened", turn: message.id } : { kind: "skipped" },
      at,
      opening.put,
    );
  });
}

function withList(
  state: ConversationState,
  stored: StoredSchedules,
  result: Due,
  now: number,
  put: readonly Piece[] = [],
): Decision<Due> {
  const next = withSchedules(state, stored, now);
  return { state: next.state, put: [...put, ...next.put], result };
}

/** The schedule with its next time, if it has one. */
async function advance(
  schedule: Schedule,
  after: number,
): Promise<Schedule | undefined> {
  if (schedule.rule === undefined) return undefined;
  const earliest = Math.max(after, schedule.due + MIN_INTERVAL_MS - 1);
  const due = await findNext(schedule, earliest);
  return due === undefined ? undefined : { ...schedule, due };
}

/** One for each schedule: the first that was skipped. */
function withMissed(
  missed: readonly Missed[],
  { number, kind, text, due, timeZone }: Schedule,
): readonly Missed[] {
  return missed.some((one) => one.number === number)
    ? missed
    : [...missed, { number, kind, text, due, timeZone }].slice(-MAX_SCHEDULES);
}

function toMessage({ id, kind, text, due, to }: Schedule): IncomingMessage {
  return {
    ...to,
    id: `${turnPrefixOf(id)}${due}`,
    origin: {
      kind: "schedule",
      id,
      ...(kind === "text" && { isText: true }),
    },
    text,
    attachments: [],
  };
}
