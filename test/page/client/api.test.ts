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
