import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import {
  createDurableObjectCounters,
  objectOfClient,
} from "../../../src/platforms/cloudflare/object-clients.ts";
import { describeCountersContract } from "../../contracts/counters-contract.ts";

const { COUNTERS: namespace } = env;

describeCountersContract("Durable Object counters", (work) =>
  work(() => createDurableObjectCounters({ namespace, objectOf: () => "all" })),
);

it("client counters share 32 objects for addresses and for strangers, and use one per caller", () => {
  const hex = (number: number) => (number * 2_654_435).toString(16);
  const addresses = Array.from({ length: 2_000 }, (_, number) =>
    objectOfClient(`address/${hex(number).padStart(32, "0")}/streams/1`),
  );
  expect(new Set(addresses).size).toBeLessThanOrEqual(32);
  const hash = "0123456789abcdef0123456789abcdef";
  expect(objectOfClient(`stranger/${hash}/refusals/1`)).toBe(
    objectOfClient(`stranger/${hash}/whoami/2`),
  );
  expect(addresses).not.toContain(objectOfClient(`stranger/${hash}/whoami`));
  for (const caller of ["shop", "desk"])
    for (const what of ["requests/1", "streams/2"])
      expect(objectOfClient(`caller/${caller}/${what}`)).toBe(
        `caller/${caller}`,
      );
  expect(objectOfClient("everybody/strangers/logins/1")).toBe("logins");
  expect(objectOfClient("device/1/logins/1")).toBe("logins");
});

it("counters survive their object's eviction", async () => {
  const objectOf = () => "evicted";
  const counters = createDurableObjectCounters({ namespace, objectOf });
  const change = { key: "day", add: { tokens: 30 }, expiresAt: Date.UTC(2100) };
  await counters.add([change]);
  await evictDurableObject(namespace.getByName("evicted"));
  expect(await counters.read("day")).toEqual({ tokens: 30 });
});
