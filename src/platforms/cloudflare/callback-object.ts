import { DurableObject } from "cloudflare:workers";
import {
  createCallbackQueue,
  type RunnableCallbackQueue,
} from "../../http/callbacks/create-callback-queue.ts";
import { logError } from "../../runtime/log.ts";
import {
  createSqliteCallbackStore,
  type SqliteCallbackStore,
} from "../../stores/sqlite/sqlite-callback-store.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import type {
  Callback,
  CallbackRecord,
  Resending,
} from "../../types/callback-queue.ts";
import type { TurnReference } from "../../types/mailbox.ts";
import { postponeAlarm, RECOVERY_MS, wakeBy } from "./alarms.ts";
import { memoryOf } from "./conversation-client.ts";
import type { Env } from "./env.ts";
import { setUp } from "./set-up.ts";

/**
 * Each takes up to ten subrequests, of which an invocation on the free plan has
 * 50.
 */
const AT_ONCE = 4;

/**
 * Sends the callbacks of one conversation, from its alarm, which survives
 * crashes.
 */
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

  /**
   * Sends all due callbacks. Never throws: Cloudflare drops an alarm for good
   * after six failed retries.
   */
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

  /** Returns whether the attempt was carried out. */
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

  /**
   * Created on first use. Throws `ConfigurationError` while the configuration
   * is wrong.
   */
  #open(): RunnableCallbackQueue {
    if (this.#queue === undefined) {
      const { callbacks, documents, mailbox } = setUp(this.env);
      this.#queue = createCallbackQueue({
        store: this.#store,
        wake: () => this.#wake(),
        findTurn: (turn) => mailbox.findTurn(turn),
        findEvent: (conversation, number) =>
          memoryOf(this.env.CONVERSATION, conversation).findEvent(number),
        send: callbacks.send,
        undelivered: documents.undelivered,
      });
    }
    return this.#queue;
  }

  /**
   * Sets the alarm for the next due callback, at the earliest after `delayMs`.
   * Keeps an earlier alarm.
   */
  async #wake({ delayMs = 0 }: { delayMs?: number } = {}): Promise<void> {
    const next = this.#store.nextTime();
    if (next === undefined) return;
    await wakeBy(this.ctx.storage, Math.max(next, Date.now() + delayMs));
  }
}
