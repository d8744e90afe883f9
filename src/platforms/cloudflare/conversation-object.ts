import type {
  ConversationRecord,
  ReadOptions,
  Forgotten,
} from "../../archive.ts";
import { revivalDelayMs } from "../../backoff.ts";
import {
  acceptMessage,
  endWaiting,
  type Inbox,
  retryTurn,
  stopTurn,
  notifyFull,
} from "../../conversation/accept-message.ts";
import type { DeliveryResult } from "../../conversation/deliver-reply.ts";
import { createMemory, type Memory } from "../../conversation/memory.ts";
import { runTurn } from "../../conversation/run-turn.ts";
import {
  type ConversationState,
  mustEndNow,
} from "../../conversation/state/state.ts";
import { eventsSoFar } from "../../conversation/turn-events.ts";
import type { SettingsChange, SettingsPatch } from "../../history.ts";
import { logError } from "../../log.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Delivery, Retrying, Stopping } from "../../ports.ts";
import { openDurableObjectDatabase } from "../../stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import type { Turn, TurnEvent } from "../../turn.ts";
import {
  type ConversationUpkeep,
  createConversationUpkeep,
  isAlarmPostponed,
  postponeAlarm,
} from "./alarms.ts";
import type { Env } from "./env.ts";
import { createDurableObjectFailureList } from "./object-clients.ts";
import { setUp } from "./set-up.ts";
import { createTurnBroadcast } from "./turn-broadcast.ts";
import { DurableObject } from "cloudflare:workers";

/** How long to wait after an error of the storage or of our own before the turn is tried again. */
const RECOVERY_MS = 30_000;

/** The turn that the alarm is at. */
interface RunningTurn {
  readonly id: string;
  /** Ends it with what is written of its answer. */
  readonly stop: AbortController;
  /** Ends it at once, and leaves nothing of it. */
  readonly forget: AbortController;
}

/**
 * One conversation: its mailbox and its memory. Messages are stored before `deliver` returns; turns run from the
 * alarm, one per alarm (each has its own CPU and subrequest limits), and the alarm survives crashes.
 */
export class ConversationObject extends DurableObject {
  #opened: Memory | undefined;
  readonly #broadcast = createTurnBroadcast();
  readonly #upkeep: ConversationUpkeep;
  #running: RunningTurn | undefined;

