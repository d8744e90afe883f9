import type { TurnQuestion } from "../../../types/pause.ts";
import { keysUnder, type Piece } from "../../../types/store.ts";
import type { Turn, Usage } from "../../../types/turn.ts";
import type { ScheduleBounds } from "../bounds.ts";
import {
  findSpoken,
  toExchange,
  type End,
  type PlacedExchange,
} from "../history/exchange.ts";
import { withHidden } from "../history/hidden.ts";
import { noteExchange } from "../history/recall.ts";
import type { MemoryContext } from "../memory-context.ts";
import type { Outcome } from "../outcome.ts";
import { withHeld, withPause } from "../pauses/pauses.ts";
import { isLeftToTeam, toNeedsHuman, withWanted } from "../people/wanted.ts";
import { keys, toPiece, type Fork } from "../pieces.ts";
import { withEvents } from "../reports/events.ts";
import { withUnlisted } from "../reports/mark-unlisted.ts";
import {
  countAdded,
  findOpen,
  isUnanswered,
  withOpen,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "../state.ts";
import { withListing } from "../window.ts";
import { decideClosing, eventsOfClosing } from "./close-turn.ts";
import { nameFiles } from "./files.ts";
import { loadTurn, toTurn } from "./load-turn.ts";

/** The outcome does not fit who has the conversation now: see `Outcome.by`. */
export const CHANGED_HANDS = "changed-hands";

/**
 * Ends the turn, once, with its history, its parts and the callback that its
 * message asked for. Returns `CHANGED_HANDS` and changes nothing if the outcome
 * is not for the conversation's owner, or was cut short by a takeover that is
 * over. A person for whom a step has asked is wanted from here on. If there is
 * nothing to send, also closes it and, unless it failed, erases the files that
 * came with its message. Returns `undefined` and changes nothing if the turn
 * has ended already or was forgotten.
 */
export async function commitTurn(
  context: MemoryContext,
  id: string,
  outcome: Outcome,
): Promise<Turn | typeof CHANGED_HANDS | undefined> {
  const { document, store, now, wakeBy, retentionMs } = context;
  const isWork = document.held?.turn.id === id;
  let before: Turn | undefined;
  let question: TurnQuestion | undefined;
  const result = await document.change<
    Ended | typeof CHANGED_HANDS | undefined
  >(
    async (state) => {
      const turn = findOpen(state, id);
      if (turn === undefined || !isUnanswered(turn))
        return { result: undefined };
      // The takeover has stopped it, and nobody else.
      const isCutShort =
        outcome.isStopped && turn.isReturned && !turn.isStopped;
      if (isCutShort || !isForOwner(outcome, isLeftToTeam(state, now())))
        return { result: CHANGED_HANDS };
      before = await loadWithSteps(context, state, turn);
      const steps = before?.steps ?? [];
      const message = before?.message;
      const asked = outcome.asked ?? steps.findLast((one) => one.asked)?.asked;
      const { pause } = outcome;
      const pausing = { pause, message, now: now(), retentionMs };
      const paused = outcome.isHeld
        ? await withHeld(store, state, turn, message?.answers?.code ?? "")
        : withPause(state, turn, pausing);
      ({ question } = paused);
      const end = { outcome, asked, steps, message, now: now() };
      const { put = [], ...decision } = endTurn(paused.state, turn, end);
      const ended = { ...decision, put: [...put, ...paused.put] };
      const { wanted } = ended.state ?? {};
      // Not by a turn that is tried again after it has asked.
      const isAsking = wanted !== undefined && wanted !== state.wanted;
      // First, so that no request is without an end.
      if (isAsking && wanted.until !== undefined) await wakeBy(wanted.until);
      const { result: made } = ended;
      const isClosed = ended.state && findOpen(ended.state, id) === undefined;
      const events = [
        ...(isAsking && before ? [toNeedsHuman(before, asked)] : []),
        ...(made && isClosed ? eventsOfClosing(made.turn, outcome) : []),
      ];
      return withEvents(ended, events, context);
    },
    { isWork },
  );
  if (result === CHANGED_HANDS) return result;
  if (result === undefined || before === undefined) return undefined;
  const { turn: ended, exchange } = result;
  if (isWork && exchange !== undefined) noteExchange(context, exchange);
  const hasFiles = nameFiles(before.message).length > 0;
  if (hasFiles && ended.status === "delivered")
    await store.erase(keysUnder(keys.files(ended.number)));
  const { held } = document;
  if (held?.turn.id === id) document.hold({ ...held, parts: outcome.parts });
  const { isStopped: _, failure: __, ...said } = before;
  const { reply, usage } = outcome;
  return toTurn(ended, {
    ...said,
    reply,
    usage,
    ...(question && { question }),
  });
}

function isForOwner({ by }: Outcome, isLeft: boolean): boolean {
  return by === "anyone" || (by === "person") === isLeft;
}

/** The turn with its stored steps; without a read if this worker runs it. */
async function loadWithSteps(
  { document: { held }, store }: MemoryContext,
  state: ConversationState,
  open: OpenTurn,
): Promise<Turn | undefined> {
  if (held?.number === open.number)
    return { ...held.turn, steps: [...held.steps] };
  return (await loadTurn(store, state, { id: open.id, state: open }))?.turn;
}

/** The ended turn, and what it has added to the history. */
interface Ended {
  readonly turn: OpenTurn;
  readonly exchange: PlacedExchange | undefined;
}

function endTurn(
  state: ConversationState,
  turn: OpenTurn,
  end: End,
): Decision<Ended> {
  const { outcome, message, now } = end;
  const { parts, reply } = outcome;
  // A turn that was stopped while waiting has no run.
  const epoch = turn.runs.at(-1)?.epoch ?? 0;
  const put: Piece[] = [];
  const sequence = state.lastMessage + 1;
  const said = toExchange(turn, end);
  if (said !== undefined) put.push(toPiece(keys.exchange(sequence), said));
  // Even if it follows the last message: its key may have been put before.
  if (said !== undefined && state.tip !== undefined)
    put.push(toPiece(keys.fork(sequence), toFork(turn, state.tip)));
  const exchange = said && { ...said, sequence };
  if (reply !== (said && findSpoken(said)?.text))
    put.push(toPiece(keys.reply(turn.number, epoch), reply));
  if (parts.length > 0)
    put.push(toPiece(keys.parts(turn.number, epoch), parts));
  const asking = { turn: turn.number, asked: end.asked };
  const asked = withWanted(state, asking, now);
  const asksForPerson = asked.wanted?.turn === turn.number;
  const ended = toEnded(turn, end, { epoch, exchange, asksForPerson });
  const next = withEnded(asked, ended, {
    ...outcome,
    isRecalled: exchange?.isUnanswered === undefined,
  });
  const { previews = {} } = ended;
  const owesCallback = message?.callbackUrl !== undefined;
  if (owesCallback || parts.length > 0 || Object.keys(previews).length > 0)
    return { state: next, put, result: { turn: ended, exchange } };
  const status = outcome.status === "failed" ? "failed" : "delivered";
  const conversation = message?.conversation ?? "";
  const closing = decideClosing(next, turn.id, { status, conversation, now });
  return {
    ...closing,
    put: [...put, ...(closing.put ?? [])],
    result: { turn: { ...ended, status }, exchange },
  };
}

function toFork(
  { id, number, acceptedAt: at, origin }: OpenTurn,
  after: number,
): Fork {
  const isLone = origin !== undefined;
  return { after, turn: id, number, at, ...(isLone && { isLone }) };
}

function toEnded(
  turn: OpenTurn,
  { outcome, steps, now }: End,
  {
    epoch,
    exchange,
    asksForPerson,
  }: {
    epoch: number;
    exchange: Ended["exchange"];
    asksForPerson: boolean;
  },
): OpenTurn {
  const { status, parts, usage, failure: reason = "error" } = outcome;
  const { isStopped: _, isTaken: __, isReturned: ___, ...rest } = turn;
  const shownIn = Object.entries(outcome.shownIn ?? {}).map(
    ([index, { id }]) => [index, id] as const,
  );
  return {
    ...rest,
    ...(shownIn.length > 0 && {
      previews: { ...turn.previews, ...Object.fromEntries(shownIn) },
    }),
    status,
    attempts: 1,
    ending: {
      epoch,
      at: now,
      ...(exchange && { asked: exchange.sequence }),
      ...(exchange?.messages.length === 1 && { isLone: true }),
      ...(outcome.by === "person" && { isForPerson: true }),
      ...(asksForPerson && { asksForPerson }),
      steps: steps.length,
      parts: parts.length,
      ...(parts.some(({ file }) => file !== undefined) && { hasFile: true }),
      usage,
    },
    ...(outcome.isStopped && { isStopped: true }),
    ...(status === "failed" && {
      failure: { reason, at: now, attempts: turn.attempts },
    }),
  };
}

function withEnded(
  state: ConversationState,
  turn: OpenTurn,
  {
    announcesCut,
    announcesMissed,
    listsNotes,
    tellsOfPerson,
    isRecalled,
  }: Outcome & { isRecalled: boolean },
): ConversationState {
  const { window, firstMessage, messages, since = Infinity, schedules } = state;
  const asked = turn.ending?.asked;
  const added = countAdded(turn);
  const { tip, ...rest } = withOpen(state, turn);
  const ended =
    asked === undefined && tip !== undefined ? { ...rest, tip } : rest;
  return {
    ...(asked === undefined || isRecalled
      ? ended
      : withHidden(ended, [asked, asked + added - 1])),
    ...(asked !== undefined && {
      lastMessage: asked + added - 1,
      messages: messages + added,
    }),
    ...(asked !== undefined &&
      isRecalled && { since: Math.min(since, turn.acceptedAt) }),
    ...(tellsOfPerson &&
      state.owner && { owner: { ...state.owner, isTold: true } }),
    ...(announcesMissed !== undefined &&
      announcesMissed === schedules?.version && {
        schedules: withoutMissed(schedules),
      }),
    ...(announcesCut &&
      window.start > firstMessage && {
        window: { ...window, isAnnounced: true },
      }),
    ...(listsNotes && { window: withListing(window, turn.number) }),
  };
}

function withoutMissed(bounds: ScheduleBounds): ScheduleBounds {
  const { hasMissed: _, ...schedules } = bounds;
  return schedules;
}

/**
 * Adds tokens used after a turn's end to its usage. Does nothing if it has not
 * ended, or was forgotten.
 */
export function addUsage(
  { document, find, isIndexed }: MemoryContext,
  id: string,
  usage: Usage,
): Promise<void> {
  return document.change<void>(async (state) => {
    const known = await find(state, id);
    if (known.kind !== "known" || known.id !== id) return { result: undefined };
    const { ending, number } = known.state;
    if (ending === undefined) return { result: undefined };
    return {
      state: isIndexed ? withUnlisted(state, [[number, number]]) : state,
      put: [toPiece(keys.usage(number, crypto.randomUUID()), usage)],
      result: undefined,
    };
  });
}
