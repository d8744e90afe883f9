import { AsyncLocalStorage } from "node:async_hooks";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import { wakeBy } from "../../src/platforms/cloudflare/alarms.ts";
import { CallbackObject as RealCallbackObject } from "../../src/platforms/cloudflare/callback-object.ts";
import { ConversationObject as RealConversationObject } from "../../src/platforms/cloudflare/conversation-object.ts";
import { CountersObject as RealCountersObject } from "../../src/platforms/cloudflare/deployment-objects.ts";
import type { Env } from "../../src/platforms/cloudflare/env.ts";
import { openMemory } from "../../src/platforms/cloudflare/set-up.ts";
import realWorker from "../../src/platforms/cloudflare/worker.ts";
import { openDurableObjectDatabase } from "../../src/stores/sqlite/sqlite-database.ts";
import { createSqliteStore } from "../../src/stores/sqlite/sqlite-store.ts";
import type { Callback } from "../../src/types/callback-queue.ts";
import type { CounterChange, Counting } from "../../src/types/counters.ts";
import type { IncomingMessage } from "../../src/types/message.ts";
import type { Store } from "../../src/types/store.ts";
import { createSqliteMemory } from "../fakes/sqlite-memory.ts";
import { readConversation } from "./read-conversation.ts";
import { createTripwire, type Tripwire } from "./tripwire.ts";
import { watchMemory } from "./watched-memory.ts";

// Exports all other objects unchanged; the classes below replace the real ones.
export * from "../../src/platforms/cloudflare/worker.ts";

/**
 * How far the memories' clock is ahead. In workerd, all objects share modules.
 */
let aheadMs = 0;

const LONGEST_WAIT_MS = 300;

/** The real object, which stops at the fault's point and exposes its state. */
export class ConversationObject extends RealConversationObject {
  readonly #tripwire: Tripwire;
  #isAtWork = false;

  constructor(state: DurableObjectState, env: Env) {
    hurryAlarms(state.storage);
    const tripwire = createTripwire(state, env.CONVERSATION);
    const memory = watchMemory(tripwire, (whileItWrites) =>
      openMemory(state, env, {
        store: createInterruptedStore(state.storage, whileItWrites),
        wakeBy: (at) => wakeBy(state.storage, at),
        now: () => Date.now() + aheadMs,
      }),
    );
    super(state, env, memory);
    this.#tripwire = tripwire;
  }

  override async deliver(
    message: IncomingMessage,
    options?: { isAsked: true },
  ) {
    const delivery = await super.deliver(message, options);
    // A duplicate's turn may be at any point by now.
    if (delivery.kind === "accepted")
      await this.#tripwire.reach("after deliver");
    return delivery;
  }

  override async alarm(): Promise<void> {
    this.#isAtWork = true;
    await this.#tripwire.reach("before alarm");
    await withinSubrequests(() => super.alarm());
    await this.#tripwire.reach("after alarm");
    this.#isAtWork = false;
  }

  override async fetch(): Promise<Response> {
    const { storage } = this.ctx;
    // A separate instance, so that reading does not affect the working one.
    const memory = createSqliteMemory({
      database: openDurableObjectDatabase(storage),
      now: () => Date.now() + aheadMs,
    });
    const [conversation, open] = await Promise.all([
      readConversation(memory),
      memory.nextTurn(),
    ]);
    const names = storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray();
    const tables = names.map(({ name }) => [
      name,
      storage.sql.exec(`SELECT * FROM ${name}`).toArray(),
    ]);
    const hasAlarm = (await storage.getAlarm()) !== null;
    return Response.json({
      isIdle: !this.#isAtWork && !hasAlarm && open === undefined,
      ...conversation,
      stored: names.length === 0 ? "" : JSON.stringify(tables),
    });
  }
}

/** Stops where it has written and either waits for durability or does not. */
function createInterruptedStore(
  storage: DurableObjectStorage,
  whileItWrites: () => Promise<void>,
): Store<ConversationState> {
  const database = openDurableObjectDatabase(storage);
  const store = createSqliteStore<ConversationState>({
    database: {
      ...database,
      async sync() {
        await whileItWrites();
        await database.sync();
      },
    },
  });
  return {
    ...store,
    async commit(change) {
      const commit = await store.commit(change);
      if (change.isConfirmedLater) await whileItWrites();
      return commit;
    },
  };
}

/** Shortens delays: five attempts would take ten minutes. */
function hurryAlarms(storage: DurableObjectStorage): void {
  const setAlarm = storage.setAlarm.bind(storage);
  storage.setAlarm = (at, options) =>
    setAlarm(Math.min(Number(at), Date.now() + LONGEST_WAIT_MS), options);
}

/** The real object, with points around its writes and requests. */
export class CallbackObject extends RealCallbackObject {
  readonly #tripwire: Tripwire;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#tripwire = createTripwire(state, env.CALLBACK);
  }

  override async enqueue(callback: Callback): Promise<void> {
    await this.#tripwire.reach("before enqueue");
    await super.enqueue(callback);
    await this.#tripwire.reach("after enqueue");
  }

  override async alarm(): Promise<void> {
    await this.#tripwire.reach("before callback alarm");
    await withinSubrequests(() => super.alarm());
    await this.#tripwire.reach("after callback alarm");
  }
}

/** Subrequest limit of Cloudflare's free plan; workerd itself has none. */
const MAX_SUBREQUESTS = 50;
const invocation = new AsyncLocalStorage<{ subrequests: number }>();

const fetchAnything = globalThis.fetch;
globalThis.fetch = (...request) => {
  const current = invocation.getStore();
  if (current !== undefined && ++current.subrequests > MAX_SUBREQUESTS)
    throw new Error("Too many subrequests by single Worker invocation.");
  return fetchAnything(...request);
};

function withinSubrequests(work: () => Promise<void>): Promise<void> {
  return invocation.run({ subrequests: 0 }, work);
}

/**
 * The real object, with points around each reservation of the budget and the
 * last settlement.
 */
export class CountersObject extends RealCountersObject {
  readonly #tripwire: Tripwire;
  #reservations = 0;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#tripwire = createTripwire(state, env.COUNTERS);
  }

  override async add(changes: readonly CounterChange[]): Promise<Counting> {
    const calls = changes.map(({ add }) => add["calls"]);
    if (calls.includes(undefined)) return super.add(changes);
    const isSettling = calls.every((open) => open === -1);
    const name = isSettling ? "settle" : `reserve ${++this.#reservations}`;
    await this.#tripwire.reach(`before ${name}`);
    const result = await super.add(changes);
    await this.#tripwire.reach(`after ${name}`);
    return result;
  }
}

const worker: ExportedHandler<Env> = {
  async fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/faults/state") {
      const conversation = searchParams.get("conversation") ?? "";
      return env.CONVERSATION.getByName(conversation).fetch(request);
    }
    if (pathname === "/faults/clock") {
      aheadMs = Number(searchParams.get("ahead-ms"));
      return new Response("set");
    }
    return realWorker.fetch(request, env, context);
  },
};

// oxlint-disable-next-line import/no-default-export -- the runtime looks for it
export default worker;
