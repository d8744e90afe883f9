import { decodeJwt, SignJWT } from "jose";
import { describe, expect, it, vi } from "vitest";
import { createClientKey } from "../../../src/http/platform-context.ts";
import { createKeyedHash } from "../../../src/http/secrets.ts";
import { createLimiter } from "../../../src/limits/limiter.ts";
import type { Suggest } from "../../../src/page/server/answer-routes.ts";
import type { Challenge } from "../../../src/page/server/challenge.ts";
import {
  createEmbedding,
  type IdentityMode,
} from "../../../src/page/server/embedding.ts";
import { createWebRoutes } from "../../../src/page/server/routes.ts";
import type { VisitorLimits } from "../../../src/page/server/visitor-limits.ts";
import {
  createSessions,
  createWebAccess,
} from "../../../src/page/server/web-access.ts";
import { createTitleIndex } from "../../../src/stores/title-index.ts";
import { createTitles } from "../../../src/stores/titles.ts";
import { sumUsage } from "../../../src/text/tokens.ts";
import type { Archive } from "../../../src/types/archive.ts";
import { PARLEY, type Identity } from "../../../src/types/identity.ts";
import type { Mailbox } from "../../../src/types/mailbox.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";
import {
  createMemoryStore,
  createMemoryStores,
} from "../../fakes/memory-store.ts";
import { createNodeSqliteDatabase } from "../../fakes/node-sqlite-database.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { DEPLOYMENT_SECRET, PAGE_PASSWORD } from "../../fixtures/secrets.ts";
import { createOutcome, createStep, createTurn } from "../../fixtures/turns.ts";

const ADA = { title: "Ada Lovelace", url: "https://example.org/ada" };
const ORIGIN = "https://parley.example";
const SHOP = "https://shop.example";
const IDENTITY_SECRET = "secret-of-parley-and-the-shop-alone-in-tests";

