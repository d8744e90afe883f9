import { beforeEach, describe, expect, it } from "vitest";
import { createLibraryRoutes } from "../../../src/http/admin/library-routes.ts";
import { createSqliteLibrary } from "../../../src/stores/sqlite/sqlite-library.ts";
import type { LibraryStore } from "../../../src/types/library.ts";
import { ANY_GUESSES } from "../../fakes/no-limits.ts";
import { createNodeSqliteDatabase } from "../../fakes/node-sqlite-database.ts";
import { writePdf } from "../../files/documents.ts";

const KEY = "key-of-the-library-in-these-tests";
const NOW = Date.UTC(2026, 10, 22);

let store: LibraryStore;
beforeEach(() => {
  store = createSqliteLibrary({
    database: createNodeSqliteDatabase(),
    now: () => NOW,
  });
});

async function call(
  method: string,
  path: string,
  {
    body,
    headers = {},
  }: { body?: BodyInit; headers?: Record<string, string> } = {},
) {
  const routes = createLibraryRoutes({
    store,
    keys: ["other", KEY],
    guessGuard: ANY_GUESSES,
  });
  const response = await routes.request(`/documents${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, body: await response.json() };
}
const put = (
  name: string,
  body: BodyInit,
  headers: Record<string, string> = {},
) => call("PUT", `/${encodeURIComponent(name)}`, { body, headers });
const namesOf = async () => (await store.list()).map(({ name }) => name);

describe("PUT /library/documents/{name}", () => {
  it("adds and replaces a document, and leaves an equal one unchanged", async () => {
    const entry = {
      name: "docs/a.md",
      title: "Tea",
      passages: 1,
      added_at: "2026-11-22T00:00:00.000Z",
    };
    expect(await put("docs/a.md", "# Tea\n\nGreen.")).toEqual({
      status: 201,
      body: { status: "added", ...entry },
    });
    expect((await put("docs/a.md", "# Tea\n\nGreen.")).body).toEqual({
      status: "unchanged",
      ...entry,
    });
    expect(await put("docs/a.md", "# Tea\n\nBlack.")).toEqual({
      status: 200,
      body: { status: "replaced", ...entry },
    });
  });

  it("reads a PDF's text", async () => {
    const type = { "content-type": "application/pdf" };
    expect(await put("a.pdf", writePdf(["Tea", "Green."]), type)).toMatchObject(
      { status: 201, body: { status: "added", passages: 1 } },
    );
    expect((await put("b.pdf", writePdf([""]), type)).body).toMatchObject({
      type: expect.stringContaining("empty-document"),
    });
    expect((await put("c.pdf", "Tea", type)).body).toMatchObject({
      type: expect.stringContaining("damaged-document"),
    });
    const long = writePdf(Array(201).fill("Tea"));
    expect((await put("d.pdf", long, type)).status).toBe(413);
  });

  it("accepts a name with unescaped slashes", async () => {
    await call("PUT", "/docs/a.md", { body: "Tea." });
    expect(await namesOf()).toEqual(["docs/a.md"]);
  });

  it.each(["订单 17.md", "50% off?.md", "a#b.md", "a&b=c.md", "%41.md"])(
    "accepts the name %s",
    async (name) => {
      expect((await put(name, "Tea.")).status).toBe(201);
      expect(await namesOf()).toEqual([name]);
      const removed = await call("DELETE", `/${encodeURIComponent(name)}`);
      expect(removed.body).toEqual({ status: "removed", name });
    },
  );

  it("keeps the address", async () => {
    const address = "https://docs.example/a?b=c#d";
    const path = `/a.md?address=${encodeURIComponent(address)}`;
    expect(await call("PUT", path, { body: "Tea." })).toMatchObject({
      status: 201,
      body: { address },
    });
  });

  it.each([
    ["a name that is too long", `/${"x".repeat(201)}`, {}, 422, "wrong-name"],
    ["a control character in the name", "/a%01b", {}, 422, "wrong-name"],
    ["a line break in the name", "/a%0Ab", {}, 422, "wrong-name"],
    [
      "an address of another kind",
      "/a?address=javascript:alert(1)",
      {},
      422,
      "wrong-address",
    ],
    [
      "an address with a password",
      "/a?address=https://a:b@c.example",
      {},
      422,
      "wrong-address",
    ],
    [
      "an address that is too long",
      `/a?address=https://c.example/${"x".repeat(300)}`,
      {},
      422,
      "wrong-address",
    ],
    ["an empty address", "/a?address=", {}, 422, "wrong-address"],
    [
      "HTML",
      "/a",
      { headers: { "content-type": "text/html" } },
      415,
      "not-text",
    ],
    ["no words", "/a", { body: "# Title" }, 422, "empty-document"],
    [
      "more than 1 MiB",
      "/a",
      { body: "x".repeat(1024 * 1024 + 1) },
      413,
      "body-too-large",
    ],
    [
      "other encodings than UTF-8",
      "/a",
      { body: new Uint8Array([0xff, 0xfe]) },
      400,
      "not-utf8",
    ],
    [
      "too many sections",
      "/a",
      { body: "# a\nb\n".repeat(3_001) },
      422,
      "too-many-passages",
    ],
  ])("rejects %s and stores nothing", async (_, path, init, status, slug) => {
    const { body, ...answer } = await call("PUT", path, {
      body: "Tea.",
      ...init,
    });
    expect(answer.status).toBe(status);
    expect(body).toMatchObject({ type: expect.stringContaining(slug) });
    expect(await namesOf()).toEqual([]);
  });

  it("is refused with the number of documents once the library is full", async () => {
    store.put = async () => ({ kind: "full", limit: 9 });
    expect(await put("a", "Tea.")).toMatchObject({
      status: 507,
      body: {
        type: expect.stringContaining("library-full"),
        detail: expect.stringContaining("It holds 9 documents."),
      },
    });
  });

  it("takes a text's media type in any case, with its parameters", async () => {
    const type = { "content-type": "Text/Markdown ; charset=utf-8" };
    expect((await put("a", "Tea.", type)).status).toBe(201);
  });

  it("accepts a document of exactly 1 MiB", async () => {
    const sentence = "汇率是七点一。\n";
    const bytes = new TextEncoder().encode(sentence).length;
    const text = sentence.repeat(Math.floor((1024 * 1024) / bytes));
    expect((await put("a", text)).status).toBe(201);
  });
});

