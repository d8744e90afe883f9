import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { CallerVariables } from "../../../src/http/api/authenticate.ts";
import { createConversationRoutes } from "../../../src/http/api/conversation-routes.ts";
import { createConversationsArchive } from "../../fakes/conversations-archive.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";

function setUpRoutes() {
  const { archive, memoryOf } = createConversationsArchive();
  const index = createMessageIndex();
  const app = new Hono<CallerVariables>();
  app.use(async (context, next) => {
    context.set("caller", context.req.header("x-caller") ?? "shop");
    return next();
  });
  /** Conversations whose callbacks were forgotten. */
  const forgotten: string[] = [];
  const callbacks = {
    forget: async (conversation: string) => void forgotten.push(conversation),
  };
  app.route("/", createConversationRoutes({ archive, index, callbacks }));

  const ask = async (path: string, init?: RequestInit) =>
    app.request(path, init);
  const patch = async (path: string, body: unknown, type?: string) =>
    ask(path, {
      method: "PATCH",
      headers: { "content-type": type ?? "application/merge-patch+json" },
      body: JSON.stringify(body),
    });
  const accept = async (
    conversation: string,
    message: Parameters<typeof createMessage>[0] & { id: string },
  ) => {
    await index.claim({
      owner: "shop",
      id: message.id,
      conversation: `webhook:shop:${conversation}`,
    });
    const memory = memoryOf(`webhook:shop:${conversation}`);
    const author = { id: "shop" };
    await memory.openTurn(createMessage({ author, ...message }), {
      limit: 100,
    });
    return memory;
  };
  const answer = async (
    conversation: string,
    message: Parameters<typeof accept>[1],
    outcome: Parameters<typeof createOutcome>[0] = {},
  ) => {
    const memory = await accept(conversation, message);
    await memory.beginAttempt(message.id);
    await memory.commitTurn(
      message.id,
      createOutcome({ parts: [], ...outcome }),
    );
  };
  return { ask, patch, accept, answer, archive, index, memoryOf, forgotten };
}

describe("the list of conversations", () => {
  it("is paged and sorted by name, and includes conversations with settings alone", async () => {
    const { ask, patch, accept } = setUpRoutes();
    for (const name of ["订单 2", "a", "c", "订单 1"])
      await accept(name, { id: `m-${name}` });
    await patch("/b", { instructions: "Be brief." });
    const first = await ask("/?limit=3");
    expect(await first.json()).toEqual({
      conversations: [{ id: "a" }, { id: "b" }, { id: "c" }],
      next: "c",
    });
    expect(await (await ask("/?limit=3&after=c")).json()).toEqual({
      conversations: [{ id: "订单 1" }, { id: "订单 2" }],
      next: null,
    });
    const prefix = encodeURIComponent("订单 ");
    expect(await (await ask(`/?prefix=${prefix}&limit=1`)).json()).toEqual({
      conversations: [{ id: "订单 1" }],
      next: "订单 1",
    });
  });

  it("hides conversations of a caller whose name starts with this caller's name", async () => {
    const { ask, accept } = setUpRoutes();
    await accept("a", { id: "1" });
    for (const caller of ["sho", "shop2", "desk"]) {
      const response = await ask("/", { headers: { "x-caller": caller } });
      expect(await response.json()).toEqual({ conversations: [], next: null });
    }
  });

  it.each([1, 100])("has pages of %i", async (limit) => {
    const { ask, accept } = setUpRoutes();
    const names = Array.from({ length: limit + 1 }, (_, index) =>
      `${index}`.padStart(3, "0"),
    );
    for (const name of names) await accept(name, { id: `m-${name}` });
    expect(await (await ask(`/?limit=${limit}`)).json()).toEqual({
      conversations: names.slice(0, limit).map((id) => ({ id })),
      next: names[limit - 1],
    });
  });

  it.each([
    [
      "GET",
      `?limit=0&after=${"x".repeat(129)}`,
      "invalid-query",
      "?limit must be a whole number from 1 to 100; ?after has more than 128 characters",
    ],
    ["GET", "?limit=1&limit=2", "invalid-query", "?limit appears twice"],
    [
      "GET",
      "?lmit=1",
      "unknown-parameter",
      '"lmit" is not a parameter of this endpoint; it has limit, after, prefix.',
    ],
    [
      "DELETE",
      "a?x",
      "unknown-parameter",
      '"x" is not a parameter of this endpoint; it has none.',
    ],
  ])(
    "is asked for with known parameters: %s /%s",
    async (method, path, slug, detail) => {
      const { ask } = setUpRoutes();
      const response = await ask(`/${path}`, { method });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        type: `https://parley.chat/problems/${slug}`,
        detail,
        ...(slug === "invalid-query" && {
          errors: detail.split("; ").map((fault) => {
            const [pointer = "", ...words] = fault.split(" ");
            return { pointer, detail: words.join(" ") };
          }),
        }),
      });
    },
  );

  it("omits deleted conversations, and empty ones without settings", async () => {
    const { ask, patch, accept } = setUpRoutes();
    await accept("a", { id: "1" });
    await patch("/b", { metadata: { tier: "gold" } });
    await accept("c", { id: "2" });
    await patch("/c", { metadata: { tier: "gold" } });
    await ask("/a", { method: "DELETE" });
    await patch("/b", { metadata: { tier: null } });
    await patch("/c", { metadata: { tier: null } });
    expect(await (await ask("/")).json()).toMatchObject({
      conversations: [{ id: "c" }],
    });
  });
});

