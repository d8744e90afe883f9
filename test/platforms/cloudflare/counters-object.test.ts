import { env } from "cloudflare:workers";
import { evictDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createDurableObjectCounters } from "../../../src/platforms/cloudflare/counters-object.ts";
import { describeCountersContract } from "../../contracts/counters-contract.ts";

const { COUNTERS: namespace } = env;

describeCountersContract("Durable Object counters", (work) =>
  work(() => createDurableObjectCounters({ namespace, objectOf: () => "all" })),
);

it("are still right after their object was evicted from memory", async () => {
  const objectOf = () => "evicted";
  const counters = createDurableObjectCounters({ namespace, objectOf });
  const change = { key: "day", add: { tokens: 30 }, expiresAt: Date.UTC(2100) };
  await counters.add([change]);
  await evictDurableObject(namespace.getByName("evicted"));
  expect(await counters.read("day")).toEqual({ tokens: 30 });
});
