import type { TurnEvent } from "../../types/turn.ts";

interface Subscription {
  /** JSON lines; ends after the turn's last event. */
  readonly stream: ReadableStream<Uint8Array>;
  /**
   * Sends past events, then those buffered since the subscription, then live
   * ones.
   */
  begin(past: readonly TurnEvent[]): void;
}

/**
 * Passes a turn's events on to its watchers. In memory only: after a restart
 * watchers reconnect.
 */
interface TurnBroadcast {
  publish(turn: string, event: TurnEvent): void;
  /**
   * Buffers events from this call on until `begin`, so none is lost while past
   * ones are read.
   */
  subscribe(turn: string): Subscription;
  /**
   * The part of the turn's answer that is written; empty unless it is running.
   */
  answerSoFar(turn: string): string;
}

/**
 * Batches text: sending each token would cost more CPU than the rest of the
 * turn.
 */
const FLUSH_MS = 40;

export function createTurnBroadcast(): TurnBroadcast {
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
    publish(turn, event) {
      if (event.type === "delta") return write(turn, event);
      flush();
      send(turn, event);
    },

    subscribe(turn) {
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
        stream,
        begin(past) {
          for (const event of [...past, ...waiting]) push(event);
          watcher.hear = push;
        },
      };
    },

    answerSoFar: (turn) => (answer.turn === turn ? answer.text : ""),
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
    if (!isLast(event)) return;
    controller?.close();
    controller = undefined;
    onEnd();
  };
  return { stream, push };
}

function isLast(event: TurnEvent): boolean {
  return event.type === "end" || event.type === "forgotten";
}
