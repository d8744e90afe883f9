import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createHandoverRoutes } from "../../../src/http/console/handover-routes.ts";
import { createKeyedRoutes } from "../../../src/http/console/operators.ts";
import { createAuditLog } from "../../../src/stores/audit-log.ts";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";
import { createConversationsArchive } from "../../fakes/conversations-archive.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { ANY_GUESSES } from "../../fakes/no-limits.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { ANN, BOB, NOW, setUpConsole } from "./set-up-console.ts";

const CONVERSATION = "slack:T1/C2";
const PATH = `/api/conversations/${encodeURIComponent(CONVERSATION)}`;

/** A console with a conversation in which somebody has written. */
async function setUp() {
  const console = setUpConsole();
  const memory = console.memoryOf(CONVERSATION);
  const message = createMessage({ id: "m1", conversation: CONVERSATION });
  await memory.openTurn(message, { limit: 9 });
  const post = (action: string, body?: unknown) =>
    console.call("POST", `${PATH}/${action}`, {
      headers: {
        authorization: `Bearer ${ANN.key}`,
        "content-type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const person = async () => {
    const transcript = await console.call("GET", PATH);
    const body: { person: unknown } = await transcript.json();
    return body.person;
  };
  return { ...console, memory, post, person };
}

describe("POST /console/api/conversations/{name}/…", () => {
  it("gives the conversation to the operator and back, and says who has it", async () => {
    const { post, person, recorded } = await setUp();
    expect(await person()).toBeNull();
    const taken = await post("takeover");
    expect(taken.status).toBe(200);
    const ann = { name: "ann", until: expect.any(String) as string };
    expect(await taken.json()).toMatchObject({ person: ann });
    expect(await person()).toMatchObject(ann);
    expect(await (await post("hand-back")).json()).toEqual({
      person: null,
      wanted: null,
    });
    expect(await person()).toBeNull();
    expect((await recorded()).filter(([, did]) => did !== "read")).toEqual([
      ["ann", "take-over", CONVERSATION],
      ["ann", "hand-back", CONVERSATION],
    ]);
  });

  it("says that the user asks for a person, and why, until one has it", async () => {
    const console = setUpConsole();
    const memory = console.memoryOf("slack:1");
    const command = { name: "human", argument: "A refund" };
    const message = createMessage({ id: "m1", command, text: "/human" });
    await memory.openTurn(message, { limit: 9 });
    await memory.beginAttempt("m1");
    const asked = { until: NOW };
    const outcome = createOutcome({ parts: [], by: "anyone", asked });
    await memory.commitTurn("m1", outcome);
    const conversation = "slack:1";
    const row = { conversation, id: "m1", number: 1, at: NOW - 9 };
    await console.turnIndex.put([
      createIndexedTurn({ ...row, outcome: "asked" }),
      createIndexedTurn({ ...row, id: "m2", number: 2, outcome: "person" }),
      createIndexedTurn({ conversation: "web:b", outcome: "person", at: NOW }),
    ]);
    const headers = { authorization: `Bearer ${ANN.key}` };
    const read = async (path: string): Promise<unknown> =>
      (await console.call("GET", path, { headers })).json();
    const wanted = {
      message_id: "m1",
      reason: "A refund",
      until: new Date(NOW).toISOString(),
    };
    expect(await read("/api/conversations?outcome=person")).toMatchObject({
      conversations: [{ conversation, wanted }, { conversation: "web:b" }],
    });
    const path = "/api/conversations/slack%3A1";
    expect(await read(path)).toMatchObject({
      person: null,
      wanted,
      messages: [{}, { asks_for_person: true }],
    });
    await console.call("POST", `${path}/takeover`, { headers });
    expect(await read(path)).toMatchObject({
      person: { name: "ann" },
      wanted: null,
    });
  });

  it("opens one reply for an id, in the operator's name, and refuses another text with it", async () => {
    const { post, memory, person } = await setUp();
    const body = { id: "r1", text: "Here I am." };
    for (const _ of [1, 2]) {
      const reply = await post("replies", body);
      expect(reply.status).toBe(202);
      expect(await reply.json()).toMatchObject({
        message_id: "operator/r1",
        person: { name: "ann" },
      });
    }
    const other = await post("replies", { id: "r1", text: "One moment." });
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({
      errors: [{ pointer: "/text" }],
    });
    const waiting = await memory.waitingTurns();
    expect(waiting.map(({ id }) => id)).toEqual(["m1", "operator/r1"]);
    expect(waiting[1]?.message).toMatchObject({
      text: "Here I am.",
      origin: { kind: "operator", name: "ann" },
    });
    expect(await person()).toMatchObject({ name: "ann" });
  });

  it("refuses another reply with an id that is taken", async () => {
    const { post, memory, person } = await setUp();
    await post("replies", { id: "r1", text: "Here I am." });
    await post("hand-back");
    const refused = await post("replies", { id: "r1", text: "Here we are." });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      type: expect.stringMatching(/idempotency-mismatch$/),
      errors: [{ pointer: "/text" }],
    });
    expect(await memory.waitingTurns()).toHaveLength(2);
    expect(await person()).toBeNull();
  });

  it("answers once what the team has to approve, and shows it until then", async () => {
    const { post, memory, call, recorded } = await setUp();
    const message = (await memory.nextTurn())?.message;
    await memory.beginAttempt("m1");
    const action = { tool: "pay", input: {}, thought: "", text: "" };
    const usage = {
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
      modelCalls: 0,
    };
    await memory.saveSteps("m1", 0, [{ action, usage }]);
    await memory.commitTurn("m1", {
      status: "answered",
      reply: "May I?",
      parts: [],
      usage,
      history: [
        { role: "user", text: message?.text ?? "", tokens: 1 },
        { role: "assistant", text: "May I?", tokens: 1 },
      ],
      pause: {
        kind: "approval",
        code: "7k2m9q",
        approvers: "operators",
        step: 0,
        action: "a",
        buttons: [],
      },
    });
    const questions = async () => {
      const body: { questions: unknown } = await (
        await call("GET", PATH)
      ).json();
      return body.questions;
    };
    expect(await questions()).toMatchObject([
      { message_id: "m1", code: "7k2m9q" },
    ]);
    expect((await post("approvals/7k2m9q", { approve: 1 })).status).toBe(422);
    const answered = await post("approvals/7K2M9Q", { approve: true });
    expect(answered.status).toBe(202);
    expect(await questions()).toEqual([]);
    expect((await memory.nextTurn())?.steps).toMatchObject([{ approved: "a" }]);
    expect((await post("approvals/222222", { approve: true })).status).toBe(
      409,
    );
    expect((await recorded()).filter(([, did]) => did === "approve")).toEqual([
      ["ann", "approve", CONVERSATION],
      ["ann", "approve", CONVERSATION],
    ]);
  });

  it.each([
    [{ text: " " }, "/text"],
    [{ text: "Hi", id: "a b" }, "/id"],
    [{}, "/text"],
  ])("refuses %j and does nothing", async (body, pointer) => {
    const { post, person } = await setUp();
    const refused = await post("replies", body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: [{ pointer }] });
    expect(await person()).toBeNull();
  });

  it("does not know a conversation in which nobody has written", async () => {
    const { call } = setUpConsole();
    const taken = await call("POST", "/api/conversations/web:x/takeover");
    expect(taken.status).toBe(404);
    expect(await taken.json()).toMatchObject({
      detail: expect.stringContaining("or has expired"),
    });
  });
});