describe("the export of a conversation", () => {
  it("names the person who said something, and keeps what was not sent", async () => {
    const { ask, answer } = setUpRoutes();
    const origin = { kind: "operator", name: "anna" } as const;
    const asked = { role: "user", text: "Help", tokens: 1 } as const;
    await answer(
      "1",
      { id: "m1" },
      { reply: "", history: [asked], unsent: "Secret draft." },
    );
    await answer(
      "1",
      { id: "m2", author: { id: "anna" }, origin },
      { history: [{ role: "assistant", text: "Hi!", tokens: 1, origin }] },
    );
    const text = await (await ask("/1")).text();
    expect(JSON.parse(text)).toMatchObject({
      messages: [
        { role: "user", text: "Help" },
        { role: "assistant", origin: "operator", operator: "anna" },
      ],
    });
    expect(text).not.toContain("draft");
    expect(text).not.toContain('"user":"anna"');
  });

  it("has its settings, its history with labels, and its open and failed messages", async () => {
    const { ask, patch, accept, answer } = setUpRoutes();
    await patch("/1", { instructions: "说中文。" });
    const metadata = { ticket: "T-3" };
    await answer("1", { id: "m1", author: { id: "安娜" }, metadata });
    const failed = { status: "failed", history: [], reply: "Sorry." } as const;
    await answer("1", { id: "m2", text: "Bad" }, failed);
    await accept("1", { id: "m3", text: "你好" });
    const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(await (await ask("/1")).json()).toEqual({
      id: "1",
      instructions: "说中文。",
      metadata: {},
      messages: [
        {
          message_id: "m1",
          role: "user",
          text: "Hello",
          at,
          sequence: 1,
          user: "安娜",
          metadata,
        },
        {
          message_id: "m1",
          role: "assistant",
          text: "Hi!",
          at,
          sequence: 2,
          user: "安娜",
          metadata,
        },
      ],
      previous: null,
      open_messages: [
        {
          message_id: "m2",
          status: "failed",
          text: "Bad",
          at,
          notice: "Sorry.",
        },
        { message_id: "m3", status: "accepted", text: "你好", at },
      ],
    });
  });

  it("has a question that was stopped before its answer began, without an answer", async () => {
    const { ask, answer } = setUpRoutes();
    await answer("1", { id: "a" }, { isStopped: true, history: [] });
    await answer("1", { id: "b" });
    const messages = [
      { message_id: "a" },
      { message_id: "b" },
      { text: "Hi!" },
    ];
    const body = (await (await ask("/1")).json()) as { messages: unknown };
    expect(body.messages).toMatchObject(messages);
    const lines = await (await ask("/1?format=jsonl")).text();
    expect(
      lines
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject(messages);
  });

  it("has no messages for a conversation with settings alone", async () => {
    const { ask, patch } = setUpRoutes();
    await patch("/1", { instructions: "Be brief." });
    expect(await (await ask("/1")).json()).toEqual({
      id: "1",
      instructions: "Be brief.",
      metadata: {},
      messages: [],
      previous: null,
      open_messages: [],
    });
  });

  it("is paged backwards", async () => {
    const { ask, answer } = setUpRoutes();
    for (const id of ["a", "b", "c"]) await answer("1", { id });
    const pages: unknown[] = [];
    let before: number | null | undefined;
    while (before !== null) {
      const query = before === undefined ? "" : `&before=${before}`;
      const body = (await (await ask(`/1?limit=4${query}`)).json()) as {
        messages: { sequence: number }[];
        previous: number | null;
      };
      pages.push(body.messages.map(({ sequence }) => sequence));
      before = body.previous;
    }
    expect(pages).toEqual([
      [3, 4, 5, 6],
      [1, 2],
    ]);
  });

  it("is one JSON object if its query says so, whatever its client prefers", async () => {
    const { ask, answer } = setUpRoutes();
    await answer("1", { id: "m1" });
    const headers = { accept: "application/jsonl" };
    const response = await ask("/1?format=json", { headers });
    expect(await response.json()).toMatchObject({ messages: [{}, {}] });
  });

  it.each([
    ["/1", { accept: "application/jsonl" }, 1],
    ["/1", { accept: "application/x-ndjson" }, 1],
    ["/1?format=jsonl", {}, 2_500],
  ])(
    "is complete as JSON lines, regardless of its length: %s %j, %i times two",
    async (path, headers, count) => {
      const { ask, patch, accept, answer } = setUpRoutes();
      await patch("/1", { metadata: { tier: "金" } });
      for (let number = 0; number < count; number++)
        await answer("1", { id: `m${number}`, text: `问题 ${number}\n\u2028` });
      await accept("1", { id: "open" });
      const response = await ask(path, { headers });
      expect(response.headers.get("content-type")).toMatch(
        /^application\/jsonl/,
      );
      const lines = (await response.text())
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { type: string });
      expect(lines[0]).toEqual({
        type: "conversation",
        id: "1",
        instructions: null,
        metadata: { tier: "金" },
      });
      const pages: object[] = [];
      let before = "";
      for (;;) {
        const body = (await (await ask(`/1?limit=90${before}`)).json()) as {
          messages: object[];
          previous: number | null;
        };
        pages.unshift(...body.messages);
        if (body.previous === null) break;
        before = `&before=${body.previous}`;
      }
      expect(pages).toHaveLength(2 * count);
      expect(lines.slice(1, -1)).toEqual(
        pages.map((message) => ({ type: "message", ...message })),
      );
      expect(lines.at(-1)).toMatchObject({
        type: "open_message",
        message_id: "open",
      });
    },
  );

  it.each([
    ["", undefined],
    [", even if another has begun", { id: "new" }],
  ])("fails if the conversation is deleted meanwhile%s", async (_, next) => {
    const { ask, answer } = setUpRoutes();
    for (let number = 0; number < 60; number++)
      await answer("1", { id: `m${number}` });
    const response = await ask("/1?format=jsonl");
    await ask("/1", { method: "DELETE" });
    if (next) await answer("1", next);
    await expect(response.text()).rejects.toThrow(/has changed/);
  });

  it("includes messages that arrive meanwhile", async () => {
    const { ask, answer } = setUpRoutes();
    for (let number = 0; number < 50; number++)
      await answer("1", { id: `m${number}` });
    const response = await ask("/1?format=jsonl");
    await answer("1", { id: "new" });
    const lines = (await response.text()).trimEnd().split("\n");
    expect(lines).toHaveLength(1 + 102);
    expect(lines.at(-1)).toContain('"message_id":"new"');
  });

  it("reads no further page once the client disconnects", async () => {
    const { ask, answer } = setUpRoutes();
    for (let number = 0; number < 60; number++)
      await answer("1", { id: `m${number}` });
    const reader = (await ask("/1?format=jsonl")).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
  });

  it("is 404 for an unknown conversation", async () => {
    const { ask } = setUpRoutes();
    for (const path of ["/1", "/1?format=jsonl"])
      expect((await ask(path)).status).toBe(404);
  });
});

