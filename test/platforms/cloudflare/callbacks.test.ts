import {
  evictDurableObject,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { CallbackDeliveries } from "../../../src/http/callbacks/callback-schemas.ts";
import { createSqliteCallbackStore } from "../../../src/stores/sqlite/sqlite-callback-store.ts";
import {
  openDurableObjectDatabase,
  type SqliteRow,
} from "../../../src/stores/sqlite/sqlite-database.ts";
import { describeCallbackQueueContract } from "../../contracts/callback-queue-contract.ts";
import {
  createCallback,
  createCallbackScene,
} from "../../fakes/callback-scene.ts";

/** Answers with the status in the path; see vitest.config.ts. */
const RECEIVER = "https://hooks.example.com";
const HEADERS = {
  authorization: "Bearer key-of-the-shop-window-in-these-tests",
  "content-type": "application/json",
};
const ASYNC = { prefer: "respond-async" };
const CONVERSATION = "webhook:shop:1";

const fetchWorker = (
  path: string,
  init: RequestInit = {},
  headers: Record<string, string> = {},
): Promise<Response> =>
  exports.default.fetch(
    new Request(`https://parley.example${path}`, {
      ...init,
      headers: { ...HEADERS, ...headers },
    }),
  );
const post = (message: object, headers?: Record<string, string>) =>
  fetchWorker(
    "/v1/messages",
    {
      method: "POST",
      body: JSON.stringify({ conversation: "1", text: "1+1", ...message }),
    },
    headers,
  );
const deliveriesOf = async (id: string): Promise<CallbackDeliveries> =>
  (await fetchWorker(`/v1/messages/${id}/deliveries`)).json();
const resend = (id: string) =>
  fetchWorker(`/v1/messages/${id}/deliveries`, { method: "POST" });
/** Waits until so many attempts have finished. */
const untilTried = (id: string, attempts = 1) =>
  expect
    .poll(async () => {
      const { deliveries } = await deliveriesOf(id);
      return deliveries.filter(({ duration_ms }) => duration_ms !== null);
    })
    .toHaveLength(attempts);

describeCallbackQueueContract("Durable Object store", (work) =>
  runInDurableObject(env.CALLBACK.getByName("contract"), (_, { storage }) =>
    work(createSqliteCallbackStore(openDurableObjectDatabase(storage))),
  ),
);

it("writes six rows for a callback delivered at the first attempt, after a conversation's first", () =>
  runInDurableObject(env.CALLBACK.getByName("rows"), async (_, { storage }) => {
    let written = 0;
    const store = createSqliteCallbackStore({
      ...openDurableObjectDatabase(storage),
      query: (statement, ...values) => {
        const cursor = storage.sql.exec<SqliteRow>(statement, ...values);
        const rows = cursor.toArray();
        written += cursor.rowsWritten;
        return rows;
      },
    });
    const scene = createCallbackScene(store);
    for (const id of ["m0", "m1"]) {
      written = 0;
      scene.end(createCallback({ id }));
      await scene.queue.enqueue(createCallback({ id }));
      await scene.elapse(1_000);
    }
    expect(scene.sent).toHaveLength(2);
    expect(written).toBe(6);
  }));

describe("a message with a callback", () => {
  it("is answered with 202, and its callback is delivered", async () => {
    const callback_url = `${RECEIVER}/204`;
    const response = await post({ id: "m1", callback_url });
    expect(response.status).toBe(202);
    await untilTried("m1");
    expect(await deliveriesOf("m1")).toEqual({
      message_id: "m1",
      callback_url,
      status: "delivered",
      next_attempt_at: null,
      deliveries: [
        {
          attempt: 1,
          at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
          duration_ms: expect.any(Number) as number,
          status_code: 204,
        },
      ],
    });
    const message = await fetchWorker("/v1/messages/m1");
    expect(await message.json()).toMatchObject({ status: "delivered" });
  });

  it("is answered with the reply if the caller prefers to wait, and its callback is still delivered", async () => {
    const callback_url = `${RECEIVER}/204`;
    const response = await post(
      { id: "m1", callback_url },
      { prefer: "wait=60" },
    );
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      reply: { text: expect.stringContaining("2") as string },
    });
    await untilTried("m1");
  });

  it("sets an alarm for the retry, and ignores one that fires early", async () => {
    await post({ id: "m1", callback_url: `${RECEIVER}/500` });
    await untilTried("m1");
    const { status, next_attempt_at, deliveries } = await deliveriesOf("m1");
    expect(status).toBe("pending");
    const [first] = deliveries;
    expect(first).toMatchObject({ attempt: 1, status_code: 500 });
    const delayMs =
      Date.parse(next_attempt_at ?? "") - Date.parse(first?.at ?? "");
    expect(delayMs).toBeGreaterThanOrEqual(5_000);
    const object = env.CALLBACK.getByName(CONVERSATION);
    const alarm = await runInDurableObject(object, (_, { storage }) =>
      storage.getAlarm(),
    );
    expect(alarm).toBe(Date.parse(next_attempt_at ?? ""));
    await runDurableObjectAlarm(object);
    expect(await deliveriesOf("m1")).toMatchObject({
      next_attempt_at,
      deliveries: [{ attempt: 1 }],
    });
  });

  it("is retried after its object was evicted", async () => {
    await post({ id: "m1", callback_url: `${RECEIVER}/500` });
    await untilTried("m1");
    const object = env.CALLBACK.getByName(CONVERSATION);
    await evictDurableObject(object);
    await runInDurableObject(object, async (_, { storage }) => {
      const store = createSqliteCallbackStore(
        openDurableObjectDatabase(storage),
      );
      const turn = { conversation: CONVERSATION, id: "m1" };
      const state = await store.find(turn);
      if (state === undefined) throw new Error("The callback is lost.");
      const version = state.version + 1;
      await store.swap(state, { ...state, version, dueAt: Date.now() });
    });
    await runDurableObjectAlarm(object);
    await untilTried("m1", 2);
  });

  it("is rejected if its host is listed for another caller only", async () => {
    const response = await post(
      { id: "m1", callback_url: `${RECEIVER}/204` },
      { authorization: "Bearer key-of-the-help-desk-in-these-tests" },
    );
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining(
        "add desk:hooks.example.com to WEBHOOK_CALLBACK_HOSTS",
      ) as string,
    });
  });

  it("can be resent once its callback has ended, not while retries are pending", async () => {
    await post({ id: "m1", callback_url: `${RECEIVER}/410` });
    await untilTried("m1");
    expect((await deliveriesOf("m1")).status).toBe("stopped");
    const response = await resend("m1");
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ message_id: "m1" });
    await untilTried("m1", 2);
    await post({ id: "m2", callback_url: `${RECEIVER}/500` });
    await untilTried("m2");
    const early = await resend("m2");
    expect(early.status).toBe(409);
    expect(await early.json()).toMatchObject({
      type: "https://parley.chat/problems/callback-pending",
    });
  });

  it("sends a callback after it was stopped while queued", async () => {
    await post({ id: "m1", text: "Who was Noah Answer?" }, ASYNC);
    await post({ id: "m2", callback_url: `${RECEIVER}/204` });
    const stop = (id: string) =>
      fetchWorker(`/v1/messages/${id}`, { method: "DELETE" });
    const stopped = await stop("m2");
    expect(stopped.status).toBe(200);
    expect(await stopped.json()).toMatchObject({ is_stopped: true });
    expect(await deliveriesOf("m2")).toMatchObject({
      status: "pending",
      deliveries: [],
    });
    await stop("m1");
    await untilTried("m2");
  });

  it("loses its callback with its conversation, delivered or pending", async () => {
    await post({ id: "m1", callback_url: `${RECEIVER}/204` });
    await post({ id: "m2", callback_url: `${RECEIVER}/500` });
    await untilTried("m1");
    await untilTried("m2");
    await fetchWorker("/v1/conversations/1", { method: "DELETE" });
    for (const id of ["m1", "m2"])
      expect((await fetchWorker(`/v1/messages/${id}/deliveries`)).status).toBe(
        404,
      );
    const object = env.CALLBACK.getByName(CONVERSATION);
    await runInDurableObject(object, async (_, { storage }) => {
      expect(await storage.getAlarm()).toBeNull();
      const left = storage.sql.exec("SELECT * FROM callbacks").toArray();
      expect(left).toEqual([]);
    });
  });

  it("is rejected if its id is reused with another callback, or without one", async () => {
    const callback_url = `${RECEIVER}/204`;
    await post({ id: "m1", callback_url });
    expect((await post({ id: "m1", callback_url })).status).toBe(202);
    for (const other of [{}, { callback_url: `${RECEIVER}/200` }]) {
      const response = await post({ id: "m1", ...other });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        errors: [{ pointer: "/callback_url" }],
      });
    }
  });

  it.each([
    "http://hooks.example.com/204",
    "https://hooks.example.com:8443/204",
    "https://user:secret@hooks.example.com/204",
    "https://10.0.0.1/",
    "https://localhost/",
    "hooks.example.com",
    `https://hooks.example.com/${"x".repeat(2_000)}`,
    17,
    null,
  ])("is rejected with the callback URL %j", async (callback_url) => {
    const response = await post({ id: "m1", callback_url });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      type: "https://parley.chat/problems/invalid-fields",
      errors: [{ pointer: "/callback_url" }],
    });
    expect((await fetchWorker("/v1/messages/m1")).status).toBe(404);
  });
});

