import { evictDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createDurableObjectLibrary } from "../../../src/platforms/cloudflare/object-clients.ts";
import { describeLibraryContract } from "../../contracts/library-contract.ts";

describeLibraryContract("Durable Object library", async (work) => {
  await work(createDurableObjectLibrary(env.LIBRARY));
});

it("keeps its documents after its object's eviction", async () => {
  const library = createDurableObjectLibrary(env.LIBRARY);
  await library.put({ name: "a", text: "汇率 7.1" });
  await evictDurableObject(env.LIBRARY.getByName("library"));
  const { signal } = new AbortController();
  expect(await library.search("汇率", { limit: 1, signal })).toMatchObject({
    passages: [{ text: "汇率 7.1" }],
  });
});

it("answers 404 while LIBRARY_KEY is not set", async () => {
  const response = await exports.default.fetch(
    new Request("https://parley.example/library/documents"),
  );
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("set LIBRARY_KEY");
});
