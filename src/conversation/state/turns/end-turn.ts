import type { Piece } from "../../../types/store.ts";
import type { ScheduleBounds, Window } from "../bounds.ts";
import {
  findSpoken,
  toExchange,
  type End,
  type PlacedExchange,
} from "../history/exchange.ts";
import { withHidden } from "../history/path.ts";
import type { Outcome } from "../outcome.ts";
import { withWanted } from "../people/owner.ts";
import { keys, toPiece, type Fork } from "../pieces.ts";
import {
  countAdded,
  withOpen,
  type ConversationState,
  type Decision,
  type OpenTurn,
} from "../state.ts";
import { decideClosing } from "./close-turn.ts";

/** The ended turn, and what it has added to the history. */
export interface Ended {
  readonly turn: OpenTurn;
  readonly exchange: PlacedExchange | undefined;
}

/** Decides how the turn ends: its record, and what it owes. */
export function endTurn(
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
  const owesCallback = message.callbackUrl !== undefined;
  if (owesCallback || parts.length > 0 || Object.keys(previews).length > 0)
    return { state: next, put, result: { turn: ended, exchange } };
  const status = outcome.status === "failed" ? "failed" : "delivered";
  const closing = decideClosing(next, turn.id, { status, now });
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
  { outcome, now }: End,
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
      ...(outcome.isOverBudget && { isOverBudget: true }),
      ...(asksForPerson && { asksForPerson }),
      parts: parts.length,
      ...(parts.some(({ file }) => file !== undefined) && { hasFile: true }),
      usage,
    },
    ...(outcome.isStopped && { isStopped: true }),
    ...(status === "failed" && {
      failure: { reason, at: now },
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
      since: Math.min(since, turn.acceptedAt),
    }),
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

/** Since the state must stay small. */
const MAX_LISTINGS = 20;

/** Notes that a turn's reply lists the summary. */
function withListing(window: Window, turn: number): Window {
  const { version, listed } = window;
  const turns = [...(listed?.turns ?? []), turn].slice(-MAX_LISTINGS);
  return { ...window, listed: { version, turns } };
}
