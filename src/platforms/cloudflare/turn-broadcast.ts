import type { Memory } from "../../conversation/memory.ts";
import { eventsSoFar } from "../../conversation/turn-events.ts";
import { isTurnEnd, type Turn, type TurnEvent } from "../../types/turn.ts";
import { waitsUntil } from "./alarms.ts";

/**
 * Batches text: sending each token would cost more CPU than the rest of the
 * turn.
 */
const FLUSH_MS = 40;

/**
 * Passes a turn's events on to its watchers. In memory only: after a restart
 * watchers reconnect.
 */
export function createTurnBroadcast() {
  const watchers = new Set<Watcher>();
  /** The running turn; `sentLength` units of its answer have been sent. */
  let answer = { turn: "", text: "", sentLength: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = (turn: string, event: TurnEvent): void => {
    for (const watcher of watchers)
      if (watcher.turn === turn) watcher.hear(event);
  };

  const write = (turn: string, { offset, text }: Delta): void => {
    const known = answer.turn === turn ? answer : { text: "", sentLength: 0 };
    answer = {
      turn,
      text: known.text.slice(0, offset) + text,
      sentLength: Math.min(known.sentLength, offset),
    };
    const isWatched = [...watchers].some((watcher) => watcher.turn === turn);
    if (isWatched) timer ??= setTimeout(flush, FLUSH_MS);
    else answer.sentLength = answer.text.length;
  };

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { turn, text, sentLength: offset } = answer;
    if (offset === text.length) return;
    answer.sentLength = text.length;
    send(turn, { type: "delta", offset, text: text.slice(offset) });
  };

  return {
    publish(turn: string, event: TurnEvent): void {
      if (event.type === "delta") return write(turn, event);
      flush();
      send(turn, event);
    },

    /**
     * Buffers events from this call on until `begin`, so none is lost while past
     * ones are read.
     */
    subscribe(turn: string) {
      const { stream, push } = createEventStream(() => {
        watchers.delete(watcher);
      });
      const waiting: TurnEvent[] = [];
      const watcher: Watcher = {
        turn,
        hear: (event) => void waiting.push(event),
      };
      watchers.add(watcher);
      return {
        /** JSON lines; ends after the turn's last event. */
        stream,
        /**
         * Sends past events, then those buffered since the subscription, then
         * live ones.
         */
        begin(past: readonly TurnEvent[]): void {
          for (const event of [...past, ...waiting]) push(event);
          watcher.hear = push;
        },
      };
    },

    /**
     * The part of the turn's answer that is written; empty unless it is running.
     */
    answerSoFar: (turn: string): string =>
      answer.turn === turn ? answer.text : "",
  };
}

type Delta = Extract<TurnEvent, { type: "delta" }>;

interface Watcher {
  readonly turn: string;
  hear: (event: TurnEvent) => void;
}

/**
 * A stream that closes after the last event. Ignores events once it is closed
 * or cancelled.
 */
function createEventStream(onEnd: () => void) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    cancel() {
      controller = undefined;
      onEnd();
    },
  });
  const push = (event: TurnEvent): void => {
    controller?.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
    if (!isTurnEnd(event)) return;
    controller?.close();
    controller = undefined;
    onEnd();
  };
  return { stream, push };
}

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
