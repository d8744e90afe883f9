import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import { startTelegramServer, type TelegramServer } from "./telegram-server.ts";

describe("Telegram stub", () => {
  let server: TelegramServer;
  beforeEach(async () => {
    server = await startTelegramServer();
  });
  afterEach(() => server.close());

  it("takes JSON, forms and multipart forms", async () => {
    const form = new FormData();
    form.set("chat_id", "1");
    form.set("text", "three");
    await call(
      "sendMessage",
      JSON.stringify({ chat_id: 1, text: "one" }),
      "application/json",
    );
    await call(
      "sendMessage",
      new URLSearchParams({ chat_id: "1", text: "two" }),
    );
    await call("sendMessage", form);
    expect(server.sent).toMatchObject([
      { chat: 1, text: "one" },
      { chat: 1, text: "two" },
      { chat: 1, text: "three" },
    ]);
  });

  it.each([
    ["another token", "/bot123456:other/getMe", 401, "Unauthorized"],
    ["no token", "/getMe", 404, "Not Found"],
  ])("refuses %s", async (_, path, status, description) => {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      ok: false,
      error_code: status,
      description,
    });
  });

  it.each([
    [{ text: "" }, "Bad Request: message text is empty"],
    [{ text: " \u200B\n" }, "Bad Request: message text is empty"],
    [{ text: "a".repeat(4097) }, "Bad Request: message is too long"],
    [{ text: "a\uD800" }, "Bad Request: strings must be encoded in UTF-8"],
    [
      { text: "<b>a", parse_mode: "HTML" },
      `Bad Request: can't parse entities: Can't find end tag corresponding to start tag "b"`,
    ],
  ])("refuses the message %j", async (message, description) => {
    expect(await sendJson("sendMessage", { chat_id: 1, ...message })).toEqual({
      ok: false,
      error_code: 400,
      description,
    });
  });

  it("counts a message's length without its tags", async () => {
    const text = `<b>${"&lt;".repeat(4096)}</b>`;
    expect(
      await sendJson("sendMessage", { chat_id: 1, text, parse_mode: "HTML" }),
    ).toMatchObject({ ok: true });
  });

  it("shows updates until a later one is asked for", async () => {
    server.queueUpdate(createTelegramUpdate({ id: 5 }));
    server.queueUpdate(createTelegramUpdate({ id: 6 }));
    const all = { ok: true, result: [{ update_id: 5 }, { update_id: 6 }] };
    expect(await sendJson("getUpdates", {})).toMatchObject(all);
    expect(await sendJson("getUpdates", { offset: 5 })).toMatchObject(all);
    expect(await sendJson("getUpdates", { offset: 6 })).toMatchObject({
      result: [{ update_id: 6 }],
    });
    expect(await sendJson("getUpdates", { offset: 7 })).toMatchObject({
      result: [],
    });
  });

  it("lets a poller wait for the next update", async () => {
    const polled = sendJson("getUpdates", { timeout: 50 });
    server.queueUpdate(createTelegramUpdate({ id: 5 }));
    expect(await polled).toMatchObject({ result: [{ update_id: 5 }] });
  });

  it("shows no updates while a webhook is set", async () => {
    await sendJson("setWebhook", {
      url: "https://parley.test/telegram/webhook",
    });
    expect(await sendJson("getUpdates", {})).toMatchObject({ error_code: 409 });
    await sendJson("deleteWebhook", {});
    expect(await sendJson("getUpdates", {})).toMatchObject({ ok: true });
  });

  it("fails as it is told, once", async () => {
    server.failNext({ method: "getMe", status: 500 });
    server.failNext({ method: "getMe", drop: true });
    expect(await sendJson("getMe", {})).toMatchObject({
      ok: false,
      error_code: 500,
    });
    await expect(sendJson("getMe", {})).rejects.toThrow("fetch failed");
    expect(await sendJson("getMe", {})).toMatchObject({ ok: true });
  });

  async function sendJson(
    method: string,
    parameters: unknown,
  ): Promise<unknown> {
    return (
      await call(method, JSON.stringify(parameters), "application/json")
    ).json();
  }

  function call(
    method: string,
    body: BodyInit,
    type?: string,
  ): Promise<Response> {
    const headers = type === undefined ? {} : { "content-type": type };
    return fetch(`${server.url}/bot${server.token}/${method}`, {
      method: "POST",
      body,
      headers,
    });
  }
});
