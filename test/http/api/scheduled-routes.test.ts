import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { CallerVariables } from "../../../src/http/api/authenticate.ts";
import { createScheduledRoutes } from "../../../src/http/api/scheduled-routes.ts";
import { createConversationsArchive } from "../../fakes/conversations-archive.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";

function setUpRoutes({ now = () => NOW } = {}) {
  const { archive, memoryOf } = createConversationsArchive();
  const index = createMessageIndex();
  const app = new Hono<CallerVariables>();
  app.use(async (context, next) => {
    context.set("caller", context.req.header("x-caller") ?? "shop");
    return next();
  });
  app.route(
    "/",
    createScheduledRoutes({
      schedules: archive,
      index,
      acceptCallback: async (url) => ({ kind: "accepted", url }),
      timeZone: "Asia/Shanghai",
      now,
    }),
  );
  const post = (body: object) =>
    app.request("/", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return { app, post, index, memory: memoryOf("webhook:shop:order 17") };
}

const NOW = Date.parse("2026-12-01T00:00:00Z");

const BODY = {
  conversation: "order 17",
  id: "parcel",
  text: "It *arrives*.",
  at: "2026-12-24 09:00",
};

describe("/v1/scheduled-messages", () => {
  it("schedules, lists, shows and cancels a message of the caller", async () => {
    const { app, post, memory } = setUpRoutes();
    const made = {
      id: "parcel",
      conversation: "order 17",
      kind: "text",
      text: "It *arrives*.",
      next_at: "2026-12-24T01:00:00.000Z",
      time_zone: "Asia/Shanghai",
      repeat: null,
    };
    const first = await post({
      ...BODY,
      user: "jane",
      callback_url: "https://shop.example.com/hook",
      metadata: { order: "17" },
    });
    expect([first.status, await first.json()]).toEqual([201, made]);
    expect(await memory.listSchedules()).toMatchObject([
      {
        to: {
          author: { id: "jane" },
          callbackUrl: "https://shop.example.com/hook",
          metadata: { order: "17" },
        },
      },
    ]);
    const query = "?conversation=order%2017";
    const list = await app.request(`/${query}`);
    expect(await list.json()).toEqual({ scheduled_messages: [made] });
    const shown = await app.request(`/parcel${query}`);
    expect(await shown.json()).toEqual(made);
    const others = await app.request(`/parcel${query}`, {
      headers: { "x-caller": "desk" },
    });
    expect(others.status).toBe(404);
    const cancel = () => app.request(`/parcel${query}`, { method: "DELETE" });
    expect(await (await cancel()).json()).toEqual({
      id: "parcel",
      status: "cancelled",
    });
    expect((await cancel()).status).toBe(404);
    expect(await memory.listSchedules()).toEqual([]);
  });

  it("reads the time in the caller's zone, and lists the conversation", async () => {
    const { post, index, memory } = setUpRoutes();
    const made = await post({ ...BODY, time_zone: "Asia/Tokyo" });
    expect(await made.json()).toMatchObject({
      next_at: "2026-12-24T00:00:00.000Z",
      time_zone: "Asia/Tokyo",
    });
    expect(await memory.listSchedules()).toMatchObject([
      { to: { author: { timeZone: "Asia/Tokyo" } } },
    ]);
    const listed = { owner: "shop", prefix: "webhook:shop:", limit: 9 };
    expect(await index.list(listed)).toEqual(["webhook:shop:order 17"]);
  });

  it("schedules once by an id, and names what differs", async () => {
    const { post, memory } = setUpRoutes();
    await post(BODY);
    expect((await post(BODY)).status).toBe(200);
    const other = await post({
      ...BODY,
      kind: "prompt",
      text: "Another",
      at: "2026-12-25 09:00",
      time_zone: "Asia/Tokyo",
      repeat: "FREQ=MONTHLY",
      user: "joe",
      callback_url: "https://shop.example.com/other",
      metadata: { order: "18" },
    });
    expect(other.status).toBe(422);
    const { errors } = (await other.json()) as {
      errors: { pointer: string }[];
    };
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      "/kind",
      "/text",
      "/at",
      "/time_zone",
      "/repeat",
      "/user",
      "/callback_url",
      "/metadata",
    ]);
    await memory.cancelSchedule("parcel");
    expect(await (await post(BODY)).json()).toMatchObject({
      errors: [{ pointer: "/id" }],
    });
  });

  it("knows a time from now when it is sent again", async () => {
    let now = NOW;
    const { post } = setUpRoutes({ now: () => now });
    const body = {
      ...BODY,
      at: "in 10 minutes",
      repeat: "FREQ=DAILY;COUNT=2",
    };
    const made = await (await post(body)).json();
    now += 90_000;
    const again = await post(body);
    expect([again.status, await again.json()]).toEqual([200, made]);
    const other = await post({ ...body, repeat: "FREQ=WEEKLY;COUNT=2" });
    expect(await other.json()).toMatchObject({
      errors: [{ pointer: "/repeat" }],
    });
  });

  it.each([
    [{ at: "soon" }, "/at", "Write it like"],
    [{ at: "tomorrow 9:00 or so" }, "/at", "Write it like"],
    [{ at: "2020-01-01 09:00" }, "/at", "has passed"],
    [{ repeat: "FREQ=SECONDLY" }, "/repeat", "not clear"],
    [{ repeat: "FREQ=MINUTELY" }, "/repeat", "15 minutes"],
    [{ repeat: "FREQ=DAILY;COUNT=501" }, "/repeat", "500"],
    [{ text: " " }, "/text", "must not be empty"],
    [{ text: "a".repeat(2_001) }, "/text", "more than 2000 characters"],
    [{ kind: "poem" }, "/kind", "must be text or prompt"],
    [{ time_zone: "CST" }, "/time_zone", "IANA"],
  ])("refuses %j and says what to do", async (fields, pointer, detail) => {
    const response = await setUpRoutes().post({ ...BODY, ...fields });
    const { errors } = (await response.json()) as {
      errors: { pointer: string; detail: string }[];
    };
    expect(response.status).toBe(422);
    expect(errors).toEqual([
      { pointer, detail: expect.stringContaining(detail) },
    ]);
  });

  it("refuses more than 20 in a conversation", async () => {
    const { post } = setUpRoutes();
    for (let index = 0; index < 20; index++)
      await post({ ...BODY, id: `${index}` });
    expect(await (await post(BODY)).json()).toMatchObject({
      errors: [{ pointer: "/conversation" }],
    });
  });
});
