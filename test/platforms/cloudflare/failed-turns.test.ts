import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { toCursor } from "../../../src/http/console/cursors.ts";
import { createDurableObjectMailbox } from "../../../src/platforms/cloudflare/conversation-client.ts";
import { createDurableObjectTurnIndex } from "../../../src/platforms/cloudflare/object-clients.ts";
import { openDurableObjectDatabase } from "../../../src/stores/sqlite/sqlite-database.ts";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";

const OPERATOR = { authorization: "Bearer key-of-the-operator-in-these-tests" };

const fetchWorker = (path: string, init: RequestInit = { headers: OPERATOR }) =>
  exports.default.fetch(new Request(`https://parley.example${path}`, init));
const listFailed = async (query = "") =>
  (await fetchWorker(`/admin/turns?status=failed${query}`)).json<{
    turns: { id: string; conversation: string }[];
    next: string | null;
  }>();
const retry = (id: string) =>
  fetchWorker(`/admin/turns/${id}/retry`, {
    method: "POST",
    headers: OPERATOR,
  });

/** Creates a conversation with one failed turn. */
async function failIn(conversation: string) {
  const message = createMessage({ id: "1", conversation, text: "1+1" });
  const object = env.CONVERSATION.getByName(conversation);
  await runInDurableObject(object, async (_, { storage }) => {
    const database = openDurableObjectDatabase(storage);
    const memory = createSqliteMemory({ database, isIndexed: true });
    await memory.openTurn(message, { limit: 1 });
    await memory.beginAttempt("1");
    const failed = { status: "failed", reply: "Sorry.", parts: [] } as const;
    await memory.commitTurn("1", createOutcome({ ...failed, history: [] }));
  });
  // The object reads its database when it starts.
  await evictDurableObject(object);
  await runInDurableObject(object, (instance) => instance.alarm());
  return message;
}

describe("a failed turn", () => {
  it("is listed for the operator without its texts", async () => {
    await failIn("web:a");
    await failIn("web:b");
    const { turns, next } = await listFailed();
    expect(turns).toMatchObject([
      {
        conversation: "web:b",
        message_id: "1",
        channel: "web",
        reason: "error",
      },
      { conversation: "web:a" },
    ]);
    expect(JSON.stringify(turns)).not.toMatch(/1\+1|Sorry/);
    expect(next).toBeNull();
  });

  it("is listed on the next page if there are many", async () => {
    for (const name of ["a", "b", "c"]) await failIn(`web:${name}`);
    const first = await listFailed("&limit=2");
    expect(first.turns).toHaveLength(2);
    const second = await fetchWorker(
      new URL(first.next ?? "").href.replace("https://parley.example", ""),
    );
    expect(await second.json()).toMatchObject({
      turns: [{ conversation: "web:a" }],
      next: null,
    });
  });

  it("runs again when the operator retries it, and leaves the list", async () => {
    const message = await failIn("web:a");
    const { turns } = await listFailed();
    const id = turns[0]?.id ?? "";
    const response = await retry(id);
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ id, status: "retrying" });
    const mailbox = createDurableObjectMailbox(env.CONVERSATION);
    await expect
      .poll(() => mailbox.findTurn(message))
      .toMatchObject({ status: "delivered", steps: [{ observation: "2" }] });
    await expect.poll(async () => (await listFailed()).turns).toEqual([]);
    expect((await retry(id)).status).toBe(404);
  });

  it("runs on a second retry if the process died before setting an alarm", async () => {
    const message = await failIn("web:a");
    const { turns } = await listFailed();
    const object = env.CONVERSATION.getByName("web:a");
    await runInDurableObject(object, async (_, { storage }) => {
      const database = openDurableObjectDatabase(storage);
      const memory = createSqliteMemory({ database, isIndexed: true });
      await memory.reopenTurn(message.id);
      expect(await storage.getAlarm()).toBeNull();
    });
    await evictDurableObject(object);
    expect((await retry(turns[0]?.id ?? "")).status).toBe(409);
    const mailbox = createDurableObjectMailbox(env.CONVERSATION);
    await expect
      .poll(() => mailbox.findTurn(message))
      .toMatchObject({ status: "delivered" });
  });

  it("leaves the list when it is retried but no longer known", async () => {
    const index = createDurableObjectTurnIndex(env.TURN_INDEX);
    await index.put([createIndexedTurn({ outcome: "failed" })]);
    const { turns } = await listFailed();
    expect((await retry(turns[0]?.id ?? "")).status).toBe(404);
    expect((await listFailed()).turns).toEqual([]);
  });

  it.each([
    ["an answered turn", createIndexedTurn({ number: 2, id: "2" })],
    ["a turn that is in no list", createIndexedTurn({ number: 3 })],
    ["another conversation", createIndexedTurn({ conversation: "web:x" })],
  ])("is not taken for %s", async (_, other) => {
    const index = createDurableObjectTurnIndex(env.TURN_INDEX);
    const failed = createIndexedTurn({ outcome: "failed" });
    await index.put([failed, createIndexedTurn({ number: 2, id: "2" })]);
    expect((await retry(toCursor(other))).status).toBe(404);
    expect((await listFailed()).turns).toMatchObject([
      { id: toCursor(failed) },
    ]);
  });

  it("leaves the list when its conversation is deleted", async () => {
    const { conversation } = await failIn("web:a");
    const mailbox = createDurableObjectMailbox(env.CONVERSATION);
    await mailbox.forget(conversation);
    await expect.poll(async () => (await listFailed()).turns).toEqual([]);
  });
});

describe("the operator's routes", () => {
  it.each([
    ["without a key", {}],
    ["with a wrong key", { authorization: "Bearer wrong" }],
    [
      "with a caller's key",
      { authorization: "Bearer key-of-the-shop-window-in-these-tests" },
    ],
  ])("reject a request %s", async (_, headers) => {
    for (const [method, path] of [
      ["GET", "/admin/turns?status=failed"],
      ["POST", "/admin/turns/1/retry"],
      ["GET", "/admin/nothing"],
    ] as const)
      expect((await fetchWorker(path, { method, headers })).status).toBe(401);
  });

  it.each([
    ["", "status"],
    ["?status=open", "status"],
    ["?status=failed&limit=0", "limit"],
    ["?status=failed&limit=101", "limit"],
    ["?status=failed&limit=x", "limit"],
    ["?status=failed&before=x", "before"],
  ])("name the wrong parameter of %j", async (query, name) => {
    const response = await fetchWorker(`/admin/turns${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: `?${name}` }],
    });
  });

  it.each([1, 100])("list up to %i turns at once", async (limit) => {
    const path = `/admin/turns?status=failed&limit=${limit}`;
    expect((await fetchWorker(path)).status).toBe(200);
  });

  it.each(["0", "9999", "x", "1.5", "-1", "1e3", "9".repeat(30)])(
    "answer 404 for the turn %s",
    async (id) => {
      expect((await retry(id)).status).toBe(404);
    },
  );
});
