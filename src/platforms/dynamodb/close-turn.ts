import type { Memory } from "../../conversation/memory.ts";
import type { FailureReason } from "../../turn.ts";
import type { Ending } from "./conversation-items.ts";
import type { ConversationStore } from "./conversation-store.ts";
import { noteFailure } from "./failures.ts";
import { toSortableNumber } from "./keys.ts";
import { LeaseLostError } from "./lease-errors.ts";
import { settleMerge } from "./merge-turns.ts";
import { readEnding } from "./read-turn.ts";
import {
  findOpenTurn,
  GIVEN_BACK,
  isUnanswered,
  type OpenTurn,
  type Root,
  withoutOpenTurns,
} from "./root.ts";

/** Ends all work on a turn, and lets the next worker have the conversation; see `Memory`. */
export async function closeTurn(
  store: ConversationStore,
  id: string,
  { status, failure = "undelivered" }: Parameters<Memory["closeTurn"]>[1],
): Promise<void> {
  await store.change<void>(
    async (root) => {
      const turn = findOpenTurn(root, id);
      if (turn === undefined) return { result: undefined };
      await settleMerge(store, turn);
      const how = { status, failure };
      await writeEnding(store, root, { turn, how });
      const isGone = status === "failed" && failure === "gone";
      const ended = { ...turn, status: toEnded(status) };
      const closed = closeInRoot(store, root, ended);
      return {
        root: isGone ? await closeUnanswered(store, closed) : closed,
        result: undefined,
      };
    },
    { isWork: true },
  );
  store.dropLease(id);
}

/** The root without the turn, and for whoever comes next where it is the one that this worker has begun. */
export function closeInRoot(
  { heldTurn }: ConversationStore,
  root: Root,
  { id, number, status }: OpenTurn,
): Root {
  const { lastAnswered, leasedUntil } = root;
  return {
    ...withoutOpenTurns(root, [id]),
    lastAnswered:
      status === "answered" ? Math.max(lastAnswered, number) : lastAnswered,
    leasedUntil: heldTurn() === id ? GIVEN_BACK : leasedUntil,
  };
}

function toEnded(status: "delivered" | "failed"): "answered" | "failed" {
  return status === "delivered" ? "answered" : "failed";
}

interface Closing {
  readonly turn: OpenTurn;
  readonly how: {
    readonly status: "delivered" | "failed";
    readonly failure: FailureReason;
  };
}

/** Mostly its ending says already what is to be said of a turn that is closed. */
async function writeEnding(
  store: ConversationStore,
  root: Root,
  { turn, how: { status, failure } }: Closing,
): Promise<void> {
  const { id, number, attempts } = turn;
  const isAsEnded = turn.status === toEnded(status);
  if (isAsEnded && status === "delivered" && !turn.isReopened) return;
  const known = isUnanswered(turn) ? undefined : await readEnding(store, id);
  const { failed: before, ...rest } = known ?? NO_ENDING;
  const isFailed = status === "failed";
  const found = { failure, at: store.now(), attempts };
  const failed = turn.status === "failed" ? (before ?? found) : found;
  const { target } = turn;
  const ending: Ending = {
    ...rest,
    status: toEnded(status),
    ...(isFailed && { failed }),
    ...(target !== undefined && { target }),
  };
  const options = { turn: number, epoch: root.epoch };
  if (!(await store.items.endings.put([id], ending, options)))
    throw new LeaseLostError();
  if (isFailed) await noteFailure(store, root, turn, ending);
  else await store.items.failures.delete([toSortableNumber(number)]);
}

const NO_ENDING: Ending = {
  status: "answered",
  parts: [],
  // All that there are: nothing was written behind its end.
  steps: Number.MAX_SAFE_INTEGER,
};

/** With whoever has left: an answer would reach nobody. Commands are kept, since what they do is not to be told only; so are asides, which end without an answer. */
async function closeUnanswered(
  store: ConversationStore,
  root: Root,
): Promise<Root> {
  const left = root.open.filter(
    (turn) => isUnanswered(turn) && !turn.isCommand && !turn.isAside,
  );
  for (const turn of left) {
    const { id, number, attempts, isStopped, target } = turn;
    await settleMerge(store, turn);
    const ending: Ending = {
      ...NO_ENDING,
      status: "failed",
      failed: { failure: "gone", at: store.now(), attempts },
      reply: "",
      isBrokenOff: true,
      ...(isStopped && { isStopped }),
      ...(target !== undefined && { target }),
    };
    const options = { turn: number, epoch: root.epoch };
    await store.items.endings.put([id], ending, options);
    await noteFailure(store, root, turn, ending);
  }
  return withoutOpenTurns(
    root,
    left.map(({ id }) => id),
  );
}