/** The routes over a conversation with one answer, which used a search. */
async function setUp({
  password,
  mode = password === undefined ? "public" : "password",
  sites = [SHOP],
  challenge,
  identity,
  rates = {},
  identityMode = "optional",
  suggest,
}: {
  suggest?: Suggest;
  identity?: Partial<Identity>;
  password?: string;
  mode?: "off" | "local" | "public" | "password";
  sites?: readonly string[];
  challenge?: Challenge;
  rates?: Partial<VisitorLimits["rates"]>;
  identityMode?: IdentityMode;
} = {}) {
  const memory = createSqliteMemory({ database: createNodeSqliteDatabase() });
  await memory.openTurn(createMessage({ id: "t1" }), { limit: 1 });
  await memory.beginAttempt("t1");
  const step = createStep({ tool: "search", observation: "1. Ada" });
  await memory.saveSteps("t1", 0, [{ ...step, sources: [ADA] }]);
  await memory.commitTurn("t1", createOutcome({ parts: [] }));
  /** The conversations that were read or changed. */
  const touched: string[] = [];
  const touch = (conversation: string) => {
    touched.push(conversation);
    return memory;
  };
  const archive: Omit<Archive, "changeSettings"> = {
    findTurn: ({ conversation, id }) => touch(conversation).findTurn(id),
    read: (conversation, options) => touch(conversation).readRecord(options),
    rate: ({ conversation, id }, rating) =>
      touch(conversation).rateTurn(id, rating),
    recallNotes: (conversation) => touch(conversation).recallNotes(),
    editNote: (conversation, edit) => touch(conversation).editNote(edit),
    addUsage: ({ conversation, id }, usage) =>
      touch(conversation).addUsage(id, usage),
    choose: ({ conversation, id }) => touch(conversation).chooseVersion(id),
    forget: (conversation) => touch(conversation).forget(),
  };
  const titles = createTitles({
    storeOf: createMemoryStores(),
    retentionMs: 0,
  });
  const titleIndex = createTitleIndex({
    store: createMemoryStore(),
    retentionMs: 0,
  });
  const delivered: IncomingMessage[] = [];
  const mailbox: Mailbox = {
    async deliver(message) {
      if (message.edits === "t0") return { kind: "outdated" };
      delivered.push(message);
      return { kind: "accepted", turn: createTurn({ message }) };
    },
    async stop({ conversation, id }) {
      const turn = await touch(conversation).findTurn(id);
      if (turn === undefined) return { kind: "unknown" };
      return { kind: turn.status === "accepted" ? "stopping" : "ended", turn };
    },
    retry: () => Promise.reject(new Error("Nothing is retried in this test.")),
    async *watch({ id }) {
      const message = createMessage({ id });
      yield { type: "end", turn: createTurn({ message, reply: "Hi!" }) };
    },
  };
  const secret = DEPLOYMENT_SECRET;
  const access = createWebAccess({ mode, password, secret });
  const sessions = createSessions({ secret });
  const limiter = createLimiter({ counters: createMemoryCounters() });
  const routes = createWebRoutes({
    access,
    sessions,
    embedding: createEmbedding({
      sites,
      identityMode,
      identitySecret: IDENTITY_SECRET,
      secret,
    }),
    limits: {
      rates: {
        sessionsPerHour: 0,
        messagesPerMinute: 0,
        siteMessagesPerMinute: 0,
        uploadMegabytesPerHour: 0,
        streamsPerVisitor: 0,
        streamsPerAddress: 0,
        ...rates,
      },
      limiter,
    },
    loginGuard: { limiter, sleep: async () => {} },
    challenge,
    clientKey: createClientKey(
      createKeyedHash({ secret, purpose: ["client address"] }),
    ),
    takes: { images: true, speech: false },
    suggest,
    mailbox,
    archive,
    titles,
    titleIndex,
    model: { demo: true },
    identity: { ...PARLEY, ...identity },
    tools: ["calculator"],
  });
  const call = (
    path: string,
    {
      body,
      cookie = "",
      origin = ORIGIN,
      token,
      method = body === undefined ? "GET" : "POST",
      headers = {},
    }: {
      headers?: Record<string, string>;
      body?: unknown;
      cookie?: string;
      origin?: string;
      token?: string;
      method?: string;
    } = {},
  ) =>
    Promise.resolve(
      routes.request(
        `${origin}${path}`,
        {
          method,
          headers: {
            cookie,
            origin,
            "content-type": "application/json",
            ...(token !== undefined && {
              "x-parley-frame": "1",
              authorization: `Bearer ${token}`,
            }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
        { clientAddress: "203.0.113.7" },
      ),
    );
  return { call, touched, delivered, memory, archive, titleIndex };
}

const cookieOf = (response: Response): string =>
  response.headers.get("set-cookie")?.split(";")[0] ?? "";

const slugOf = async (response: Response): Promise<unknown> => {
  const { type } = (await response.json()) as { type: string };
  return type.split("/").at(-1);
};

const NOT_HUMAN = {
  status: 403,
  slug: "challenge-failed",
  title: "No",
  detail: "No",
};

const WIDGET = {
  service: "turnstile",
  script: "https://challenges.example/api.js",
  siteKey: '"><script>',
  sources: "https://challenges.example",
};

describe("the web routes", () => {
  it("return an older answer's number of steps and whether it has sources", async () => {
    const { call } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const response = await call("/web/conversation", { cookie });
    expect(await response.json()).toMatchObject({
      messages: [
        { turn: "t1", role: "user", steps: 0, has_sources: false },
        { turn: "t1", role: "assistant", steps: 1, has_sources: true },
      ],
    });
  });

  it("return the sources of an older answer on request", async () => {
    const { call } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const response = await call("/web/messages/t1", { cookie });
    expect(await response.json()).toMatchObject({
      reply: { text: "Hi!" },
      sources: [ADA],
    });
  });

  it("stream an older answer to a page that asks for events", async () => {
    const { call } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const headers = { accept: "text/event-stream" };
    const response = await call("/web/messages/t1", { cookie, headers });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await response.text()).toContain("event: reply");
  });

  it.each([
    ["a message", "", undefined],
    ["a message, edited", "?edits=t1", undefined],
    ["a message that cannot be edited", "?edits=t0", "outdated-edit"],
    [
      "a message in no conversation",
      "?conversation=48",
      "unknown-conversation",
    ],
  ])("take %s, or say why not: %s", async (_, query, slug) => {
    const { call, delivered } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const id = crypto.randomUUID();
    const body = { id, text: "Hello" };
    const response = await call(`/web/messages${query}`, { body, cookie });
    if (slug !== undefined) expect(await slugOf(response)).toBe(slug);
    else expect(await response.text()).toContain("event: reply");
    const isEdit =
      query === "" ? {} : { isEdit: true, isAgain: true, edits: "t1" };
    const name: unknown = expect.stringMatching(/^web:[0-9a-f]{32}$/);
    expect(delivered).toEqual(
      slug === undefined
        ? [
            {
              ...body,
              attachments: [],
              channel: "web",
              replyTo: {},
              conversation: name,
              author: { id: name },
              ...isEdit,
            },
          ]
        : [],
    );
  });

  it("take an edit that keeps the files of the message, without a text", async () => {
    const { call, delivered } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const body = { id: crypto.randomUUID(), text: "", keeps_files: true };
    await call("/web/messages?edits=t1", { body, cookie });
    expect(delivered).toMatchObject([{ edits: "t1", keepsFiles: true }]);
    await call("/web/messages", { body, cookie });
    expect(delivered[1]).not.toHaveProperty("keepsFiles");
  });

  it.each([
    ["messages", { messagesPerMinute: 1 }, "too-many-messages-from-network"],
    ["files", { uploadMegabytesPerHour: 1 }, "too-many-files-from-network"],
    ["streams", { streamsPerVisitor: 1 }, "too-many-streams"],
  ])("limit the %s of a visitor", async (what, rates, slug) => {
    const { call, delivered } = await setUp({ rates });
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const file = { name: "a", type: "", content: "A".repeat(800_000) };
    const send = () => {
      const body = { id: crypto.randomUUID(), text: "Hello", files: [file] };
      return call("/web/messages", { cookie, body });
    };
    expect((await send()).status).toBe(200);
    expect(await slugOf(await send())).toBe(slug);
    expect(delivered).toHaveLength(1);
    const headers = { accept: "text/event-stream" };
    const shown = await call("/web/messages/t1", { cookie, headers });
    expect(shown.status).toBe(what === "streams" ? 429 : 200);
  });

  it("touch no conversation but the visitor's own", async () => {
    const suggest = async () => ({ questions: ["Why?"], usage: sumUsage([]) });
    const { call, touched, delivered } = await setUp({ suggest });
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const send = (method: string, path: string, body?: unknown) =>
      call(`/web/${path}`, { cookie, method, body });
    const body = { id: crypto.randomUUID(), text: "Hello" };
    await send("POST", "messages", body);
    for (const path of ["conversation", "messages/t1", "memory", "export"])
      expect((await send("GET", path)).status).toBe(200);
    await send("PUT", "messages/t1/rating", { thumb: "up" });
    await send("PUT", "messages/t1/chosen");
    await send("POST", "messages/t1/suggestions", {});
    for (const path of ["messages/t1", "memory/1?version=0", "conversation"])
      await send("DELETE", path);
    expect(touched.length).toBeGreaterThan(10);
    expect(new Set(touched)).toEqual(new Set([delivered[0]?.conversation]));
  });

  it("name a visitor alike in all conversations", async () => {
    const { call, delivered } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const body = { id: crypto.randomUUID(), text: "Hello" };
    for (const query of ["", "?conversation=3"])
      await call(`/web/messages${query}`, { body, cookie });
    const [first, second] = delivered;
    expect(second?.author).toEqual(first?.author);
    expect(second?.conversation).not.toBe(first?.conversation);
  });

  it.each([
    ["/human", { command: { name: "human", argument: "" } }, "zh"],
    [
      "/human 退款",
      { command: { name: "human", argument: "退款" } },
      undefined,
    ],
    ["Hello", {}, undefined],
  ])(
    "know the browser's language of a command alone: %s",
    async (text, known, language) => {
      const { call, delivered } = await setUp();
      const cookie = cookieOf(await call("/web/session", { body: {} }));
      const body = { id: crypto.randomUUID(), text };
      const headers = { "accept-language": "zh-CN" };
      await call("/web/messages", { body, cookie, headers });
      expect(delivered).toMatchObject([known]);
      expect(delivered[0]?.author.language).toBe(language);
    },
  );

  it("choose a version, unless a message is being answered", async () => {
    const { call, memory } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const choose = (id: string) =>
      call(`/web/messages/${id}/chosen`, { cookie, method: "PUT" });
    const edit = { isEdit: true, isAgain: true, edits: "t1" } as const;
    await memory.openTurn(createMessage({ id: "t2", ...edit }), { limit: 1 });
    expect(await slugOf(await choose("t1"))).toBe("still-answering");
    await memory.beginAttempt("t2");
    const conversation = await call("/web/conversation", { cookie });
    expect(await conversation.json()).toMatchObject({
      messages: [],
      open: [{ turn: "t2", versions: ["t1", "t2"] }],
    });
    await memory.commitTurn("t2", createOutcome({ parts: [] }));
    expect(await (await choose("t1")).json()).toMatchObject({
      messages: [{ turn: "t1", versions: ["t1", "t2"] }, { turn: "t1" }],
    });
    expect((await choose("t3")).status).toBe(404);
  });

  it.each([
    ["waiting", 204],
    ["t1", 409],
    ["t2", 404],
  ])(
    "stop a message, but none that is answered or unknown: %s",
    async (id, status) => {
      const { call, memory } = await setUp();
      await memory.openTurn(createMessage({ id: "waiting" }), { limit: 9 });
      const cookie = cookieOf(await call("/web/session", { body: {} }));
      const path = `/web/messages/${id}`;
      const response = await call(path, { cookie, method: "DELETE" });
      expect(response.status).toBe(status);
    },
  );

  it("rate an answer, and take the rating back", async () => {
    const { call, memory } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const rate = async (body: unknown) =>
      (await call("/web/messages/t1/rating", { cookie, method: "PUT", body }))
        .status;
    const shown = async () => {
      const response = await call("/web/conversation", { cookie });
      const { messages } = (await response.json()) as {
        messages: { thumb?: string }[];
      };
      return messages.map(({ thumb }) => thumb);
    };
    expect(await rate({ thumb: "down", reason: " Wrong year. " })).toBe(204);
    expect(await shown()).toEqual([undefined, "down"]);
    expect((await memory.readRecord())?.messages[1]?.rating).toEqual({
      thumb: "down",
      reason: "Wrong year.",
    });
    expect(await rate({ thumb: null })).toBe(204);
    expect(await shown()).toEqual([undefined, undefined]);
  });

  it.each([
    ["t1", { thumb: "sideways" }, 422],
    ["t1", { thumb: "up", reason: "x".repeat(501) }, 422],
    ["t2", { thumb: "up" }, 404],
    ["waiting", { thumb: "up" }, 409],
  ])("store no wrong rating: of %s, %j", async (id, body, status) => {
    const { call, memory } = await setUp();
    await memory.openTurn(createMessage({ id: "waiting" }), { limit: 9 });
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const path = `/web/messages/${id}/rating`;
    const response = await call(path, { cookie, method: "PUT", body });
    expect(response.status).toBe(status);
  });

  it("limit ratings like messages, without counting them as such", async () => {
    const { call } = await setUp({ rates: { messagesPerMinute: 1 } });
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const path = "/web/messages/t1/rating";
    const rate = (thumb: string) =>
      call(path, { cookie, method: "PUT", body: { thumb } });
    expect((await rate("up")).status).toBe(204);
    expect(await slugOf(await rate("down"))).toBe("too-many-ratings");
    const choose = () =>
      call("/web/messages/t2/chosen", { cookie, method: "PUT" });
    expect((await choose()).status).toBe(404);
    expect(await slugOf(await choose())).toBe("too-many-choices");
    const shown = await call("/web/conversation", { cookie });
    expect(await shown.json()).toMatchObject({
      messages: [{}, { thumb: "up" }],
    });
    const body = { id: crypto.randomUUID(), text: "Hello" };
    const sent = await call("/web/messages", { body, cookie });
    expect(sent.status).toBe(200);
  });

  it("suggest questions once for each answer, and add what that costs to its usage", async () => {
    const usage = { ...sumUsage([]), inputTokens: 9, modelCalls: 1 };
    const suggest = vi.fn(async () => ({ questions: ["Why?"], usage }));
    const { call, memory } = await setUp({ suggest });
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const before = (await memory.findTurn("t1"))?.usage ?? sumUsage([]);
    const ask = async (id: string) => {
      const path = `/web/messages/${id}/suggestions`;
      const response = await call(path, { cookie, body: {} });
      return response.status === 200 ? response.json() : response.status;
    };
    expect(await ask("t1")).toEqual({ questions: ["Why?"] });
    expect(await ask("t1")).toEqual({ questions: [] });
    expect(suggest).toHaveBeenCalledOnce();
    expect((await memory.findTurn("t1"))?.usage).toEqual(
      sumUsage([before, usage]),
    );
    await memory.openTurn(createMessage({ id: "waiting" }), { limit: 9 });
    expect(await ask("waiting")).toEqual({ questions: [] });
    expect(await ask("t2")).toBe(404);
    expect(suggest).toHaveBeenCalledOnce();
  });

  it("do not suggest questions whose cost cannot be added", async () => {
    const suggest = async () => ({ questions: ["Why?"], usage: sumUsage([]) });
    const { call, archive } = await setUp({ suggest });
    archive.addUsage = () => Promise.reject(new Error("The store is away."));
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const path = "/web/messages/t1/suggestions";
    expect((await call(path, { cookie, body: {} })).status).toBe(500);
  });

  it.each([
    { status: "failed" as const },
    { isStopped: true as const },
    {
      message: createMessage({
        id: "t1",
        command: { name: "help", argument: "" },
      }),
    },
    {
      message: createMessage({
        id: "t1",
        origin: { kind: "schedule", id: "s" },
      }),
    },
  ])("suggest nothing after what is no whole answer: %j", async (changes) => {
    const suggest = vi.fn(async () => ({ questions: ["Why?"] }));
    const { call, archive } = await setUp({ suggest });
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const turn = createTurn({
      message: createMessage({ id: "t1" }),
      ...changes,
    });
    archive.findTurn = async () => turn;
    const path = "/web/messages/t1/suggestions";
    const response = await call(path, { cookie, body: {} });
    expect(await response.json()).toEqual({ questions: [] });
  });

  it("suggest nothing unless that is turned on", async () => {
    const { call } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const path = "/web/messages/t1/suggestions";
    const response = await call(path, { cookie, body: {} });
    expect(await response.json()).toEqual({ questions: [] });
    expect(await (await call("/")).text()).toContain(
      "&quot;suggests&quot;:false",
    );
  });

  it("show a conversation's notes, and delete one", async () => {
    const { call, memory } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const { version } = await memory.recall();
    await memory.moveWindow({ version, to: 3, summary: "One.\nTwo." });
    const path = "/web/memory?conversation=3";
    const shown = await (await call(path, { cookie })).json();
    expect(shown).toMatchObject({ version: 1, notes: [{}, { text: "Two." }] });
    const deletion = await call("/web/memory/1?conversation=3&version=1", {
      cookie,
      method: "DELETE",
    });
    expect(await deletion.json()).toMatchObject({ notes: [{ text: "Two." }] });
    expect((await memory.recall()).summary).toBe("Two.");
  });

  it("delete a conversation with its title", async () => {
    const { call, titleIndex } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    const list = async () =>
      (await call("/web/conversations", { cookie })).json();
    for (const number of [0, 1])
      await call(`/web/conversations/${number}`, {
        cookie,
        method: "PUT",
        body: { title: `Number ${number}` },
      });
    const path = "/web/conversation?conversation=0";
    const deletion = await call(path, { cookie, method: "DELETE" });
    expect(await deletion.json()).toEqual({
      deleted: { messages: 2, turns: 1 },
    });
    expect(await list()).toMatchObject({
      conversations: [{ number: 1, title: "Number 1" }],
    });
    expect(await titleIndex.search("Number", { limit: 9 })).toMatchObject([
      { title: "Number 1" },
    ]);
  });

  it.each(["/", "/embed", "/web/conversation"])(
    "require https: %s",
    async (path) => {
      const { call } = await setUp();
      const response = await call(path, { origin: "http://parley.example" });
      expect(response.status).toBe(403);
      expect(await slugOf(response)).toBe("https-required");
    },
  );
});

it.each([
  ["off", ORIGIN, "The chat page is off", "聊天网页没有开放"],
  ["local", ORIGIN, "Open the link that npm run dev", "请打开 npm run dev"],
  ["public", "http://parley.example", "This page needs https", "需要 https"],
] as const)(
  "a page that is closed says why, in the browser's language: %s, at %s",
  async (mode, origin, ...titles) => {
    const { call } = await setUp({ mode });
    for (const [index, language] of ["en", "zh"].entries()) {
      const headers = { accept: "text/html", "accept-language": language };
      const page = await call("/", { origin, headers });
      expect(page.status).toBe(403);
      expect(await page.text()).toContain(titles[index]);
    }
  },
);

describe("the page", () => {
  it("may load only its own files and the configured challenge", async () => {
    const plain = await (await setUp()).call("/");
    expect(Object.fromEntries(plain.headers)).toEqual({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    });
    expect(await plain.text()).not.toContain("parley-challenge");

    const challenge = { widget: WIDGET, check: async () => undefined };
    const page = await (await setUp({ challenge })).call("/");
    expect(page.headers.get("content-security-policy")).toContain(
      "script-src 'self' https://challenges.example; style-src 'self' https://challenges.example; connect-src 'self' https://challenges.example; img-src 'self' data:; frame-src https://challenges.example;",
    );
    // The service checks which site asks.
    expect(page.headers.get("referrer-policy")).toBe("strict-origin");
    const html = await page.text();
    expect(html).toContain('<meta name="parley-challenge" content="{&quot;');
    expect(html).not.toContain('"><script>');
  });
});

describe("a chat in a site", () => {
  const asPerson = (
    sub: string,
    { secret = IDENTITY_SECRET, expires = "1h" } = {},
  ) => {
    const token = new SignJWT({ name: "Ada" })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(sub);
    if (expires !== "never") token.setExpirationTime(expires);
    return token.sign(new TextEncoder().encode(secret));
  };

  /** Opens a session; returns its token, or the problem's status and slug. */
  const open = async (
    { call }: Awaited<ReturnType<typeof setUp>>,
    visitor: { site?: string; identity?: string } = {},
  ) => {
    const body = { site: SHOP, ...visitor };
    const response = await call("/web/embedded-session", { body });
    const { session, type } = (await response.json()) as Record<string, string>;
    return session ?? `${response.status} ${type?.split("/").at(-1)}`;
  };

  it("may be framed by the listed sites, unlike the page itself", async () => {
    const { call } = await setUp();
    const policyOf = async (path: string) =>
      (await call(path)).headers.get("content-security-policy");
    expect(await policyOf("/embed")).toContain(`frame-ancestors ${SHOP}`);
    expect(await policyOf("/")).toContain("frame-ancestors 'none'");
    expect(await (await call("/embed")).text()).toContain(
      `<meta name="parley-embedding" content="{&quot;sites&quot;:[&quot;${SHOP}&quot;]}">`,
    );
  });

  it("comes by a script that sites may load and keep for an hour", async () => {
    const { headers, status } = await (await setUp()).call("/embed.js");
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=3600",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  it("is in no site unless one is listed", async () => {
    const token = await open(await setUp());
    const { call } = await setUp({ sites: [] });
    for (const path of ["/embed", "/embed.js"]) {
      const response = await call(path);
      expect([response.status, await slugOf(response)]).toEqual([
        404,
        "not-embedded",
      ]);
    }
    expect((await call("/web/messages/t1", { token })).status).toBe(401);
  });

  it("asks strangers alone whether they are human", async () => {
    const challenge: Challenge = {
      widget: WIDGET,
      check: async ({ address, token }) =>
        token === `human at ${address}` ? undefined : NOT_HUMAN,
    };
    const { call } = await setUp({ challenge });
    expect((await call("/embed")).headers.get("content-security-policy")).toBe(
      (await call("/")).headers
        .get("content-security-policy")
        ?.replace("ancestors 'none'", `ancestors ${SHOP}`),
    );
    for (const [visitor, status] of [
      [{}, 403],
      [{ token: "human at 203.0.113.7" }, 200],
      [{ identity: await asPerson("ada") }, 200],
    ] as const) {
      const body = { site: SHOP, ...visitor };
      const response = await call("/web/embedded-session", { body });
      expect(response.status).toBe(status);
    }
  });

  it("knows a stranger by the cookie, where the browser keeps it", async () => {
    const { call } = await setUp();
    const body = { site: SHOP };
    const opened = await call("/web/embedded-session", { body });
    expect(opened.headers.get("set-cookie")).toMatch(
      /^__Host-parley_frame=ey[^;]+; Path=\/; HttpOnly; SameSite=None; Max-Age=31536000; Secure; Partitioned$/,
    );
    const cookie = cookieOf(opened);
    const headers = { "x-parley-frame": "1" };
    const shown = await call("/web/conversation", { cookie, headers });
    expect(shown.status).toBe(200);
  });

  it("keeps a stranger's session for a year, a person's for a day", async () => {
    const deployment = await setUp();
    const lasts = async (visitor: { identity?: string }) => {
      const { exp = 0 } = decodeJwt(await open(deployment, visitor));
      return Math.round((exp - Date.now() / 1_000) / 3_600);
    };
    expect(await lasts({})).toBe(365 * 24);
    expect(await lasts({ identity: await asPerson("ada") })).toBe(24);
  });

  it("names its person to the bot, and shows them what they wrote", async () => {
    const deployment = await setUp({ password: PAGE_PASSWORD });
    const { call, delivered, touched } = deployment;
    const identity = await asPerson("ada");
    const body = { site: SHOP, identity };
    const opened = await call("/web/embedded-session", { body });
    const shown: unknown = await opened.json();
    expect(shown).toMatchObject({ messages: [{}, {}], open: [] });
    expect(shown).not.toHaveProperty("can_sign_out");
    const token = await open(deployment, { identity });
    const message = { id: crypto.randomUUID(), text: "Hello" };
    await call("/web/messages", { body: message, token });
    expect(delivered).toMatchObject([
      { conversation: touched[0], author: { id: touched[0], name: "Ada" } },
    ]);
  });

  it("counts a visitor's messages for the site, on whatever page", async () => {
    const site = await setUp();
    const { call, delivered } = site;
    const token = await open(site);
    const body = { id: crypto.randomUUID(), text: "Hi", time_zone: "UTC" };
    await call("/web/messages", { token, body });
    expect(delivered).toMatchObject([{ channel: "web", site: SHOP }]);
  });

  it("gives each stranger a conversation of their own, by token alone", async () => {
    const deployment = await setUp({ password: PAGE_PASSWORD });
    const { call, touched } = deployment;
    for (const token of [await open(deployment), await open(deployment)])
      expect((await call("/web/conversation", { token })).status).toBe(200);
    expect(new Set(touched).size).toBe(2);
  });

  it("finds a person's conversation wherever they sign in", async () => {
    const deployment = await setUp();
    const { call, touched } = deployment;
    for (const sub of ["ada", "ada", "bob"]) {
      const token = await open(deployment, { identity: await asPerson(sub) });
      await call("/web/conversation", { token });
    }
    expect(new Set(touched).size).toBe(2);
  });

  it.for([
    ["another site", { site: "https://thief.example" }, "403 site-not-listed"],
    ["no token", {}, "401 identity-required"],
    ["no JWT", { identity: "ada" }, "401 identity-wrong"],
    [
      "a signature of another secret",
      { identity: asPerson("ada", { secret: "x".repeat(40) }) },
      "401 identity-wrong",
    ],
    [
      "a token that never expires",
      { identity: asPerson("ada", { expires: "never" }) },
      "401 identity-wrong",
    ],
    [
      "an old token",
      { identity: asPerson("ada", { expires: "-1h" }) },
      "401 identity-expired",
    ],
  ] as const)("turns away %s", async ([, visitor, slug]) => {
    const deployment = await setUp({ identityMode: "required" });
    const identity = "identity" in visitor ? await visitor.identity : undefined;
    expect(
      await open(deployment, {
        ...visitor,
        ...(identity !== undefined && { identity }),
      } as { site?: string; identity?: string }),
    ).toBe(slug);
  });

  it("takes no stranger's session any more once identities are required, and the reverse", async () => {
    const modes = [
      ["optional", "required", undefined],
      ["optional", "off", await asPerson("ada")],
    ] as const;
    for (const [before, after, identity] of modes) {
      const token = await open(
        await setUp({ identityMode: before }),
        identity === undefined ? {} : { identity },
      );
      const { call } = await setUp({ identityMode: after });
      const { status } = await call("/web/messages/t1", { token });
      expect(status, after).toBe(401);
    }
  });

  it("counts strangers alone as new visitors", async () => {
    const deployment = await setUp({ rates: { sessionsPerHour: 1 } });
    await open(deployment);
    expect(await open(deployment)).toBe("429 too-many-sessions");
    const identity = await asPerson("ada");
    expect(await open(deployment, { identity })).toMatch(/^ey/);
  });

  it.each(["1h", "-1h"])(
    "removes the stranger's cookie when a person comes, with a token of %s",
    async (expires) => {
      const { call } = await setUp();
      const body = { site: SHOP, identity: await asPerson("ada", { expires }) };
      const { headers } = await call("/web/embedded-session", { body });
      expect(headers.get("set-cookie")).toMatch(
        /^__Host-parley_frame=;.*Max-Age=0/,
      );
    },
  );

  it("opens nothing of the page itself", async () => {
    const { call } = await setUp({ password: PAGE_PASSWORD });
    const token = "none";
    const session = await call("/web/session", { body: {}, token });
    expect(session.status).toBe(401);
    expect(session.headers.get("set-cookie")).toBe(null);
  });

  it("takes neither a forged token nor the site's own as a session", async () => {
    const { call, touched } = await setUp();
    const cookie = cookieOf(await call("/web/session", { body: {} }));
    for (const token of ["forged", await asPerson("ada")])
      expect((await call("/web/messages/t1", { token, cookie })).status).toBe(
        401,
      );
    expect(touched).toEqual([]);
  });
});

describe("a branded bot", () => {
  const call = async (identity: Partial<Identity>, path = "/") =>
    (await setUp({ identity })).call(path);

  it("has its name in the title, the heading and the script's data", async () => {
    const words = { greeting: "Hi <b>!\n", examples: ["1+1?", "'&amp;"] };
    const html = await (await call({ name: `A&B <i>"'$&`, ...words })).text();
    expect(html).toContain("<title>A&amp;B &lt;i&gt;&quot;'$&amp;</title>");
    expect(html).toContain("<h1>A&amp;B &lt;i&gt;&quot;'$&amp;</h1>");
    expect(html).not.toContain("Parley");
    const [, content = ""] =
      /<meta name="parley-bot" content="([^"]*)">/.exec(html) ?? [];
    const unescaped = content
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
    expect(JSON.parse(unescaped)).toEqual({
      name: `A&B <i>"'$&`,
      ...words,
      tools: ["calculator"],
      takes: { images: true, speech: false },
      suggests: false,
    });
  });

  it("has a logo from the only host that the CSP allows for images", async () => {
    const logoUrl = `https://cdn.example/a;'.png?a=1&b=2`;
    const page = await call({ logoUrl });
    expect(page.headers.get("content-security-policy")).toContain(
      "; img-src 'self' data: https://cdn.example;",
    );
    const html = await page.text();
    const shown = "https://cdn.example/a;'.png?a=1&amp;b=2";
    expect(html).toContain(`<img class="mark" src="${shown}" alt="">`);
    expect(html).toMatch(/<link\s+rel="icon"\s+href="https:\/\/cdn\.example/);
    expect(html).not.toContain('class="mark-bubble"');
  });

  it("has an accent color in a stylesheet after the page's", async () => {
    expect(await (await call({})).text()).not.toContain("accent.css");
    expect((await call({}, "/accent.css")).status).toBe(404);
    const accentColor = "#ff6600";
    const html = await (await call({ accentColor })).text();
    expect(html.indexOf("/accent.css")).toBeGreaterThan(
      html.indexOf("/assets/page-"),
    );
    const style = await call({ accentColor }, "/accent.css");
    expect(style.headers.get("content-type")).toBe("text/css; charset=utf-8");
    expect(await style.text()).toContain("--accent: light-dark(");
  });
});

describe("a new visitor", () => {
  it("gets a session and an empty conversation", async () => {
    const { call, touched } = await setUp();
    expect((await call("/web/conversation")).status).toBe(204);
    const refused = await call("/web/messages/t1");
    expect(await slugOf(refused)).toBe("session-required");
    const response = await call("/web/session", { body: {} });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      model: { demo: true },
      messages: [],
      open: [],
    });
    // A new conversation needs no lookup.
    expect(touched).toEqual([]);
  });

  it("gets no session after too many from the same address", async () => {
    const { call } = await setUp({ rates: { sessionsPerHour: 2 } });
    const open = () => call("/web/session", { body: {} });
    await open();
    await open();
    const response = await open();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await slugOf(response)).toBe("too-many-sessions");
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it("gets no session before the password", async () => {
    const { call } = await setUp({ password: PAGE_PASSWORD });
    const response = await call("/web/session", { body: {} });
    expect(await slugOf(response)).toBe("password-required");
    const login = await call("/web/login", {
      body: { password: PAGE_PASSWORD },
    });
    expect(login.status).toBe(204);
    const cookie = cookieOf(login);
    const opened = await call("/web/session", { body: {}, cookie });
    expect(cookieOf(opened)).toMatch(/^__Host-parley_session=/);
  });

  it("gets no session if the challenge fails, with the reason", async () => {
    const seen: unknown[] = [];
    const challenge: Challenge = {
      widget: WIDGET,
      async check(visitor) {
        seen.push(visitor);
        return visitor.token === "human" ? undefined : NOT_HUMAN;
      },
    };
    const { call } = await setUp({ challenge });
    const refused = await call("/web/session", { body: {} });
    expect(await slugOf(refused)).toBe("challenge-failed");
    expect(refused.headers.get("set-cookie")).toBeNull();
    const opened = await call("/web/session", { body: { token: "human" } });
    expect(opened.status).toBe(200);
    const address = "203.0.113.7";
    expect(seen).toEqual([{ address }, { address, token: "human" }]);
  });
});

