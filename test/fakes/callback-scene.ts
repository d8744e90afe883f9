import { createUndeliveredList } from "../../src/conversation/undelivered-list.ts";
import {
  createCallbackQueue,
  type CallbackStore,
  type RunnableCallbackQueue,
} from "../../src/http/callbacks/create-callback-queue.ts";
import type { CallbackAttempt } from "../../src/http/callbacks/post-signed.ts";
import type {
  EventCallback,
  TurnCallback,
} from "../../src/types/callback-queue.ts";
import type { FoundEvent } from "../../src/types/event.ts";
import type { TurnReference } from "../../src/types/mailbox.ts";
import type { Turn } from "../../src/types/turn.ts";
import type { UndeliveredList } from "../../src/types/undelivered.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createTurn } from "../fixtures/turns.ts";
import { createMemoryStore } from "./memory-store.ts";

export const DELIVERED = {
  kind: "delivered",
  answer: { kind: "answered", statusCode: 204 },
} as const;
export const FAILED = {
  kind: "failed",
  answer: { kind: "answered", statusCode: 500 },
} as const;
export const STOPPED = {
  kind: "stopped",
  answer: { kind: "answered", statusCode: 410 },
} as const;

export interface CallbackScene {
  readonly queue: RunnableCallbackQueue;
  /** Delivered events, e.g. `1 message.answered at 5000`. */
  readonly sent: readonly string[];
  /** What operators see. */
  readonly undelivered: UndeliveredList;
  /** The receiver's next responses, in order; then 204. */
  readonly answers: CallbackAttempt[];
  readonly clock: { now: number };
  /** Adds the turn to the archive. */
  end(callback: TurnReference, changes?: Partial<Turn>): void;
  /** Adds the event to the archive. */
  happen(callback: EventCallback, found: FoundEvent): void;
  /** Removes the turn from the archive. */
  drop(callback: TurnReference): void;
  /** Advances the clock and runs what becomes due. */
  elapse(ms: number): Promise<void>;
  /** Called during an attempt. */
  onSend: () => Promise<void> | void;
  /** Called before a wake-up is stored. */
  onWake: () => void;
}

export function createCallback(
  overrides: Partial<TurnCallback> = {},
): TurnCallback {
  return {
    conversation: "webhook:shop:order-17",
    id: "m1",
    url: "https://hooks.example.com/parley",
    ...overrides,
  };
}

/**
 * A callback queue over a store, whose clock, receiver and archive the test
 * controls. Delays have no jitter.
 */
export function createCallbackScene(store: CallbackStore): CallbackScene {
  const clock = { now: 0 };
  const turns = new Map<string, Turn>();
  const events = new Map<string, FoundEvent>();
  const wakes = new Map<string, { turn: TurnReference; at: number }>();
  const sent: string[] = [];
  const answers: CallbackAttempt[] = [];
  const keyOf = ({ conversation, id }: TurnReference) =>
    JSON.stringify([conversation, id]);
  const wake = async (turn: TurnReference, at: number) => {
    scene.onWake();
    wakes.set(keyOf(turn), { turn, at });
  };
  const undelivered: UndeliveredList = createUndeliveredList({
    store: createMemoryStore(),
    now: () => clock.now,
  });
  const scene: CallbackScene = {
    undelivered,
    queue: createCallbackQueue({
      store,
      undelivered,
      wake,
      findTurn: async (turn) => turns.get(keyOf(turn)),
      findEvent: async (conversation, event) =>
        events.get(JSON.stringify([conversation, event])),
      async send({ callback: { id }, type }) {
        sent.push(`${id} ${type} at ${clock.now}`);
        await scene.onSend();
        return answers.shift() ?? DELIVERED;
      },
      now: () => clock.now,
      random: () => 0,
    }),
    sent,
    answers,
    clock,
    end({ conversation, id }, changes = {}) {
      const message = createMessage({ id, conversation, channel: "webhook" });
      turns.set(
        keyOf({ conversation, id }),
        createTurn({ message, ...changes }),
      );
    },
    happen: ({ conversation, event }, found) =>
      void events.set(JSON.stringify([conversation, event]), found),
    drop: (turn) => void turns.delete(keyOf(turn)),
    async elapse(ms) {
      const end = clock.now + ms;
      for (;;) {
        const [next] = [...wakes.values()].toSorted((a, b) => a.at - b.at);
        if (next === undefined || next.at > end) break;
        clock.now = Math.max(clock.now, next.at);
        wakes.delete(keyOf(next.turn));
        const run = await scene.queue.run(next.turn);
        if (run.kind === "later") await wake(next.turn, run.at);
      }
      clock.now = end;
    },
    onSend: () => {},
    onWake: () => {},
  };
  return scene;
}
