import type { Memory } from "../../conversation/memory.ts";
import { eventsSoFar } from "../../conversation/turn-events.ts";
import type { Turn, TurnEvent } from "../../types/turn.ts";
import { waitsUntil } from "./alarms.ts";
import type { createTurnBroadcast } from "./turn-broadcast.ts";

interface Watched {
  readonly memory: Memory;
  readonly broadcast: ReturnType<typeof createTurnBroadcast>;
  readonly storage: DurableObjectStorage;
  /** Whether any turn of the conversation is being run. */
  readonly isRunning: () => boolean;
}

/** See `ConversationObject.watch`. */
export async function watchTurn(
  id: string,
  watched: Watched,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const { memory, broadcast } = watched;
  const subscription = broadcast.subscribe(id);
  const turn = await memory.findTurn(id);
  if (turn === undefined) {
    await subscription.stream.cancel();
    return undefined;
  }
  subscription.begin([
    ...eventsSoFar(turn, { answer: broadcast.answerSoFar(turn.id) }),
    ...(await waitingTime(turn, watched)),
  ]);
  return subscription.stream;
}

/** A `waiting` event if the turn has begun and waits for its retry. */
async function waitingTime(
  turn: Turn,
  { isRunning, storage }: Watched,
): Promise<TurnEvent[]> {
  if (turn.status !== "thinking" || isRunning()) return [];
  const until = await waitsUntil(storage, turn);
  const delayMs = (until || ((await storage.getAlarm()) ?? 0)) - Date.now();
  return delayMs > 0 ? [{ type: "waiting", delayMs }] : [];
}