describe("the settings of a conversation", () => {
  it("are merged by a patch, which returns the result", async () => {
    const { patch } = setUpRoutes();
    await patch("/1", { instructions: "Hi", metadata: { a: "1", b: "2" } });
    const body = { instructions: null, metadata: { a: null, c: "3" } };
    const response = await patch("/1", body, "application/json");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      id: "1",
      instructions: null,
      metadata: { b: "2", c: "3" },
    });
  });

  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, number) => [`n${number}`, "x"]),
    );
  it.each([
    [
      { metadata: { ["x".repeat(65)]: "1" } },
      `/metadata/${"x".repeat(65)}`,
      "has a name of more than 64 characters",
    ],
    [
      { metadata: many(17) },
      "/metadata",
      "would have more than 16 entries; remove some with null",
    ],
  ])("are refused if invalid: %j", async (body, pointer, detail) => {
    const { ask, patch } = setUpRoutes();
    const response = await patch("/1", body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: [{ pointer, detail }],
    });
    expect((await ask("/1")).status).toBe(404);
    expect(await (await ask("/")).json()).toMatchObject({ conversations: [] });
  });

  it("are refused for invalid conversation names", async () => {
    const { patch } = setUpRoutes();
    // The last one is no UTF-8.
    for (const name of ["%20", "%00", "x".repeat(129), "%C4%E3"])
      expect((await patch(`/${name}`, { instructions: "Hi" })).status).toBe(
        404,
      );
  });
});

