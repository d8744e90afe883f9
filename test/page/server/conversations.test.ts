import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createLimiter } from "../../../src/limits/limiter.ts";
import { createConversationRoutes } from "../../../src/page/server/conversation-routes.ts";
import { toMarkdown } from "../../../src/page/server/conversations.ts";
import { searchConversations } from "../../../src/page/server/search-conversations.ts";
import {
  readShown,
  toConversationBody,
} from "../../../src/page/server/shown-conversation.ts";
import type { VisitorVariables } from "../../../src/page/server/visitor-limits.ts";
import { createSessions } from "../../../src/page/server/web-access.ts";
import { createTitleIndex } from "../../../src/stores/title-index.ts";
import { createTitles } from "../../../src/stores/titles.ts";
import { answerTurn } from "../../contracts/play-turns.ts";
import { createConversationsArchive } from "../../fakes/conversations-archive.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";
import {
  createMemoryStore,
  createMemoryStores,
} from "../../fakes/memory-store.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { DEPLOYMENT_SECRET } from "../../fixtures/secrets.ts";
import { createOutcome, createTurn } from "../../fixtures/turns.ts";

const sessions = createSessions({ secret: DEPLOYMENT_SECRET });

/** The routes for visitors with separate conversations. */
function setUp() {
  const limits = {
    limiter: createLimiter({ counters: createMemoryCounters() }),
    rates: {
      sessionsPerHour: 0,
      messagesPerMinute: 0,
      siteMessagesPerMinute: 0,
      uploadMegabytesPerHour: 0,
      streamsPerVisitor: 0,
      streamsPerAddress: 0,
    },
  };
  const { archive, memoryOf } = createConversationsArchive();
  const titles = createTitles({
    storeOf: createMemoryStores(),
    retentionMs: 0,
  });
  const titleIndex = createTitleIndex({
    store: createMemoryStore(),
    retentionMs: 0,
  });
  let time = 0;
  const enter = async () => {
    const origin = "https://parley.example/";
    const [cookie = ""] = (await sessions.create(new Request(origin))).split(
      ";",
    );
    const session = await sessions.find(
      new Request(origin, { headers: { cookie } }),
    );
    if (session === undefined) throw new Error("The session is unknown.");
    const app = new Hono<VisitorVariables>();
    app.use(async (context, next) => {
      const number = Number(context.req.query("conversation") ?? 0);
      const conversation = await session.conversationName(number);
      const { visitor: name } = session;
      const visitor = {
        address: "a",
        name,
        displayName: undefined,
        site: undefined,
        number,
        conversation,
        conversationName: (other: number) => session.conversationName(other),
      };
      context.set("visitor", visitor);
      await next();
    });
    const now = () => (time += 1);
    app.route(
      "/",
      createConversationRoutes({
        limits,
        page: { model: { demo: true }, botName: "Ada" },
        archive,
        titles,
        titleIndex,
        now,
      }),
    );
    const request = (path: string, body?: unknown) =>
      Promise.resolve(
        app.request(`https://parley.example${path}`, {
          method: body === undefined ? "GET" : "PUT",
          headers: { "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
    const list = async () => {
      const body = z
        .object({ conversations: z.unknown() })
        .parse(await (await request("/conversations")).json());
      return body.conversations;
    };
    return { request, list, session };
  };
  return { enter, memoryOf, titleIndex };
}

describe("the list of conversations", () => {
  it("has the visitor's own titles, newest first", async () => {
    const { enter } = setUp();
    const ada = await enter();
    const bob = await enter();
    await ada.request("/conversations/0", { title: "First" });
    await ada.request("/conversations/47", { title: "Last" });
    await ada.request("/conversations/0", { title: "  Renamed " });
    expect(await ada.list()).toEqual([
      { number: 0, title: "Renamed", at: 3 },
      { number: 47, title: "Last", at: 2 },
    ]);
    expect(await bob.list()).toEqual([]);
  });

  it("tells operators each title with the conversation's name", async () => {
    const { enter, titleIndex } = setUp();
    const { request, session } = await enter();
    await request("/conversations/3", { title: "Trip" });
    expect(await titleIndex.search("trip", { limit: 9 })).toEqual([
      {
        conversation: await session.conversationName(3),
        title: "Trip",
        at: 1,
      },
    ]);
  });

  it("holds 48", async () => {
    const { request, list } = await setUp().enter();
    for (let number = 0; number < 48; number += 1)
      await request(`/conversations/${number}`, { title: `${number}` });
    expect(await list()).toHaveLength(48);
    for (const number of ["48", "-1", "1.0", "x"]) {
      const response = await request(`/conversations/${number}`, {
        title: "x",
      });
      expect(response.status, number).toBe(404);
    }
  });

  it.each(["", "x".repeat(101), 7])("refuses the title %j", async (title) => {
    const { request } = await setUp().enter();
    expect((await request("/conversations/1", { title })).status).toBe(422);
  });
});

describe("a search", () => {
  it("finds messages of the visitor's conversations by all words, newest first", async () => {
    const { enter, memoryOf } = setUp();
    const ada = await enter();
    const bob = await enter();
    const say = async (
      { session, request }: typeof ada,
      number: number,
      [id, text, answer]: readonly [string, string, string],
    ) => {
      await request(`/conversations/${number}`, { title: id });
      const memory = memoryOf(await session.conversationName(number));
      await memory.openTurn(createMessage({ id, text }), { limit: 1 });
      await memory.beginAttempt(id);
      const outcome = createOutcome({
        parts: [],
        history: [
          { role: "user", text, tokens: 2 },
          { role: "assistant", text: answer, tokens: 1 },
        ],
      });
      await memory.commitTurn(id, outcome);
    };
    await say(ada, 0, ["t1", "Wie lange dauert eine RÜCKGABE?", "14 Tage."]);
    await say(ada, 7, [
      "t2",
      "退货需要多久？",
      `${"长".repeat(200)}退货十四天`,
    ]);
    await say(bob, 0, ["t3", "rückgabe", "Nein."]);
    const find = async (q: string) => {
      const path = `/search?q=${encodeURIComponent(q)}`;
      return (await ada.request(path)).json();
    };
    expect(await find("rückgabe WIE")).toEqual({
      matches: [
        {
          number: 0,
          turn: "t1",
          role: "user",
          excerpt: "Wie lange dauert eine RÜCKGABE?",
          at: expect.any(Number),
        },
      ],
    });
    expect(await find("退货")).toMatchObject({
      matches: expect.arrayContaining([
        expect.objectContaining({ number: 7, role: "user" }),
        expect.objectContaining({
          number: 7,
          role: "assistant",
          excerpt: `…${"长".repeat(50)}退货十四天`,
        }),
      ]),
    });
    expect(await find("rückgabe nein")).toEqual({ matches: [] });
    expect(await find("  ")).toEqual({ matches: [] });
  });

  it("finds the thirty newest, in what was said without files, and shows some of it", async () => {
    const messages = Array.from({ length: 31 }, (_, at) => ({
      turn: `t${at}`,
      role: "user" as const,
      text: "[a.txt] poet",
      said: { text: `poet ${"x".repeat(200)}`, files: ["a.txt"] },
      tokens: 1,
      sequence: at + 1,
      author: "web:1",
      at,
      steps: 0,
      hasSources: false,
    }));
    const find = (query: string) =>
      searchConversations(query, {
        conversations: [{ number: 0, title: "", at: 1 }],
        conversationName: async () => "web:1",
        archive: {
          read: async () => ({ settings: {}, openTurns: [], messages }),
        },
      });
    const found = await find("poet");
    expect(found).toHaveLength(30);
    const excerpt = `poet ${"x".repeat(105)}…`;
    const newest = { number: 0, turn: "t30", role: "user", excerpt, at: 30 };
    expect(found[0]).toEqual(newest);
    expect(await find("a.txt")).toEqual([]);
  });

  it("is refused after thirty in a minute", async () => {
    const { enter } = setUp();
    const { request } = await enter();
    for (let count = 0; count < 30; count += 1)
      expect((await request("/search?q=x")).status).toBe(200);
    const refusal = await request("/search?q=x");
    expect(refusal.status).toBe(429);
    expect(refusal.headers.get("retry-after")).not.toBeNull();
    const other = await enter();
    expect((await other.request("/search?q=x")).status).toBe(200);
  });
});

describe("a conversation that is shown", () => {
  /** A hundred turns more than are shown at once. */
  const setUpLong = async () => {
    const { archive, memoryOf } = createConversationsArchive();
    const memory = memoryOf("web:a");
    for (let number = 1; number <= 200; number += 1)
      await answerTurn(memory, `t${number}`);
    return async (turn?: string) => {
      const record = await readShown(archive, "web:a", turn);
      const turns = record?.messages.map((message) => message.turn) ?? [];
      return [turns[0], turns.at(-1), turns.length];
    };
  };

  it("goes back to the message that was found, if need be", async () => {
    const shown = await setUpLong();
    expect(await shown()).toEqual(["t101", "t200", 200]);
    expect(await shown("t150")).toEqual(["t101", "t200", 200]);
    expect(await shown("t42")).toEqual(["t1", "t200", 400]);
    expect(await shown("none")).toEqual(["t101", "t200", 200]);
  });
});

it("The page shows who is there, files, notes and questions, and what waits", () => {
  const row = { turn: "t1", tokens: 1, at: 1, author: "web:1" };
  const nothing = { steps: 0, hasSources: false };
  const until = 9;
  const buttons = [{ label: "Red", text: "choose 1" }];
  const message = createMessage({ id: "t2", text: "And?" });
  const open = createTurn({ message, status: "thinking" });
  const record = {
    settings: {},
    wanted: { message: "t1", reason: "", since: 1 },
    link: {
      home: "web:b",
      members: [{ name: "web:c", channel: "web" as const }],
    },
    messages: [
      {
        ...row,
        ...nothing,
        role: "user" as const,
        text: "[a.txt] Hi",
        sequence: 1,
        said: { text: "Hi", files: ["a.txt"] },
        versions: ["t0", "t1"],
      },
      {
        ...row,
        role: "assistant" as const,
        text: "Which?",
        sequence: 2,
        steps: 2,
        hasSources: true,
        note: " (Stopped.)",
        rating: { thumb: "up" as const },
      },
      {
        ...row,
        ...nothing,
        role: "assistant" as const,
        text: "Ann here.",
        sequence: 3,
        turn: "t9",
        origin: { kind: "operator", name: "ann" } as const,
      },
    ],
    questions: [
      { kind: "choice" as const, turn: "t1", code: "1", until, buttons },
    ],
    openTurns: [
      open,
      {
        ...open,
        id: "t3",
        message: { ...message, attachments: [{ kind: "photo" as const }] },
      },
      createTurn({
        message: { ...message, origin: { kind: "schedule", id: "s" } },
      }),
    ],
    nextVersions: ["t1"],
  };
  const page = { model: { demo: true }, botName: "Ada", canSignOut: true };
  const shared = { turn: "t1", at: 1 };
  expect(toConversationBody(page, record)).toEqual({
    model: { demo: true },
    can_sign_out: true,
    with_person: true,
    is_linked: true,
    messages: [
      {
        ...shared,
        role: "user",
        text: "Hi",
        files: ["a.txt"],
        versions: ["t0", "t1"],
        steps: 0,
        has_sources: false,
      },
      {
        ...shared,
        role: "assistant",
        text: "Which? (Stopped.)",
        steps: 2,
        has_sources: true,
        thumb: "up",
        question: { kind: "choice", buttons },
      },
      {
        turn: "t9",
        role: "assistant",
        origin: "operator",
        text: "Ann here.",
        at: 1,
        steps: 0,
        has_sources: false,
      },
    ],
    open: [
      { turn: "t2", text: "And?", versions: ["t1", "t2"] },
      { turn: "t3", text: "And?", files: [""] },
    ],
  });
});

describe("an export", () => {
  it("goes back further than the page", async () => {
    const { enter, memoryOf } = setUp();
    const { request, session } = await enter();
    const memory = memoryOf(await session.conversationName(0));
    for (let number = 1; number <= 101; number += 1)
      await answerTurn(memory, `t${number}`);
    const json = await request("/export?format=json");
    expect(await json.json()).toMatchObject({ messages: { length: 202 } });
  });

  it("has all messages, as Markdown and as JSON", async () => {
    const { enter, memoryOf } = setUp();
    const { request, session } = await enter();
    const memory = memoryOf(await session.conversationName(3));
    await memory.openTurn(createMessage({ id: "t1" }), { limit: 1 });
    await memory.beginAttempt("t1");
    await memory.commitTurn("t1", createOutcome({ parts: [] }));
    await request("/conversations/3", { title: "Ada" });
    const markdown = await request("/export?conversation=3");
    expect(await markdown.text()).toMatch(
      /^# Ada\n\n## You \(.+\)\n\n.+\n\n## Ada \(.+\)\n\nHi!\n$/,
    );
    const json = await request("/export?conversation=3&format=json");
    expect(await json.json()).toMatchObject({
      title: "Ada",
      messages: [{ role: "user" }, { role: "assistant", text: "Hi!" }],
    });
    const other = await request("/export?conversation=4&format=json");
    expect(await other.json()).toEqual({ title: "Conversation", messages: [] });
    for (const { headers } of [markdown, json])
      expect(headers.get("content-disposition")).toBe("attachment");
  });

  it.each([
    [{ kind: "operator", name: "ann" }, "The team"],
    [{ kind: "unattended" }, "The team"],
    [{ kind: "schedule", id: "s" }, "Reminder"],
    [undefined, "Ada"],
  ] as const)("says who spoke, if not the user: %j", (origin, speaker) => {
    const message = {
      turn: "t1",
      role: "assistant" as const,
      text: "Hi!",
      tokens: 1,
      sequence: 1,
      author: "web:1",
      at: 0,
      steps: 0,
      hasSources: false,
      ...(origin && { origin }),
    };
    const options = { title: "A\n# b", botName: "Ada" };
    expect(toMarkdown([message], options)).toBe(
      `# A # b\n\n## ${speaker} (1970-01-01T00:00:00.000Z)\n\nHi!\n`,
    );
  });

  it("has stopped questions with their notice", async () => {
    const { enter, memoryOf } = setUp();
    const { request, session } = await enter();
    const memory = memoryOf(await session.conversationName(0));
    const stopped = { isStopped: true, parts: [] } as const;
    await memory.openTurn(createMessage({ id: "t1" }), { limit: 1 });
    await memory.commitTurn(
      "t1",
      createOutcome({ ...stopped, reply: "Stopped early.", history: [] }),
    );
    await memory.openTurn(createMessage({ id: "t2" }), { limit: 1 });
    await memory.commitTurn(
      "t2",
      createOutcome({ ...stopped, reply: "Hi! (Stopped.)" }),
    );
    const json = await request("/export?format=json");
    expect(await json.json()).toMatchObject({
      messages: [
        { text: "Hello" },
        { text: "Stopped early." },
        { text: "Hello" },
        { text: "Hi! (Stopped.)" },
      ],
    });
    expect(await (await request("/export")).text()).toMatch(
      /\n\nStopped early\.\n[^]+\n\nHi! \(Stopped\.\)\n$/,
    );
  });
});
