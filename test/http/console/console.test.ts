import { describe, expect, it } from "vitest";
import type { AuditLog } from "../../../src/types/audit-log.ts";
import { createIndexedTurn } from "../../contracts/turn-index-contract.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome, createStep } from "../../fixtures/turns.ts";
import { ANN, BOB, NOW, setUpConsole } from "./set-up-console.ts";

type Console = ReturnType<typeof setUpConsole>;

const QUESTION = "How do I return it?";
const ANSWER = "Send it back.";
const REASON = "It is in Cologne.";
const OBSERVATION = "Parcels go to Bonn.";

/** A conversation with an answered question, and one that has failed. */
async function fill({ memoryOf, turnIndex }: Console, conversation: string) {
  const memory = memoryOf(conversation);
  const ask = async (id: string, text: string) => {
    const message = createMessage({ id, conversation, text });
    await memory.openTurn(message, { limit: 9 });
    await memory.beginAttempt(id);
  };
  await ask("m1", QUESTION);
  const step = createStep();
  await memory.saveSteps("m1", 0, [step]);
  await memory.saveSteps("m1", 0, [{ ...step, observation: OBSERVATION }]);
  await memory.commitTurn(
    "m1",
    createOutcome({
      reply: ANSWER,
      parts: [],
      history: [
        { role: "user", text: QUESTION, tokens: 2 },
        { role: "assistant", text: ANSWER, tokens: 2 },
      ],
    }),
  );
  await ask("m2", "=1+1 and more");
  await memory.commitTurn(
    "m2",
    createOutcome({
      status: "failed",
      failure: "no-answer",
      parts: [],
      history: [],
    }),
  );
  const row = { conversation, channel: "telegram", at: NOW };
  await turnIndex.put([
    createIndexedTurn({ ...row, id: "m1", number: 1 }),
    createIndexedTurn({
      ...row,
      id: "m2",
      number: 2,
      at: NOW + 1,
      outcome: "failed",
      failure: "no-answer",
    }),
  ]);
}

const read = async (
  { call }: Pick<Console, "call">,
  path: string,
): Promise<Record<string, never>> => (await call("GET", path)).json();

describe("GET /console/api/conversations", () => {
  it("lists conversations in pages, each by its newest turn, without texts", async () => {
    const console = setUpConsole();
    await fill(console, "telegram:42");
    await console.turnIndex.put([
      createIndexedTurn({ conversation: "web:a", channel: "web", at: NOW - 9 }),
    ]);
    const first = await read(console, "/api/conversations?limit=1");
    expect(first).toEqual({
      conversations: [
        {
          conversation: "telegram:42",
          message_id: "m2",
          number: 2,
          channel: "telegram",
          outcome: "failed",
          failure: "no-answer",
          thumb: null,
          model: "gpt-5.5",
          at: new Date(NOW + 1).toISOString(),
          ended_at: expect.any(String) as string,
          duration_ms: expect.any(Number) as number,
          input_tokens: 100,
          cached_input_tokens: 40,
          output_tokens: 10,
        },
      ],
      next: expect.any(String) as string,
    });
    const rest = await read(
      console,
      `/api/conversations?limit=1&cursor=${first["next"]}`,
    );
    expect(rest).toMatchObject({
      conversations: [{ conversation: "web:a" }],
      next: null,
    });
  });

  it.each([
    ["channel=web", ["web:a"]],
    ["outcome=failed", ["telegram:42"]],
    ["search=42", ["telegram:42"]],
    ["search=web:a", ["web:a"]],
    ["search=4", []],
    ["search=order-17", ["webhook:desk:order-17"]],
  ])("filters and searches: %s", async (query, expected) => {
    const console = setUpConsole();
    await fill(console, "telegram:42");
    const web = { conversation: "web:a", channel: "web" };
    await console.turnIndex.put([createIndexedTurn(web)]);
    const desk = { conversation: "webhook:desk:order-17", channel: "webhook" };
    await console.turnIndex.put([createIndexedTurn(desk)]);
    const list = await read(console, `/api/conversations?${query}`);
    const conversations: readonly { conversation: string }[] =
      list["conversations"] ?? [];
    expect(conversations.map((each) => each.conversation)).toEqual(expected);
  });

  it("finds conversations by their title, and shows it, until they are forgotten", async () => {
    const console = setUpConsole();
    await fill(console, "web:a");
    const titled = { conversation: "web:a", title: "Trip to Köln", at: NOW };
    await console.titleIndex.put(titled);
    const search = () => read(console, "/api/conversations?search=KÖLN");
    expect((await search())["conversations"]).toMatchObject([
      { conversation: "web:a", message_id: "m2", title: "Trip to Köln" },
    ]);
    await console.call("DELETE", "/api/conversations/web:a");
    expect((await search())["conversations"]).toEqual([]);
    expect(await console.titleIndex.search("Köln", { limit: 9 })).toEqual([]);
  });

  it.each([
    "cursor=abc",
    "cursor=%5B1%5D",
    "outcome=odd",
    "limit=101",
    "odd=1",
  ])("refuses a wrong query: %s", async (query) => {
    const { call } = setUpConsole();
    const response = await call("GET", `/api/conversations?${query}`);
    expect(response.status).toBe(400);
  });
});