describe("deleting a conversation", () => {
  it("returns what was deleted, and 404 after that", async () => {
    const { ask, patch, accept, answer, index, forgotten } = setUpRoutes();
    await patch("/1", { instructions: "Be brief." });
    await answer("1", { id: "m1" });
    const failed = { status: "failed", history: [] } as const;
    await answer("1", { id: "m2" }, failed);
    await accept("1", { id: "m3" });
    const response = await ask("/1", { method: "DELETE" });
    expect(await response.json()).toEqual({
      id: "1",
      deleted: {
        messages: 2,
        turns: 3,
        open_turns: 1,
        failed_turns: 1,
        settings: true,
      },
    });
    expect(forgotten).toEqual(["webhook:shop:1"]);
    expect((await ask("/1", { method: "DELETE" })).status).toBe(404);
    expect((await ask("/1")).status).toBe(404);
    expect(await index.find({ owner: "shop", id: "m1" })).toBeUndefined();
  });

  it("removes settings without messages", async () => {
    const { ask, patch } = setUpRoutes();
    await patch("/1", { metadata: { tier: "gold" } });
    const response = await ask("/1", { method: "DELETE" });
    expect(await response.json()).toMatchObject({
      deleted: { turns: 0, settings: true },
    });
    expect((await ask("/1")).status).toBe(404);
  });

  it("keeps another caller's conversation of the same name", async () => {
    const { ask, answer } = setUpRoutes();
    await answer("1", { id: "m1" });
    const headers = { "x-caller": "desk" };
    expect((await ask("/1", { method: "DELETE", headers })).status).toBe(404);
    expect((await ask("/1")).status).toBe(200);
  });

  it("loses neither messages nor settings that arrive meanwhile", async () => {
    const { ask, patch, accept, answer, index } = setUpRoutes();
    for (const id of ["old 1", "old 2"]) await answer(id.slice(-1), { id });
    const real = { ...index };
    index.forget = async (entry) => {
      const name = entry.conversation.slice(-1);
      if (name === "1") await accept("1", { id: "new" });
      else await patch(`/${name}`, { instructions: "Be brief." });
      await real.forget(entry);
    };
    for (const name of ["1", "2"])
      expect(
        await (await ask(`/${name}`, { method: "DELETE" })).json(),
      ).toMatchObject({ deleted: { turns: 1, settings: false } });
    expect(await (await ask("/")).json()).toMatchObject({
      conversations: [{ id: "1" }, { id: "2" }],
    });
    const find = (id: string) => index.find({ owner: "shop", id });
    expect(await find("new")).toBe("webhook:shop:1");
    expect(await find("old 1")).toBeUndefined();
    expect(await (await ask("/2")).json()).toMatchObject({
      instructions: "Be brief.",
      messages: [],
    });
  });
});

