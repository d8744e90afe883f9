import { DurableObject } from "cloudflare:workers";
import {
  acceptDelivery,
  endWaiting,
  MAX_OPEN_WITH_SCHEDULES,
  retryTurn,
  stopTurn,
  type Inbox,
} from "../../conversation/accept/accept-message.ts";
import { handOver } from "../../conversation/accept/hand-over.ts";
import type { DeliveryResult } from "../../conversation/deliver/deliver-reply.ts";
import { notifyFull } from "../../conversation/deliver/notices.ts";
import type { Memory, RemoteMemory } from "../../conversation/memory.ts";
import { listWhileRunning } from "../../conversation/reports.ts";
import { runTurn } from "../../conversation/run-turn.ts";
import { mustEndNow } from "../../conversation/state/state.ts";
import { logError } from "../../runtime/log.ts";
import type { Forgotten } from "../../types/archive.ts";
import type { HandoverAction } from "../../types/handover.ts";
import type { SettingsPatch } from "../../types/history.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Rating } from "../../types/rating.ts";
import type { Turn, TurnEvent, Usage } from "../../types/turn.ts";
import {
  createConversationUpkeep,
  createWakeUp,
  ensureAlarm,
  ensureRevival,
  postponeAlarm,
  RECOVERY_MS,
  waitsUntil,
  waitUntil,
} from "./alarms.ts";
import type { Env } from "./env.ts";
import { hasRetention, openMemory, setUp } from "./set-up.ts";
import { createTurnBroadcast, watchTurn } from "./turn-broadcast.ts";

/** The turn that the current alarm runs. */
interface RunningTurn {
  readonly id: string;
  /** Ends it and keeps the answer so far. */
  readonly stop: AbortController;
  /** Ends it at once and discards everything. */
  readonly forget: AbortController;
}

/**
 * One conversation: its mailbox and its memory. `deliver` returns once the
 * message is stored. Each alarm runs one turn, since each has its own CPU and
 * subrequest limits; alarms survive crashes.
 */
export class ConversationObject extends DurableObject {
  #opened: Memory | undefined;
  readonly #broadcast = createTurnBroadcast();
  readonly #upkeep: ReturnType<typeof createConversationUpkeep>;
  readonly #wakeUp = createWakeUp(this.ctx.storage);
  #running: RunningTurn | undefined;

