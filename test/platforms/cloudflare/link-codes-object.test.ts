import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createDurableObjectLinkCodes } from "../../../src/platforms/cloudflare/links-client.ts";

const OFFER = {
  conversation: "web:ada",
  channel: "web",
  author: { id: "ada" },
  replyTo: {},
};

it("a code is in an object of its own, and erased by its alarm", async () => {
  const codes = createDurableObjectLinkCodes(env.LINK_CODES);
  const until = Date.now() + 60_000;
  await codes.offer("one", OFFER, until);
  expect(await codes.take("one", "a")).toEqual(OFFER);
  expect(await codes.take("one", "b")).toBeUndefined();
  await runInDurableObject(
    env.LINK_CODES.getByName("one"),
    async (object, { storage }) => {
      expect(await storage.getAlarm()).toBe(until);
      await object.alarm();
    },
  );
  expect(await codes.take("one", "a")).toBeUndefined();
  await codes.offer("one", OFFER, until);
  expect(await codes.find("one")).toEqual(OFFER);
});

it("a code is given to one of several who take it at the same moment", () =>
  runInDurableObject(env.LINK_CODES.getByName("two"), async (object) => {
    await object.offer("two", OFFER, Date.now() + 60_000);
    const takings = await Promise.all(
      ["a", "b", "c"].map((taker) => object.take("two", taker)),
    );
    expect(takings.filter((taken) => taken !== undefined)).toHaveLength(1);
  }));