describe("a login", () => {
  it("ends when the visitor signs out", async () => {
    const { call } = await setUp({ password: PAGE_PASSWORD });
    const body = { password: PAGE_PASSWORD };
    const cookie = cookieOf(await call("/web/login", { body }));
    const opened = await call("/web/session", { body: {}, cookie });
    expect(await opened.json()).toMatchObject({ can_sign_out: true });
    const left = await call("/web/logout", { body: {}, cookie });
    expect(left.status).toBe(204);
    const signedOut = { body: {}, cookie: cookieOf(left) };
    const again = await call("/web/session", signedOut);
    expect(await slugOf(again)).toBe("password-required");
  });

  it("is not tried where the page is closed", async () => {
    const { call } = await setUp({ mode: "off", password: PAGE_PASSWORD });
    const body = { password: PAGE_PASSWORD };
    const login = await call("/web/login", { body });
    expect(await slugOf(login)).toBe("web-chat-off");
    expect(login.headers.get("set-cookie")).toBeNull();
  });

  it("is refused where the page has no password", async () => {
    const { call } = await setUp();
    const login = await call("/web/login", { body: { password: "" } });
    expect(await slugOf(login)).toBe("wrong-password");
  });

  it("is refused after ten wrong passwords, even with the right one, with the time to wait", async () => {
    const { call } = await setUp({ password: PAGE_PASSWORD });
    const guess = (password: string) =>
      call("/web/login", { body: { password } });
    for (let time = 0; time < 10; time++)
      expect((await guess(`guess ${time}`)).status).toBe(401);
    const response = await guess(PAGE_PASSWORD);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await slugOf(response)).toBe("too-many-guesses");
  });
});
