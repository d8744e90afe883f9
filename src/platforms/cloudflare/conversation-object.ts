import { DurableObject } from "cloudflare:workers";
import type { DeliveryResult } from "../../conversation/delivering.ts";
import { runTurn } from "../../conversation/run-turn.ts";
import { describeFailure } from "../../describe-failure.ts";
import type { IncomingMessage } from "../../message.ts";
import type {
  ConversationRecord,
  Delivery,
  Forgotten,
  Memory,
  ReadOptions,
} from "../../ports.ts";
import type { Turn, TurnEvent } from "../../turn.ts";

import type { Env } from "./env.ts";
import { setUp } from "./set-up.ts";
import { openDurableObjectDatabase } from "./sqlite-database.ts";
import { createSqliteMemory } from "./sqlite-memory.ts";
import { createTurnBroadcast } from "./turn-broadcast.ts";

/** Open turns that a conversation may have at a time. */
export const MAX_OPEN_TURNS = 100;

/** How long to wait after an error of the storage or of our own before the turn is tried again. */
const RECOVERY_MS = 30_000;

/**
 * One conversation: its mailbox and its memory. Messages are stored before `deliver` returns; turns run from the
 * alarm, one per alarm (each has its own CPU and subrequest limits), and the alarm survives crashes.
 */
export class ConversationObject extends DurableObject {
  readonly #memory: Memory;
  readonly #broadcast = createTurnBroadcast();
  /** Ends the turn that runs. */
  #running: AbortController | undefined;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#memory = createSqliteMemory({
      database: openDurableObjectDatabase(state.storage),
    });
  }

  async deliver(message: IncomingMessage): Promise<Delivery> {
    const opening = await this.#memory.openTurn(message, {
      limit: MAX_OPEN_TURNS,
    });
    // Also for a duplicate: it comes again because something went wrong.
    await this.#ensureAlarm();
    if (opening.kind === "full" || opening.kind === "forgotten") return opening;
    const kind = opening.kind === "opened" ? "accepted" : "duplicate";
    return { kind, turn: opening.turn };
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
      ...this.#eventsSoFar(turn),
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

  async forget(): Promise<Forgotten> {
    const forgotten = await this.#memory.forget();
    this.#running?.abort(new Error("The conversation was forgotten."));
    for (const turn of forgotten.openTurns)
      this.#broadcast.publish(turn, { type: "forgotten" });
    // A turn that is gone may have set the alarm for a later attempt; the next message must not wait for that.
    if (forgotten.turns > 0) await this.ctx.storage.setAlarm(Date.now());
    return forgotten;
  }

  /** Runs the oldest open turn. Never throws: after six failures the platform would drop the alarm for good. */
  override async alarm(): Promise<void> {
    try {
      const turn = await this.#memory.nextTurn();
      if (turn === undefined) return;
      const result = await this.#run(turn);
      if (result.kind === "later")
        await this.ctx.storage.setAlarm(Date.now() + result.delayMs);
      else if ((await this.#memory.nextTurn()) !== undefined)
        await this.ctx.storage.setAlarm(Date.now());
    } catch (error) {
      console.error(
        JSON.stringify({ event: "alarm failed", ...describeFailure(error) }),
      );
      await this.ctx.storage.setAlarm(Date.now() + RECOVERY_MS);
    }
  }

  async #run(turn: Turn): Promise<DeliveryResult> {
    const { bot, channels } = setUp(this.env);
    const controller = new AbortController();
    this.#running = controller;
    try {
      const result = await runTurn({
        turn,
        bot,
        memory: this.#memory,
        channel: channels[turn.message.channel],
        publish: (event) => this.#broadcast.publish(turn.id, event),
        signal: controller.signal,
      });
      // Whatever a forgotten turn came to, nothing more is done for it.
      return controller.signal.aborted ? { kind: "closed" } : result;
    } catch (error) {
      if (controller.signal.aborted) return { kind: "closed" };
      throw error;
    } finally {
      this.#running = undefined;
    }
  }

  #eventsSoFar(turn: Turn): TurnEvent[] {
    // Up to the first one that is open: the others are told of behind it, in their order.
    const steps: TurnEvent[] = [];
    for (const [
      index,
      { observation, usage: _, ...step },
    ] of turn.steps.entries()) {
      if (observation === undefined) break;
      steps.push({ type: "step", index, step: { ...step, observation } });
    }
    const hasEnded = turn.reply !== undefined;
    const isAnswer = turn.status !== "failed";
    const text =
      hasEnded && isAnswer ? turn.reply : this.#broadcast.answerSoFar(turn.id);
    return [
      ...steps,
      ...(text === "" ? [] : [{ type: "delta", offset: 0, text } as const]),
      ...(hasEnded ? [{ type: "end", turn } as const] : []),
    ];
  }

  /** A turn that was begun but does not run waits for the alarm, to be tried again. */
  async #waitingTime(turn: Turn): Promise<TurnEvent[]> {
    if (turn.status !== "thinking" || this.#running !== undefined) return [];
    const alarm = await this.ctx.storage.getAlarm();
    const delayMs = (alarm ?? 0) - Date.now();
    return delayMs > 0 ? [{ type: "waiting", delayMs }] : [];
  }

  /** Without an alarm an open turn would never run; one for no turn does nothing. */
  async #ensureAlarm(): Promise<void> {
    const hasWork = (await this.#memory.nextTurn()) !== undefined;
    if (hasWork && (await this.ctx.storage.getAlarm()) === null)
      await this.ctx.storage.setAlarm(Date.now());
  }
}