describe("the deliveries of a message", () => {
  it("are not found for an unknown message or one without a callback", async () => {
    expect((await resend("m1")).status).toBe(404);
    await post({ id: "m1" });
    for (const method of ["GET", "POST"]) {
      const path = "/v1/messages/m1/deliveries";
      const response = await fetchWorker(path, { method });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        type: "https://parley.chat/problems/no-callback",
      });
    }
  });

  it("are not found for another caller", async () => {
    await post({ id: "m1", callback_url: `${RECEIVER}/204` });
    await untilTried("m1");
    const theirs = {
      authorization: "Bearer key-of-the-help-desk-in-these-tests",
    };
    for (const method of ["GET", "POST"]) {
      const path = "/v1/messages/m1/deliveries";
      const response = await fetchWorker(path, { method }, theirs);
      expect(response.status).toBe(404);
    }
  });
});

describe("the secret that signs a caller's callbacks", () => {
  const fetchSecret = (
    name: string,
    authorization = "Bearer key-of-the-operator-in-these-tests",
  ) =>
    fetchWorker(
      `/admin/callers/${name}/callback-secret`,
      {},
      { authorization },
    );

  it("is shown to the operator, uncached", async () => {
    const response = await fetchSecret("shop");
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      caller: "shop",
      source: "PARLEY_SECRET",
      secrets: [expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string],
    });
  });

  it("differs between callers", async () => {
    const [shop, desk] = await Promise.all([
      fetchSecret("shop"),
      fetchSecret("desk"),
    ]);
    expect(await shop.text()).not.toBe(await desk.text());
  });

  it("is shown to nobody but the operator, not even to the caller", async () => {
    for (const key of [
      "",
      "Bearer key-of-the-shop-window-in-these-tests",
      "Bearer x",
    ]) {
      const response = await fetchSecret("shop", key);
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain("whsec_");
    }
  });

  it.each(["spy", "default", "%2e%2e", "x".repeat(2_000)])(
    "is not found for an unknown caller: %s",
    async (name) => {
      const response = await fetchSecret(name);
      expect(response.status).toBe(404);
      expect(response.headers.get("cache-control")).toBe("no-store");
    },
  );
});