it.each(["conversations", "questions"])(
  "The console lists rated answers among %s, not only the newest",
  async (kind) => {
    const console = setUpConsole();
    await fill(console, "telegram:42");
    const row = { conversation: "telegram:42", id: "m1", number: 1 };
    await console.turnIndex.put([createIndexedTurn({ ...row, thumb: "down" })]);
    const path = `/api/${kind}?thumb=down`;
    for (const query of ["", "&channel=telegram"])
      expect((await read(console, path + query))[kind]).toMatchObject([
        { message_id: "m1", thumb: "down" },
      ]);
    expect((await read(console, `/api/${kind}?thumb=up`))[kind]).toEqual([]);
  },
);

describe("A conversation in the console", () => {
  it.each([true, false])(
    "says what the user thinks of an answer; why, if texts are shown: %s",
    async (showsTexts) => {
      const console = setUpConsole({ showsTexts });
      await fill(console, "telegram:42");
      const reason = "It is in Berlin.";
      const memory = console.memoryOf("telegram:42");
      await memory.rateTurn("m1", { thumb: "down", reason });
      const { messages } = await read(
        console,
        "/api/conversations/telegram:42",
      );
      expect(messages?.[1]).toMatchObject({ role: "assistant", thumb: "down" });
      expect(messages?.[1]?.["reason"]).toBe(showsTexts ? reason : undefined);
    },
  );

  it("is shown with its messages, and what failed", async () => {
    const console = setUpConsole();
    await fill(console, "telegram:42");
    const whole = "/api/conversations/telegram:42?limit=2";
    expect(await read(console, whole)).toMatchObject({
      conversation: "telegram:42",
      messages: [
        { message_id: "m1", role: "user", text: QUESTION },
        { message_id: "m1", role: "assistant", text: ANSWER },
      ],
      previous: null,
      open: [{ message_id: "m2", status: "failed", failure: "no-answer" }],
    });
    const older = "/api/conversations/telegram:42?limit=1";
    expect(await read(console, older)).toMatchObject({
      messages: [{ role: "assistant" }],
      previous: 2,
    });
    expect((await console.call("GET", "/api/conversations/web:x")).status).toBe(
      404,
    );
  });

  it("may have any name", async () => {
    const console = setUpConsole();
    const name = "slack:T1/C2 #50%";
    await fill(console, name);
    const path = `/api/conversations/${encodeURIComponent(name)}`;
    expect(await read(console, path)).toMatchObject({ conversation: name });
    expect(await read(console, `${path}/turns/m1`)).toMatchObject({
      text: QUESTION,
    });
  });

  it("can be retried, watched and forgotten, all of which is recorded", async () => {
    const console = setUpConsole();
    await fill(console, "telegram:42");
    const turn = "/api/conversations/telegram:42/turns/m2";
    const retry = await console.call("POST", `${turn}/retry`);
    expect(retry.status).toBe(202);
    expect(console.retried).toEqual([
      { conversation: "telegram:42", id: "m2" },
    ]);
    const unknown = `${turn.replace("m2", "m3")}/retry`;
    expect((await console.call("POST", unknown)).status).toBe(404);
    const events = await console.call("GET", `${turn}/events`);
    expect(events.headers.get("content-type")).toContain("text/event-stream");
    expect(await events.text()).toContain("event: error");
    const path = "/api/conversations/telegram:42";
    const deletion = await console.call("DELETE", path);
    expect(await deletion.json()).toEqual({
      deleted: { messages: 2, turns: 2 },
    });
    expect((await console.call("GET", path)).status).toBe(404);
    const list = await read(console, "/api/conversations");
    expect(list["conversations"]).toEqual([]);
    expect(await console.recorded()).toEqual([
      ["ann", "retry", "telegram:42", "m2"],
      ["ann", "retry", "telegram:42", "m3"],
      ["ann", "watch", "telegram:42", "m2"],
      ["ann", "forget", "telegram:42"],
      ["ann", "read", "telegram:42"],
    ]);
  });

  it("of the API is forgotten with its callbacks, and is no longer listed", async () => {
    const index = createMessageIndex();
    const forgotten: string[] = [];
    const console = setUpConsole({
      index,
      callbacks: {
        forget: async (conversation) => void forgotten.push(conversation),
        resend: async () => "unknown",
      },
    });
    const conversation = "webhook:shop:a:b";
    await fill(console, conversation);
    const entry = { owner: "shop", id: "m1", conversation };
    await index.claim(entry);
    await console.call("DELETE", `/api/conversations/${conversation}`);
    expect(await index.find(entry)).toBeUndefined();
    expect(forgotten).toEqual([conversation]);
  });

  it("is watched by an operator with 19 others", async () => {
    const console = setUpConsole();
    await fill(console, "telegram:42");
    const watch = (key: string) =>
      console.call("GET", "/api/conversations/telegram:42/turns/m2/events", {
        headers: { authorization: `Bearer ${key}` },
      });
    for (let time = 0; time < 20; time++)
      expect((await watch(ANN.key)).status).toBe(200);
    expect((await watch(ANN.key)).status).toBe(429);
    expect((await watch(BOB.key)).status).toBe(200);
  });

  it("is left alone if the action cannot be recorded", async () => {
    const audit: AuditLog = {
      add: () => Promise.reject(new Error("The log is down.")),
      list: async () => [],
    };
    const console = setUpConsole({ audit });
    await fill(console, "telegram:42");
    const path = "/api/conversations/telegram:42";
    for (const [method, at] of [
      ["GET", path],
      ["DELETE", path],
      ["POST", `${path}/turns/m2/retry`],
    ] as const)
      expect((await console.call(method, at)).status).toBe(500);
    expect(console.retried).toEqual([]);
    expect(await console.memoryOf("telegram:42").readRecord()).toMatchObject({
      messages: { length: 2 },
    });
  });

  it("has no texts in any response while they are off", async () => {
    const console = setUpConsole({ showsTexts: false });
    await fill(console, "telegram:42");
    const rating = { thumb: "down", reason: REASON } as const;
    await console.memoryOf("telegram:42").rateTurn("m1", rating);
    const path = "/api/conversations/telegram:42";
    for (const at of [
      "/api/conversations",
      path,
      `${path}/turns/m1`,
      `${path}/turns/m2`,
      "/api/questions?outcome=answered,failed",
      "/api/questions/export?format=json&outcome=answered,failed",
      "/api/questions/export?outcome=answered,failed",
    ]) {
      const response = await console.call("GET", at);
      expect(response.status).toBe(200);
      const body = await response.text();
      expect(body).toContain("message_id");
      for (const text of [QUESTION, ANSWER, OBSERVATION, "1+1", "count"])
        expect(body).not.toContain(text);
      for (const text of [REASON, "author", '"reason"', ",reason"])
        expect(body).not.toContain(text);
    }
    const events = await console.call("GET", `${path}/turns/m2/events`);
    expect(events.status).toBe(403);
  });
});

