import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import * as z from "zod";

const Bindings = z.object({
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string() })),
  }),
  assets: z.object({ binding: z.string() }),
});

it("env.ts declares exactly the bindings of wrangler.toml, with their classes", () => {
  const { durable_objects, assets } = Bindings.parse(
    unstable_readConfig({ config: "wrangler.toml" }),
  );
  const bound = durable_objects.bindings.map(({ name, class_name }) => [
    name,
    class_name,
  ]);
  const typed = [
    ...readFileSync("src/platforms/cloudflare/env.ts", "utf8").matchAll(
      /readonly (\w+): (?:DurableObjectNamespace<[^>]*\.(\w+)|Fetcher)/g,
    ),
  ].map(([, name, className]) => [name, className]);
  expect(new Set(typed)).toEqual(
    new Set([...bound, [assets.binding, undefined]]),
  );
});