  /** @param memory defaults to the object's own storage */
  constructor(state: DurableObjectState, env: Env, memory?: Memory) {
    super(state, env);
    this.#opened = memory;
    this.#upkeep = createConversationUpkeep({
      storage: state.storage,
      memory: () => this.#memory,
      parts: () => setUp(env),
    });
    // Turns stored while retention was unlimited have no alarm yet.
    if (hasRetention(env))
      void state.blockConcurrencyWhile(() => this.#upkeep.expire());
  }

  /** Opened on first use, which may throw `ConfigurationError`. */
  get #memory(): Memory {
    setUp(this.env);
    this.#opened ??= openMemory(this.ctx, this.env, {
      wakeBy: (at) => this.#wakeUp.by(at),
    });
    return this.#opened;
  }

  get #inbox(): Inbox {
    const interrupt = (id: string) => this.#interrupt(id);
    const scheduleRun = () => {
      this.ctx.waitUntil(this.#upkeep.tell());
      return ensureAlarm(this.ctx.storage, this.#memory);
    };
    return { memory: this.#memory, scheduler: { scheduleRun, interrupt } };
  }

  async deliver(message: IncomingMessage, options?: { isAsked: true }) {
    const { access, handoverSilenceMs: silenceMs } = setUp(this.env).bot;
    return acceptDelivery(message, {
      ...this.#inbox,
      access,
      silenceMs,
      isAsked: options?.isAsked,
      onFull: async () => {
        const channel = await setUp(this.env).channels.find(message.channel);
        const { signal } = new AbortController();
        this.ctx.waitUntil(notifyFull({ message, channel, signal }));
      },
    });
  }

  async stop(id: string) {
    return stopTurn(id, this.#inbox);
  }

  async handOver(action: HandoverAction) {
    const { handoverSilenceMs: silenceMs } = setUp(this.env).bot;
    return handOver(action, { ...this.#inbox, silenceMs });
  }

  async retry(id: string) {
    const retrying = await retryTurn(id, this.#inbox);
    if (retrying.kind === "retrying") await this.#upkeep.report();
    return retrying;
  }

  /** The turn's events as JSON lines; `undefined` for an unknown turn. */
  async watch(id: string): Promise<ReadableStream<Uint8Array> | undefined> {
    return watchTurn(id, {
      memory: this.#memory,
      broadcast: this.#broadcast,
      storage: this.ctx.storage,
      isRunning: () => this.#running !== undefined,
    });
  }

  /** What a `RemoteMemory` asks for. */
  async ask<Verb extends keyof RemoteMemory>(
    verb: Verb,
    ...given: Parameters<RemoteMemory[Verb]>
  ): Promise<Awaited<ReturnType<RemoteMemory[Verb]>>> {
    const answer: unknown = await Reflect.apply(
      this.#memory[verb],
      undefined,
      given,
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the verb's own
    return answer as Awaited<ReturnType<RemoteMemory[Verb]>>;
  }

  async findTurn(id: string) {
    return this.#memory.findTurn(id);
  }

  async rate(id: string, rating: Rating | null) {
    const outcome = await this.#memory.rateTurn(id, rating);
    if (outcome === "rated") await this.#upkeep.report();
    return outcome;
  }

  async addUsage(id: string, usage: Usage): Promise<void> {
    await this.#memory.addUsage(id, usage);
    await this.#upkeep.report();
  }

  async changeSettings(patch: SettingsPatch) {
    const change = await this.#memory.changeSettings(patch);
    await this.#upkeep.expire();
    return change;
  }

  async forget(): Promise<Forgotten> {
    const forgotten = await this.#memory.forget();
    this.#running?.forget.abort(new Error("The conversation was deleted."));
    for (const turn of forgotten.openTurns)
      this.#broadcast.publish(turn, { type: "forgotten" });
    // The next message must not wait for a deleted turn's retry.
    if (forgotten.turns > 0) await this.ctx.storage.setAlarm(Date.now());
    return forgotten;
  }

  /**
   * Opens what is due, and runs the oldest turn. Never throws: Cloudflare drops
   * an alarm for good after six failed retries. A process that dies counts as a
   * failure, see `ensureRevival`.
   */
  override async alarm(): Promise<void> {
    try {
      setUp(this.env);
    } catch (error) {
      return postponeAlarm(this.ctx.storage, error);
    }
    await this.#wakeUp.during(async () => {
      await this.#runNext();
      await this.#upkeep.all();
    });
  }

  async #runNext(): Promise<void> {
    try {
      const limit = MAX_OPEN_WITH_SCHEDULES;
      const opened = await this.#memory.openDue({ limit });
      const turn = await this.#memory.nextTurn();
      if (turn === undefined) return;
      const until =
        opened.length > 0 ? await waitsUntil(this.ctx.storage, turn) : 0;
      if (until > 0) return await this.ctx.storage.setAlarm(until);
      const result = await this.#run(turn);
      const next = await this.#memory.nextOpen();
      if (next === undefined) return;
      const isPostponed =
        next.id === turn.id && result.kind === "later" && !mustEndNow(next);
      if (!isPostponed) return await this.ctx.storage.setAlarm(Date.now());
      await waitUntil(this.ctx.storage, {
        turn: turn.id,
        until: Date.now() + result.delayMs,
      });
    } catch (error) {
      logError("alarm failed", { error });
      await this.ctx.storage.setAlarm(Date.now() + RECOVERY_MS);
    }
  }

  async #run(turn: Turn): Promise<DeliveryResult> {
    const { bot, channels, callbacks, listing } = setUp(this.env);
    const stop = new AbortController();
    const forget = new AbortController();
    const { signal } = forget;
    this.#running = { id: turn.id, stop, forget };
    await using _ = listWhileRunning(this.#memory, listing);
    try {
      if (turn.attempts > 0) await ensureRevival(this.ctx.storage, turn);
      return await runTurn({
        turn,
        bot,
        memory: this.#memory,
        channel: await channels.find(turn.message.channel),
        callbacks: callbacks.queue,
        publish: (event) => this.#broadcast.publish(turn.id, event),
        stop: stop.signal,
        signal,
      });
    } catch (error) {
      // A forgotten turn needs no further work.
      if (signal.aborted) return { kind: "closed" };
      throw error;
    } finally {
      this.#running = undefined;
    }
  }

  /** Ends a turn that is marked as stopped. */
  async #interrupt(id: string): Promise<void> {
    if (this.#running?.id === id) return this.#running.stop.abort();
    const isNext = (await this.#memory.nextOpen())?.id === id;
    // It may wait for its retry. Another turn's delay is left unchanged.
    if (isNext && this.#running === undefined)
      return this.ctx.storage.setAlarm(Date.now());
    const { channels } = setUp(this.env);
    const publish = (event: TurnEvent) => this.#broadcast.publish(id, event);
    await endWaiting(id, { memory: this.#memory, channels, publish });
  }
}