describe("Questions in the console", () => {
  it("are those that have failed or wait, unless others are asked for", async () => {
    const console = setUpConsole();
    await fill(console, "telegram:42");
    expect(await read(console, "/api/questions")).toMatchObject({
      questions: [{ message_id: "m2", outcome: "failed" }],
      next: null,
    });
    const all = await read(console, "/api/questions?outcome=answered,failed");
    expect(all["questions"]).toHaveLength(2);
  });

  it("are exported as JSON and as CSV that no spreadsheet runs", async () => {
    const console = setUpConsole();
    await fill(console, "telegram:42");
    const json = await read(console, "/api/questions/export?format=json");
    expect(json["questions"]).toMatchObject([{ question: "=1+1 and more" }]);
    const csv = await console.call("GET", "/api/questions/export");
    expect(csv.headers.get("content-disposition")).toBe(
      'attachment; filename="questions.csv"',
    );
    const [header, row, ...rest] = (await csv.text()).split("\r\n");
    expect(header).toContain("conversation,message_id,");
    expect(row).toContain(`"'=1+1 and more"`);
    expect(rest).toEqual([""]);
    expect(await console.recorded()).toEqual([
      ["ann", "export"],
      ["ann", "export"],
    ]);
  });
});

it("exports why an answer was not liked", async () => {
  const console = setUpConsole();
  await fill(console, "telegram:42");
  const rating = { thumb: "down", reason: REASON } as const;
  await console.memoryOf("telegram:42").rateTurn("m1", rating);
  const path = "/api/questions/export?outcome=answered,failed";
  const json = await read(console, `${path}&format=json`);
  expect(json["questions"]).toMatchObject([
    { message_id: "m2", failure: "no-answer", reason: "" },
    { message_id: "m1", reason: REASON },
  ]);
  const csv = await (await console.call("GET", path)).text();
  const [header, , row] = csv.split("\r\n");
  expect(header).toMatch(/,question,reason$/);
  expect(row).toContain(`,${QUESTION},${REASON}`);
});

