import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";

it("env.ts names the bindings of wrangler.toml and their classes, and no other", () => {
  const { durable_objects, assets } = unstable_readConfig({
    config: "wrangler.toml",
  });
  const bound = durable_objects.bindings.map(({ name, class_name }) => [
    name,
    class_name,
  ]);
  const typed = [
    ...readFileSync("src/platforms/cloudflare/env.ts", "utf8").matchAll(
      /readonly (\w+): (?:DurableObjectNamespace<[^>]*\.(\w+)|Fetcher)/g,
    ),
  ].map(([, name, className]) => [name, className]);
  expect(typed.toSorted()).toEqual(
    [...bound, [assets?.binding, undefined]].toSorted(),
  );
});
