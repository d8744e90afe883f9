import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createDurableObjectSignIns } from "../../../src/platforms/cloudflare/sign-ins-object.ts";

const rowsIn = ({ storage }: DurableObjectState): unknown[] =>
  storage.sql.exec("SELECT name FROM sign_ins ORDER BY name").toArray();

it("an owner's sign-ins are in an object of their own, written by one at a time", async () => {
  const signIns = createDurableObjectSignIns(env.SIGN_INS);
  const key = { owner: "person:ada", name: "shop" };
  const swaps = ["1", "2", "3"].map((version) =>
    signIns.swap(key, undefined, { version, text: "sealed" }),
  );
  expect((await Promise.all(swaps)).filter(Boolean)).toHaveLength(1);
  await runInDurableObject(env.SIGN_INS.getByName(key.owner), (_, state) => {
    expect(rowsIn(state)).toEqual([{ name: "shop" }]);
  });
  expect(await signIns.take(key)).toMatchObject({ text: "sealed" });
  expect(await signIns.find(key)).toBeUndefined();
});

it("what expires is erased by an alarm", async () => {
  const signIns = createDurableObjectSignIns(env.SIGN_INS);
  const expiresAt = Date.now() + 600_000;
  const put = (name: string, at?: number) =>
    signIns.swap({ owner: "links", name }, undefined, {
      version: "1",
      text: "",
      expiresAt: at,
    });
  await put("kept");
  await put("link", expiresAt);
  await runInDurableObject(
    env.SIGN_INS.getByName("links"),
    async (object, state) => {
      expect(await state.storage.getAlarm()).toBe(expiresAt);
      state.storage.sql.exec(
        "UPDATE sign_ins SET expires_at = expires_at - 600000",
      );
      await object.alarm();
      expect(rowsIn(state)).toEqual([{ name: "kept" }]);
    },
  );
});