describe("GET /console/api/usage", () => {
  it("sums turns by day, channel and model", async () => {
    const console = setUpConsole();
    const turn = createIndexedTurn({ at: NOW });
    const day = 86_400_000;
    await console.turnIndex.put([
      turn,
      { ...turn, number: 2, outcome: "failed" },
      { ...turn, number: 3, at: NOW - 40 * day },
      { ...turn, number: 4, at: NOW - 29 * day, model: "b" },
      { ...turn, number: 5, at: NOW - 29 * day, model: "a" },
      { ...turn, number: 6, at: NOW - 29 * day, channel: "line", model: "c" },
      { ...turn, number: 7, at: NOW - 30 * day },
    ]);
    const single = {
      day: "2026-10-30",
      channel: "telegram",
      turns: 1,
      failed: 0,
      input_tokens: 100,
      cached_input_tokens: 40,
      output_tokens: 10,
    };
    expect(await read(console, "/api/usage")).toEqual({
      from: "2026-10-30",
      to: "2026-11-28",
      usage: [
        {
          day: "2026-11-28",
          channel: "telegram",
          model: "gpt-5.5",
          turns: 2,
          failed: 1,
          input_tokens: 200,
          cached_input_tokens: 80,
          output_tokens: 20,
        },
        { ...single, channel: "line", model: "c" },
        { ...single, model: "a" },
        { ...single, model: "b" },
      ],
    });
    const days = "from=2026-10-01&to=2026-10-28";
    expect(await read(console, `/api/usage?${days}`)).toMatchObject({
      usage: [{ day: "2026-10-19", turns: 1 }],
    });
    const year = "from=2025-11-01&to=2026-11-01";
    expect(await read(console, `/api/usage?${year}`)).toMatchObject({
      from: "2026-08-02",
    });
  });
});

describe("The library in the console", () => {
  it("takes, finds, lists and removes documents, each recorded", async () => {
    const console = setUpConsole();
    const headers = {
      authorization: `Bearer ${ANN.key}`,
      "content-type": "text/markdown",
    };
    const body = "# Returns\n\nSend parcels back within a month.";
    const path = "/api/library/documents/returns.md";
    const added = await console.call("PUT", path, { headers, body });
    expect(added.status).toBe(201);
    expect(await read(console, "/api/library/documents")).toMatchObject({
      documents: [{ name: "returns.md" }],
    });
    const found = await read(console, "/api/library/search?query=parcels");
    expect(found).toMatchObject({ kind: "found" });
    expect((await console.call("DELETE", path)).status).toBe(200);
    expect(await console.recorded()).toEqual([
      ["ann", "add-document", "returns.md"],
      ["ann", "remove-document", "returns.md"],
    ]);
  });
});

describe("GET /console/api/audit", () => {
  it("lists who has done what, newest first, in pages", async () => {
    const console = setUpConsole();
    await fill(console, "telegram:42");
    await read(console, "/api/conversations/telegram:42");
    const turn = await read(console, "/api/conversations/telegram:42/turns/m1");
    expect(turn["steps"]).toMatchObject([
      { tool: "calculator", observation: OBSERVATION, input_tokens: 10 },
    ]);
    const first = await read(console, "/api/audit?limit=1");
    expect(first).toEqual({
      actions: [
        {
          id: first["next"],
          at: expect.any(String) as string,
          operator: "ann",
          action: "read",
          conversation: "telegram:42",
          message_id: "m1",
          document: null,
        },
      ],
      next: expect.any(String) as string,
    });
    const path = `/api/audit?limit=2&before=${first["next"]}`;
    expect(await read(console, path)).toMatchObject({
      actions: [{ message_id: null }],
      next: null,
    });
  });
});
