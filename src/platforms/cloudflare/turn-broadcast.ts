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
  const audiences = new Map<string, Set<(event: TurnEvent) => void>>();
  /** The running turn; `sentLength` units of its answer have been sent. */
  let answer = { turn: "", text: "", sentLength: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = (turn: string, event: TurnEvent): void => {
    for (const listener of audiences.get(turn) ?? []) listener(event);
  };

  const write = (turn: string, { offset, text }: Delta): void => {
    const known = answer.turn === turn ? answer : { text: "", sentLength: 0 };
    answer = {
      turn,
      text: known.text.slice(0, offset) + text,
      sentLength: Math.min(known.sentLength, offset),
    };
    if (audiences.has(turn)) timer ??= setTimeout(flush, FLUSH_MS);
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

  const leave = (turn: string, listener: (event: TurnEvent) => void): void => {
    const audience = audiences.get(turn);
    audience?.delete(listener);
    if (audience?.size === 0) audiences.delete(turn);
  };

  return {
    publish(turn, event) {
      if (event.type === "delta") return write(turn, event);
      flush();
      send(turn, event);
      if (isLast(event)) audiences.delete(turn);
    },

    subscribe(turn) {
      const { stream, push } = createEventStream(() => leave(turn, listener));
      let waiting: TurnEvent[] | undefined = [];
      const listener = (event: TurnEvent): void => {
        if (waiting === undefined) push(event);
        else waiting.push(event);
      };
      audiences.set(turn, (audiences.get(turn) ?? new Set()).add(listener));
      return {
        stream,
        begin(past) {
          for (const event of [...past, ...(waiting ?? [])]) push(event);
          waiting = undefined;
          if (past.some(isLast)) leave(turn, listener);
        },
      };
    },

    answerSoFar: (turn) => (answer.turn === turn ? answer.text : ""),
  };
}

type Delta = Extract<TurnEvent, { type: "delta" }>;

/**
 * A stream that closes after the last event. Ignores events once it is closed
 * or cancelled.
 */
function createEventStream(onCancel: () => void) {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    cancel() {
      controller = undefined;
      onCancel();
    },
  });
  const push = (event: TurnEvent): void => {
    controller?.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
    if (!isLast(event)) return;
    controller?.close();
    controller = undefined;
  };
  return { stream, push };
}

function isLast(event: TurnEvent): boolean {
  return event.type === "end" || event.type === "forgotten";
}