describe("POST /admin/conversations/{name}/…", () => {
  const { handover, memoryOf } = createConversationsArchive();
  const audit = createAuditLog({ store: createMemoryStore() });
  const app = new Hono().route(
    "/admin/conversations",
    createKeyedRoutes(
      { operators: [ANN, BOB], guessGuard: ANY_GUESSES, audit },
      (record) => createHandoverRoutes({ handover, record }),
    ),
  );
  const post = (key: string | undefined) =>
    app.request("/admin/conversations/telegram%3A42/takeover", {
      method: "POST",
      ...(key && { headers: { authorization: `Bearer ${key}` } }),
    });

  it("takes an operator's key, by whose name it is recorded", async () => {
    const message = createMessage({ id: "1", conversation: "telegram:42" });
    await memoryOf("telegram:42").openTurn(message, { limit: 9 });
    expect((await post(undefined)).status).toBe(401);
    expect((await post("wrong")).status).toBe(401);
    expect(await memoryOf("telegram:42").findOwner()).toBeUndefined();
    expect((await post(BOB.key)).status).toBe(200);
    expect(await memoryOf("telegram:42").findOwner()).toMatchObject({
      name: "bob",
    });
    expect(await audit.list({ limit: 9 })).toMatchObject([
      { operator: "bob", action: "take-over", conversation: "telegram:42" },
    ]);
  });
});