  /** @param memory that of the object, unless it is told otherwise */
  constructor(state: DurableObjectState, env: Env, memory?: Memory) {
    super(state, env);
    this.#opened = memory;
    this.#upkeep = createConversationUpkeep({
      storage: state.storage,
      memory: () => this.#memory,
      list: createDurableObjectFailureList(env.FAILURE_LIST),
    });
    // What was stored while all was kept has no alarm yet.
    if (letsTurnsExpire(env))
      void state.blockConcurrencyWhile(() => this.#upkeep.expire());
  }

  /** Opened when it is first needed: throws `ConfigurationError` until the configuration is right. */
  get #memory(): Memory {
    setUp(this.env);
    this.#opened ??= openMemory(this.ctx, this.env);
    return this.#opened;
  }

  get #inbox(): Inbox {
    const scheduler = {
      scheduleRun: () => this.#ensureAlarm(),
      interrupt: (id: string) => this.#interrupt(id),
    };
    return { memory: this.#memory, scheduler };
  }

  async deliver(message: IncomingMessage): Promise<Delivery> {
    const { access } = setUp(this.env).bot;
    return acceptMessage(message, {
      ...this.#inbox,
      access,
      onFull: () => this.#notifyFull(message),
    });
  }

  async stop(id: string): Promise<Stopping> {
    return stopTurn(id, this.#inbox);
  }

  async retry(id: string): Promise<Retrying> {
    const retrying = await retryTurn(id, this.#inbox);
    if (retrying.kind === "retrying") await this.#upkeep.reportFailures();
    return retrying;
  }

  /** The turn's events as lines of JSON, from its beginning on; `undefined` for an unknown turn. */
  async watch(id: string): Promise<ReadableStream<Uint8Array> | undefined> {
    const subscription = this.#broadcast.subscribe(id);
    const turn = await this.#memory.findTurn(id);
    if (turn === undefined) {
      await subscription.stream.cancel();
      return undefined;
    }
    subscription.begin([
      ...eventsSoFar(turn, { answer: this.#broadcast.answerSoFar(turn.id) }),
      ...(await this.#waitingTime(turn)),
    ]);
    return subscription.stream;
  }

  async findTurn(id: string): Promise<Turn | undefined> {
    return this.#memory.findTurn(id);
  }

  async read(options?: ReadOptions): Promise<ConversationRecord | undefined> {
    return this.#memory.read(options);
  }

  async changeSettings(patch: SettingsPatch): Promise<SettingsChange> {
    const change = await this.#memory.changeSettings(patch);
    await this.#upkeep.expire();
    return change;
  }

  async forget(): Promise<Forgotten> {
    const forgotten = await this.#memory.forget();
    this.#running?.forget.abort(new Error("The conversation was deleted."));
    for (const turn of forgotten.openTurns)
      this.#broadcast.publish(turn, { type: "forgotten" });
    // A turn that is gone may have set the alarm for a later attempt; the next message must not wait for that.
    if (forgotten.turns > 0) await this.ctx.storage.setAlarm(Date.now());
    return forgotten;
  }

  /**
   * Runs the oldest open turn. Never throws: after six failures the platform drops an alarm for good. A process that
   * dies is such a failure, too: see `#ensureRevival`.
   */
  override async alarm(): Promise<void> {
    try {
      setUp(this.env);
    } catch (error) {
      return postponeAlarm(this.ctx.storage, error);
    }
    await this.#runNext();
    await this.#upkeep.reportFailures();
    await this.#upkeep.expire();
  }

  async #runNext(): Promise<void> {
    try {
      const turn = await this.#memory.nextTurn();
      if (turn === undefined) return;
      const result = await this.#run(turn);
      const next = await this.#memory.nextOpen();
      if (next === undefined) return;
      const isPutOff =
        next.id === turn.id && result.kind === "later" && !mustEndNow(next);
      const delayMs = isPutOff ? result.delayMs : 0;
      await this.ctx.storage.setAlarm(Date.now() + delayMs);
    } catch (error) {
      logError("alarm failed", { error });
      await this.ctx.storage.setAlarm(Date.now() + RECOVERY_MS);
    }
  }

  async #run(turn: Turn): Promise<DeliveryResult> {
    const { bot, channels } = setUp(this.env);
    const stop = new AbortController();
    const forget = new AbortController();
    const { signal } = forget;
    this.#running = { id: turn.id, stop, forget };
    try {
      if (turn.attempts > 0) await this.#ensureRevival(turn);
      const result = await runTurn({
        turn,
        bot,
        memory: this.#memory,
        channel: await channels.find(turn.message.channel),
        publish: this.#publisherFor(turn),
        stop: stop.signal,
        signal,
      });
      // Whatever a forgotten turn came to, nothing more is done for it.
      return signal.aborted ? { kind: "closed" } : result;
    } catch (error) {
      if (signal.aborted) return { kind: "closed" };
      throw error;
    } finally {
      this.#running = undefined;
    }
  }

  /**
   * Before a turn that was begun before: that attempt may have killed its process, and this one may, too. The alarm that
   * is set here takes the place of the one that runs, so that the platform does not repeat that until it drops it.
   * First attempts do without, since they are many: the platform repeats their alarm within seconds. If the turn succeeds
   * and nothing else is due, the alarm finds nothing.
   */
  async #ensureRevival({ attempts }: Turn): Promise<void> {
    const delayMs = revivalDelayMs(attempts + 1);
    await this.ctx.storage.setAlarm(Date.now() + delayMs);
  }

  async #notifyFull(message: IncomingMessage): Promise<void> {
    const channel = await setUp(this.env).channels.find(message.channel);
    const { signal } = new AbortController();
    this.ctx.waitUntil(notifyFull({ message, channel, signal }));
  }

  /** Ends a turn that is marked as to be stopped. */
  async #interrupt(id: string): Promise<void> {
    if (this.#running?.id === id) return this.#running.stop.abort();
    const isNext = (await this.#memory.nextOpen())?.id === id;
    // It may wait for its next attempt. Another one's time to wait stays as it is.
    if (isNext && this.#running === undefined)
      return this.ctx.storage.setAlarm(Date.now());
    const turn = await this.#memory.findTurn(id);
    if (turn === undefined) return;
    const channel = await setUp(this.env).channels.find(turn.message.channel);
    const publish = this.#publisherFor(turn);
    await endWaiting({ turn, memory: this.#memory, channel, publish });
  }

  #publisherFor({ id }: Turn): (event: TurnEvent) => void {
    return (event) => this.#broadcast.publish(id, event);
  }

  /** A turn that was begun but does not run waits for the alarm, to be tried again. */
  async #waitingTime(turn: Turn): Promise<TurnEvent[]> {
    if (turn.status !== "thinking" || this.#running !== undefined) return [];
    const alarm = await this.ctx.storage.getAlarm();
    const delayMs = (alarm ?? 0) - Date.now();
    return delayMs > 0 ? [{ type: "waiting", delayMs }] : [];
  }

  /** Without an alarm an open turn would never run. One that need not wait for the alarm that is set gets another one. */
  async #ensureAlarm(): Promise<void> {
    const { storage } = this.ctx;
    const next = await this.#memory.nextOpen();
    if (next === undefined) return;
    const alarm = await storage.getAlarm();
    const isLate =
      (alarm ?? 0) > Date.now() &&
      (next.attempts === 0 || (await isAlarmPostponed(storage)));
    if (alarm === null || isLate) await storage.setAlarm(Date.now());
  }
}

/** An object that cannot be made cannot run its alarm either, and would lose it. */
function letsTurnsExpire(env: Env): boolean {
  try {
    return setUp(env).config.memory.retentionDays > 0;
  } catch {
    return false;
  }
}

/** The object is the only one that has its conversation. */
function openMemory({ storage }: DurableObjectState, env: Env): Memory {
  const { memory, tools } = setUp(env).config;
  const database = openDurableObjectDatabase(storage);
  return createMemory({
    store: createSqliteStore<ConversationState>({ database }),
    retentionDays: memory.retentionDays,
    keepsPages: tools.includes("read_page"),
  });
}
