import type { TurnQuestion } from "../../../types/pause.ts";
import { keysUnder } from "../../../types/store.ts";
import type { Turn } from "../../../types/turn.ts";
import { noteExchange } from "../history/recall.ts";
import type { MemoryContext } from "../memory-context.ts";
import type { Outcome } from "../outcome.ts";
import { withHeld, withPause } from "../pauses/pauses.ts";
import { isLeftToTeam, toNeedsHuman } from "../people/owner.ts";
import { keys } from "../pieces.ts";
import { withEvents } from "../reports/events.ts";
import {
  findOpen,
  isUnanswered,
  type ConversationState,
  type OpenTurn,
} from "../state.ts";
import { eventsOfClosing } from "./close-turn.ts";
import { endTurn, type Ended } from "./end-turn.ts";
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
      if (isCutShort || !fitsOwner(outcome, isLeftToTeam(state, now())))
        return { result: CHANGED_HANDS };
      before = await loadWithSteps(context, state, turn);
      if (before === undefined) return { result: undefined };
      const { steps, message } = before;
      const asked = outcome.asked ?? steps.findLast((one) => one.asked)?.asked;
      const { pause } = outcome;
      const pausing = { pause, message, now: now(), retentionMs };
      const paused = outcome.isHeld
        ? await withHeld(store, state, turn, message.answers?.code ?? "")
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
        ...(isAsking ? [toNeedsHuman(before, asked)] : []),
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

function fitsOwner({ by }: Outcome, isLeft: boolean): boolean {
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
