import { afterEach, expect, it, vi } from "vitest";
import { createApi } from "../../../src/page/client/api.ts";

afterEach(() => vi.unstubAllGlobals());

it.each([
  [0, "/web/conversation"],
  [1, "/web/conversation?conversation=1"],
])("loads conversation %i from its own address", async (number, address) => {
  const fetch = vi.fn(async () => new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", fetch);
  const loaded = await createApi().of(number).loadConversation();
  expect(loaded).toEqual({ kind: "stranger" });
  expect(fetch).toHaveBeenCalledWith(address, expect.anything());
});

it.each([
  [undefined, []],
  ["t", ["/web/conversation"]],
])(
  "asks for a named visitor's conversation with the session %s",
  async (token, asked) => {
    const fetch = vi.fn<typeof globalThis.fetch>(
      async () => new Response(null, { status: 204 }),
    );
    vi.stubGlobal("fetch", fetch);
    const visitor = { site: "https://shop.example", identity: "jwt", token };
    const frame = Promise.resolve({ ...visitor, onSession: () => {} });
    const loaded = await createApi(frame).of(0).loadConversation();
    expect(loaded).toEqual({ kind: "stranger" });
    expect(fetch.mock.calls.map(([path]) => path)).toEqual(asked);
  },
);

it("sends the files that are here, and says that the server keeps the others", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(
    async () => new Response(null, { status: 204 }),
  );
  vi.stubGlobal("fetch", fetch);
  const here = { name: "b.txt", type: "text/plain", content: "Yg==" };
  const files = [{ name: "a.txt" }, here];
  await createApi()
    .of(0)
    .send(
      { id: "1", text: "", files, edits: "0" },
      { signal: new AbortController().signal },
    );
  const [path, { body } = {}] = fetch.mock.calls[0] ?? [];
  expect(path).toBe("/web/messages?edits=0");
  expect(await new Response(body).json()).toMatchObject({
    files: [here],
    keeps_files: true,
  });
});
