import { describe, expect, it } from "vitest";
import { createSqliteCallbackStore } from "../../../src/stores/sqlite/sqlite-callback-store.ts";
import { createAnsweringApp } from "../../fakes/answering-app.ts";
import {
  createCallbackScene,
  FAILED,
  STOPPED,
} from "../../fakes/callback-scene.ts";
import { createNodeSqliteDatabase } from "../../fakes/node-sqlite-database.ts";
import { ANN, BOB, setUpConsole } from "./set-up-console.ts";

const EVENT = {
  conversation: "telegram:42",
  event: 7,
  to: "receiver",
} as const;

/** A console that sees what was given up. */
async function setUp(ids: readonly string[] = ["evt_1"]) {
  const scene = createCallbackScene(
    createSqliteCallbackStore(createNodeSqliteDatabase()),
  );
  const { queue, undelivered } = scene;
  for (const id of ids) {
    scene.happen(
      { ...EVENT, id },
      { event: { type: "conversation.taken", operator: "ann", at: 0 } },
    );
    scene.answers.push(STOPPED);
    await queue.enqueue({ ...EVENT, id });
    await scene.elapse(0);
  }
  return { scene, ...setUpConsole({ callbacks: queue, undelivered }) };
}

const listOf = async (response: Response) =>
  (await response.json()) as {
    deliveries: Record<string, unknown>[];
    next: string | null;
  };

describe("Undelivered events in the console", () => {
  it("are listed with whom they were for and how the last attempt ended", async () => {
    const { call } = await setUp();
    expect(await listOf(await call("GET", "/api/deliveries"))).toEqual({
      deliveries: [
        {
          id: expect.stringMatching(/^\d+$/) as string,
          conversation: "telegram:42",
          to: "receiver",
          type: "conversation.taken",
          webhook_id: "evt_1",
          status: "stopped",
          attempts: 1,
          status_code: 410,
          failed_at: "1970-01-01T00:00:00.000Z",
        },
      ],
      next: null,
    });
  });

  it("are listed page by page", async () => {
    const { call } = await setUp(["evt_1", "evt_2", "evt_3"]);
    const first = await listOf(await call("GET", "/api/deliveries?limit=2"));
    expect(first.deliveries.map((one) => one["webhook_id"])).toEqual([
      "evt_3",
      "evt_2",
    ]);
    const rest = await call("GET", `/api/deliveries?before=${first.next}`);
    expect(await listOf(rest)).toMatchObject({
      deliveries: [{ webhook_id: "evt_1" }],
      next: null,
    });
  });

  it("are sent again once, under their id, by an operator who is recorded", async () => {
    const { scene, call, recorded } = await setUp();
    const { deliveries } = await listOf(await call("GET", "/api/deliveries"));
    const path = `/api/deliveries/${String(deliveries[0]?.["id"])}/resend`;
    const headers = { authorization: `Bearer ${BOB.key}` };
    const response = await call("POST", path, { headers });
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ status: "resending" });
    expect((await call("POST", path)).status).toBe(404);
    await scene.elapse(0);
    expect(scene.sent).toEqual([
      "evt_1 conversation.taken at 0",
      "evt_1 conversation.taken at 0",
    ]);
    expect(await recorded()).toEqual([["bob", "resend", "telegram:42"]]);
    expect(
      (await listOf(await call("GET", "/api/deliveries"))).deliveries,
    ).toEqual([]);
  });

  it("are listed again if that fails, under another id", async () => {
    const { scene, call } = await setUp();
    const [before] = (await listOf(await call("GET", "/api/deliveries")))
      .deliveries;
    scene.answers.push(FAILED);
    await call("POST", `/api/deliveries/${String(before?.["id"])}/resend`);
    await scene.elapse(0);
    const [after] = (await listOf(await call("GET", "/api/deliveries")))
      .deliveries;
    expect(after).toMatchObject({ attempts: 2, status_code: 500 });
    expect(after?.["id"]).not.toBe(before?.["id"]);
  });

  it.each([
    ["GET", "?limit=0", 400],
    ["GET", "?limit=1e3", 400],
    ["GET", "?before=x", 400],
    ["GET", `?before=${"9".repeat(40)}`, 400],
    ["GET", "?status=failed", 400],
    ["POST", "/x/resend", 404],
    ["POST", "/2/resend", 404],
    ["POST", `/${"9".repeat(40)}/resend`, 404],
  ])("refuse %s %s with %d", async (method, path, status) => {
    const { call, recorded } = await setUp();
    const response = await call(method, `/api/deliveries${path}`);
    expect(response.status).toBe(status);
    expect(await recorded()).toEqual([]);
  });
});

it("Programs list them below /admin, with an operator's key alone", async () => {
  const { app, documents } = createAnsweringApp({
    OPERATOR_KEYS: `ann:${ANN.key}`,
  });
  await documents.undelivered.add({
    conversation: "webhook:shop:1",
    id: "m1",
    to: "caller",
    status: "failed",
    attempts: 7,
    failedAt: Date.now(),
  });
  const get = async (headers: Record<string, string>) =>
    app.request("https://parley.example/admin/deliveries", { headers });
  const listed = await get({ authorization: `Bearer ${ANN.key}` });
  expect(await listOf(listed)).toMatchObject({
    deliveries: [{ message_id: "m1", to: "caller" }],
  });
  expect((await get({})).status).toBe(401);
  expect((await get({ authorization: "Bearer x" })).status).toBe(401);
});
