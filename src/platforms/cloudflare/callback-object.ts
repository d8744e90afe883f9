import type {
  Callback,
  CallbackRecord,
  Resending,
} from "../../callback-queue.ts";
import {
  createCallbackQueue,
  type RunnableCallbackQueue,
} from "../../channels/webhook/callbacks/create-callback-queue.ts";
import { logError } from "../../log.ts";
import type { TurnReference } from "../../ports.ts";
import {
  createSqliteCallbackStore,
  type SqliteCallbackStore,
} from "../../stores/sqlite/sqlite-callback-store.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { postponeAlarm } from "./alarms.ts";
import type { Env } from "./env.ts";
import { createDurableObjectMailbox } from "./object-clients.ts";
import { setUp } from "./set-up.ts";
import { DurableObject } from "cloudflare:workers";

/** Each takes five subrequests, of which an invocation has 50 on the free plan. */
const AT_ONCE = 8;

/** How long to wait after an error of the storage or of our own. */
const RECOVERY_MS = 30_000;

/** One conversation's callbacks. They are sent from the alarm, which survives crashes. */
export class CallbackObject extends DurableObject {
  readonly #store: SqliteCallbackStore;
  #queue: RunnableCallbackQueue | undefined;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#store = createSqliteCallbackStore(
      openDurableObjectDatabase(state.storage),
    );
  }

  async enqueue(callback: Callback): Promise<void> {
    return this.#open().enqueue(callback);
  }

  async find(turn: TurnReference): Promise<CallbackRecord | undefined> {
    return this.#open().find(turn);
  }

  async resend(turn: TurnReference): Promise<Resending> {
    return this.#open().resend(turn);
  }

  async forget(conversation: string): Promise<void> {
    await this.#open().forget(conversation);
    await this.ctx.storage.deleteAlarm();
  }

  /** Does all that is due. Never throws: after six failures the platform drops an alarm for good. */
  override async alarm(): Promise<void> {
    try {
      if (this.#store.nextTime() === undefined) return;
      const queue = this.#open();
      const due = this.#store.due(Date.now(), { limit: AT_ONCE });
      const ran = await Promise.all(due.map((turn) => this.#run(queue, turn)));
      await this.#wake({ delayMs: ran.includes(false) ? RECOVERY_MS : 0 });
    } catch (error) {
      await postponeAlarm(this.ctx.storage, error);
    }
  }

  /** Whether that worked. */
  async #run(
    queue: RunnableCallbackQueue,
    turn: TurnReference,
  ): Promise<boolean> {
    try {
      await queue.run(turn);
      return true;
    } catch (error) {
      logError("callback not sent", { turn: turn.id, error });
      return false;
    }
  }

  /** When it is first needed: throws `ConfigurationError` until the configuration is right. */
  #open(): RunnableCallbackQueue {
    if (this.#queue === undefined) {
      const { callbacks } = setUp(this.env);
      const archive = createDurableObjectMailbox(this.env.CONVERSATION);
      this.#queue = createCallbackQueue({
        store: this.#store,
        wake: () => this.#wake(),
        findTurn: (turn) => archive.findTurn(turn),
        send: callbacks.send,
      });
    }
    return this.#queue;
  }

  /** No later than the first of them is due, and not before the delay is over. */
  async #wake({ delayMs = 0 }: { delayMs?: number } = {}): Promise<void> {
    const next = this.#store.nextTime();
    if (next === undefined) return;
    const at = Math.max(next, Date.now() + delayMs);
    const alarm = await this.ctx.storage.getAlarm();
    if (alarm === null || alarm > at) await this.ctx.storage.setAlarm(at);
  }
}