describe("GET and DELETE", () => {
  it("list documents by name", async () => {
    expect((await call("GET", "")).body).toEqual({ documents: [] });
    await put("b.md", "Tea.");
    await call("PUT", "/a.md?address=https://a.example/", {
      body: "# Tea\nB.",
    });
    const shared = { passages: 1, added_at: "2026-11-22T00:00:00.000Z" };
    expect((await call("GET", "")).body).toEqual({
      documents: [
        {
          name: "a.md",
          title: "Tea",
          address: "https://a.example/",
          ...shared,
        },
        { name: "b.md", title: "b.md", ...shared },
      ],
    });
  });

  it("report an unknown document", async () => {
    expect(await call("DELETE", "/a.md")).toMatchObject({
      status: 404,
      body: { type: expect.stringContaining("unknown-document") },
    });
  });
});

describe("a caller without the key", () => {
  it.each([
    ["nothing", ""],
    ["another key", "Bearer key-of-the-librarx"],
    ["an empty key", "Bearer "],
    ["the key as Basic", `Basic ${KEY}`],
  ])(
    "is rejected before the body is read, sending %s",
    async (_, authorization) => {
      const body = new ReadableStream({
        pull: () => {
          throw new Error("The body was read.");
        },
      });
      const routes = createLibraryRoutes({
        store,
        keys: [KEY],
        guessGuard: ANY_GUESSES,
      });
      for (const [method, path] of [
        ["PUT", "/documents/a"],
        ["GET", "/documents"],
        ["DELETE", "/documents/a"],
        ["GET", "/anything"],
      ] as const) {
        const response = await routes.request(path, {
          method,
          headers: authorization === "" ? {} : { authorization },
          ...(method === "PUT" && { body, duplex: "half" }),
        });
        expect(response.status, `${method} ${path}`).toBe(401);
        expect(response.headers.get("www-authenticate")).toBe("Bearer");
      }
    },
  );

  it("is rejected if no key is set", async () => {
    const routes = createLibraryRoutes({
      store,
      keys: [],
      guessGuard: ANY_GUESSES,
    });
    const headers = { authorization: "Bearer undefined" };
    expect((await routes.request("/documents", { headers })).status).toBe(401);
  });
});
