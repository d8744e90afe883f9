import type { Piece } from "../../../types/store.ts";
import type { Turn } from "../../../types/turn.ts";
import { ConversationBusyError } from "../document.ts";
import { branchOff } from "../history/branch.ts";
import type { MemoryContext } from "../memory-context.ts";
import { withoutPauses } from "../pauses/pauses.ts";
import { keys, toPiece } from "../pieces.ts";
import {
  findOpen,
  withOpen,
  type ConversationState,
  type Decision,
  type OpenTurn,
  type Run,
} from "../state.ts";
import { findByNumber, type KnownTurn } from "./load-turn.ts";

/** `busy`: another worker holds the lease until then. */
type Beginning =
  | { readonly kind: "begun"; readonly turn: OpenTurn; readonly run: Run }
  | { readonly kind: "busy"; readonly until: number };

/**
 * Begins an attempt: counts it and sets the status to `thinking`, unless the
 * turn has ended. Progress (the commit, a sent part) resets the count to 1.
 * Returns the current turn; `undefined` if closed. Throws
 * `ConversationBusyError` while another worker holds the lease.
 */
export async function beginAttempt(
  context: MemoryContext,
  id: string,
): Promise<Turn | undefined> {
  const { document, loadOpen, now, leaseMs } = context;
  document.hold(undefined);
  let turn: Turn | undefined;
  const begun = await document.change<Beginning | undefined>(async (state) => {
    const open = findOpen(state, id);
    turn = open && (await loadOpen(state, open));
    if (open === undefined || turn === undefined) return { result: undefined };
    const earlier = await findSuperseded(context, state, open);
    return beginRun(state, open, {
      now: now(),
      leaseMs,
      said: turn,
      edited: earlier && {
        earlier,
        branch: await branchOff(context, state, earlier),
      },
    });
  });
  if (begun?.kind === "busy")
    throw new ConversationBusyError({ retryAfterMs: begun.until - now() });
  if (begun === undefined || turn === undefined) return undefined;
  const { status, attempts, number, startedAt } = begun.turn;
  document.hold({
    number,
    run: begun.run,
    turn: { ...turn, status, attempts, ...(startedAt && { startedAt }) },
    steps: [...turn.steps],
  });
  return document.held?.turn;
}

/**
 * The turn that this turn's message is an edit of, if this one has not begun
 * yet.
 */
async function findSuperseded(
  { store }: MemoryContext,
  state: ConversationState,
  { status, supersedes }: OpenTurn,
): Promise<KnownTurn | undefined> {
  if (status !== "accepted" || supersedes === undefined) return undefined;
  const found = await findByNumber(store, state, supersedes);
  return found.kind === "known" ? found : undefined;
}

/** The turn whose message is edited, and what becomes of its exchange. */
interface EditedTurn {
  readonly earlier: KnownTurn;
  readonly branch: Awaited<ReturnType<typeof branchOff>>;
}

/**
 * Begins a run of a turn. Later writes of earlier runs are ignored.
 * @param said the turn with its content
 * @param edited for an edit, if this turn has not begun yet
 */
function beginRun(
  state: ConversationState,
  turn: OpenTurn,
  {
    now,
    leaseMs,
    said,
    edited,
  }: {
    now: number;
    leaseMs: number;
    said: Turn;
    edited: EditedTurn | undefined;
  },
): Decision<Beginning> {
  if (state.leasedUntil > now)
    return { result: { kind: "busy", until: state.leasedUntil } };
  const run = { epoch: state.epoch + 1, from: said.steps.length };
  const begun: OpenTurn = {
    ...turn,
    status: turn.status === "accepted" ? "thinking" : turn.status,
    startedAt: turn.startedAt ?? now,
    attempts: turn.attempts + 1,
    runs: [...turn.runs, run],
  };
  const superseded =
    edited === undefined
      ? { state: withOpen(state, begun), put: [] }
      : supersede(edited, begun);
  return {
    state: {
      ...superseded.state,
      epoch: run.epoch,
      leasedUntil: leaseMs === 0 ? 0 : now + leaseMs,
    },
    put: superseded.put,
    result: { kind: "begun", turn: begun, run },
  };
}

/**
 * Turns the reply to the original message into the preview of the edit's reply.
 * The original is no longer shown, recalled or retried, unless it is chosen
 * again.
 */
function supersede(
  { earlier: { state: earlier }, branch: { state, put } }: EditedTurn,
  turn: OpenTurn,
): { state: ConversationState; put: readonly Piece[] } {
  const sent = Object.values(earlier.sent ?? {});
  const previews = Object.fromEntries(sent.entries());
  const begun = withOpen(
    // Earlier failures follow what is replaced, or are replaced. So do questions
    // after it.
    {
      ...withoutPauses(state, ({ number }) => number >= earlier.number),
      lastAnswered: Math.max(state.lastAnswered, turn.number - 1),
    },
    { ...turn, ...(sent.length > 0 && { previews }) },
  );
  if (earlier.status !== "failed") return { state: begun, put };
  return {
    state: { ...begun, failedTurns: state.failedTurns - 1 },
    put: [...put, toPiece(keys.superseded(earlier.number), true)],
  };
}
