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

it("the codes of a deployment are in one object, and erased by its alarm", async () => {
  const codes = createDurableObjectLinkCodes(env.LINK_CODES);
  await codes.offer("one", OFFER, Date.now() + 60_000);
  expect(await codes.take("one", "a")).toEqual(OFFER);
  expect(await codes.take("one", "b")).toBeUndefined();
  await runInDurableObject(
    env.LINK_CODES.getByName("codes"),
    async (object, { storage }) => {
      expect(await storage.getAlarm()).not.toBeNull();
      storage.sql.exec("UPDATE codes SET until = 0");
      await object.alarm();
      expect(storage.sql.exec("SELECT * FROM codes").toArray()).toEqual([]);
    },
  );
});