describe("the memory of a conversation", () => {
  const setUpMemory = async () => {
    const routes = setUpRoutes();
    await routes.answer("a", { id: "m1" });
    const memory = routes.memoryOf("webhook:shop:a");
    const { version } = await memory.recall();
    const summary = "Mei likes tea.\nMei lives in Bonn.";
    await memory.moveWindow({ version, to: 3, summary });
    const read = async (path: string, init?: RequestInit) => {
      const response = await routes.ask(path, init);
      const { type, ...body } = (await response.json()) as { type?: string };
      return type === undefined
        ? body
        : [response.status, type.split("/").at(-1)];
    };
    const correct = (path: string, body: unknown) =>
      read(path, {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const remove = (path: string) => read(path, { method: "DELETE" });
    return { ...routes, memory, read, correct, remove };
  };

  it("is a list of notes, each of which can be corrected and deleted", async () => {
    const { read, correct, remove, memory } = await setUpMemory();
    expect(await read("/a/memory")).toEqual({
      version: 1,
      notes: [
        { number: 1, text: "Mei likes tea." },
        { number: 2, text: "Mei lives in Bonn." },
      ],
    });
    const text = " Mei lives\nin Köln. ";
    expect(await correct("/a/memory/2", { version: 1, text })).toMatchObject({
      version: 2,
      notes: [{}, { text: "Mei lives in Köln." }],
    });
    expect(await remove("/a/memory/1?version=2")).toEqual({
      version: 3,
      notes: [{ number: 1, text: "Mei lives in Köln." }],
    });
    expect((await memory.recall()).summary).toBe("Mei lives in Köln.");
    expect(await remove("/a/memory/1?version=3")).toEqual({
      version: 4,
      notes: [],
    });
    expect((await memory.recall()).summary).toBeUndefined();
  });

  it("is not changed by a number of another version, or of no note", async () => {
    const { correct, remove, memory } = await setUpMemory();
    await remove("/a/memory/1?version=1");
    const late = { version: 1, text: "Mei likes tea." };
    expect(await correct("/a/memory/1", late)).toEqual([409, "memory-changed"]);
    for (const [path, status, slug] of [
      ["/a/memory/1?version=1", 409, "memory-changed"],
      ["/a/memory/2?version=2", 404, "unknown-note"],
      ["/a/memory/0?version=2", 404, "unknown-note"],
      ["/a/memory/x?version=2", 404, "unknown-note"],
      ["/a/memory/10001?version=2", 404, "unknown-note"],
      ["/b/memory/1?version=2", 404, "unknown-note"],
      ["/a/memory/1", 400, "invalid-query"],
      ["/a/memory/1?version=2&v=3", 400, "unknown-parameter"],
    ] as const)
      expect(await remove(path), path).toEqual([status, slug]);
    expect((await memory.recall()).summary).toBe("Mei lives in Bonn.");
  });

  it("takes no note that would make all of them too long", async () => {
    const { memory, ask } = await setUpMemory();
    const { version } = await memory.recall();
    const summary = `${"x".repeat(3_500)}\nMei.`;
    await memory.moveWindow({ version, to: 3, summary });
    const response = await ask("/a/memory/2", {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ version: version + 1, text: "y".repeat(500) }),
    });
    expect(response.status).toBe(422);
    const detail = "would give the notes more than 4000 characters in all";
    expect(await response.json()).toMatchObject({
      errors: [{ pointer: "/text", detail }],
    });
  });

  it("has no notes where there are settings alone", async () => {
    const { patch, read } = await setUpMemory();
    await patch("/b", { instructions: "Be brief." });
    expect(await read("/b/memory")).toMatchObject({ notes: [] });
  });

  it("belongs to the caller", async () => {
    const { read } = await setUpMemory();
    const headers = { "x-caller": "other" };
    expect(await read("/a/memory", { headers })).toEqual([
      404,
      "unknown-conversation",
    ]);
  });
});
