import { ConversationObject as RealConversationObject } from "../../src/platforms/cloudflare/conversation-object.ts";
import type { IncomingMessage } from "../../src/message.ts";
import type { Delivery } from "../../src/ports.ts";
import type { Env } from "../../src/platforms/cloudflare/env.ts";
import { openDurableObjectDatabase } from "../../src/platforms/cloudflare/sqlite-database.ts";
import realWorker from "../../src/platforms/cloudflare/worker.ts";
import { createTripwire, type Tripwire } from "./tripwire.ts";
import { createWatchedMemory } from "./watched-memory.ts";

// All other objects as they are; its own ConversationObject takes the place of the real one.
export * from "../../src/platforms/cloudflare/worker.ts";

/** How far the clock of the memories is ahead. All objects of workerd on one machine share their modules. */
let aheadMs = 0;

/** The real one, which stops at the fault's point, and shows what it holds. */
export class ConversationObject extends RealConversationObject {
  readonly #tripwire: Tripwire;
  #isAtWork = false;

  constructor(state: DurableObjectState, env: Env) {
    const tripwire = createTripwire(state, env.CONVERSATION);
    const memory = createWatchedMemory({
      database: openDurableObjectDatabase(state.storage),
      now: () => Date.now() + aheadMs,
      tripwire,
    });
    super(state, env, memory);
    this.#tripwire = tripwire;
  }

  override async deliver(message: IncomingMessage): Promise<Delivery> {
    const delivery = await super.deliver(message);
    await this.#tripwire.reach("after deliver");
    return delivery;
  }

  override async alarm(): Promise<void> {
    this.#isAtWork = true;
    await this.#tripwire.reach("before alarm");
    await super.alarm();
    await this.#tripwire.reach("after alarm");
    this.#isAtWork = false;
  }

  override async fetch(): Promise<Response> {
    const { sql } = this.ctx.storage;
    const names = sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray();
    const tables = names.map(({ name }) => [
      name,
      sql.exec(`SELECT * FROM ${name}`).toArray(),
    ]);
    const hasAlarm = (await this.ctx.storage.getAlarm()) !== null;
    return Response.json({
      isIdle: !this.#isAtWork && !hasAlarm,
      tables: Object.fromEntries(tables),
    });
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
