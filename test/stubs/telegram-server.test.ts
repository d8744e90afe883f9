import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTelegramUpdate } from "../fixtures/telegram-updates.ts";
import { startTelegramServer, type TelegramServer } from "./telegram-server.ts";

describe("Telegram stub", () => {
  let server: TelegramServer;
  beforeEach(async () => {
    server = await startTelegramServer();
  });
  afterEach(() => server.close());

  it("accepts JSON, forms and multipart forms", async () => {
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

  it("accepts files in multipart forms, with captions of up to 1024 units", async () => {
    const send = (caption: string) => {
      const form = new FormData();
      form.set("chat_id", "1");
      form.set("caption", caption);
      form.set("document", new File(["{}"], "it.json"));
      return call("sendDocument", form);
    };
    await send("Here");
    const tooLong = await send("a".repeat(1025));
    expect(await tooLong.json()).toMatchObject({
      description: "Bad Request: message caption is too long",
    });
    expect(server.sent).toMatchObject([
      { chat: 1, text: "Here", file: { name: "it.json", content: "{}" } },
    ]);
  });

  it("accepts buttons whose data fits, and replaces them on edit", async () => {
    const keyboard = (callback_data: string) => ({
      reply_markup: { inline_keyboard: [[{ text: "Go", callback_data }]] },
    });
    const message = { chat_id: 1, text: "Hi" };
    await sendJson("sendMessage", { ...message, ...keyboard("a") });
    expect(
      await sendJson("sendMessage", {
        ...message,
        ...keyboard("你".repeat(22)),
      }),
    ).toMatchObject({ ok: false, error_code: 400 });
    const edit = { ...message, message_id: server.sent[0]?.id };
    expect(
      await sendJson("editMessageText", { ...edit, ...keyboard("a") }),
    ).toMatchObject({ description: expect.stringContaining("not modified") });
    await sendJson("editMessageText", { ...edit, ...keyboard("b") });
    expect(server.sent).toMatchObject([{ buttons: [[["Go", "b"]]] }]);
    await sendJson("editMessageText", edit);
    expect(server.sent[0]).not.toHaveProperty("buttons");
  });

  it("accepts one answer per press", async () => {
    server.presses.add("7");
    const answer = () =>
      sendJson("answerCallbackQuery", { callback_query_id: "7" });
    expect(await answer()).toMatchObject({ ok: true });
    expect(await answer()).toMatchObject({ ok: false, error_code: 400 });
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
  ])("refuses the message %j", async (message, description) => {
    expect(await sendJson("sendMessage", { chat_id: 1, ...message })).toEqual({
      ok: false,
      error_code: 400,
      description,
    });
  });

  it("keeps 100 entities, and rejects more bytes of them than Telegram accepts", async () => {
    const send = (entities: readonly object[]) =>
      sendJson("sendMessage", { chat_id: 1, text: "a".repeat(101), entities });
    const bold = Array.from({ length: 101 }, (_, offset) => ({
      type: "bold",
      offset,
      length: 1,
    }));
    expect(await send(bold)).toMatchObject({ ok: true });
    expect(server.sent[0]?.entities).toEqual(bold.slice(0, 100));
    const url = `https://a.example/${"x".repeat(9_600)}`;
    expect(
      await send([{ type: "text_link", offset: 0, length: 1, url }]),
    ).toMatchObject({ description: "Bad Request: ENTITIES_TOO_LONG" });
  });

  it("edits a message, unless it is unchanged or missing", async () => {
    await sendJson("sendMessage", { chat_id: 1, text: "one" });
    const [{ id: message_id } = { id: 0 }] = server.sent;
    const edit = (changes: object) =>
      sendJson("editMessageText", {
        chat_id: 1,
        message_id,
        text: "two",
        ...changes,
      });
    expect(await edit({})).toMatchObject({ ok: true, result: { text: "two" } });
    expect(server.sent).toMatchObject([{ id: message_id, text: "two" }]);
    expect(await edit({})).toMatchObject({
      error_code: 400,
      description: expect.stringContaining("message is not modified"),
    });
    const bold = { entities: [{ type: "bold", offset: 0, length: 3 }] };
    expect(await edit(bold)).toMatchObject({ ok: true });
    expect(await edit(bold)).toMatchObject({ ok: false });
    for (const elsewhere of [{ chat_id: 2 }, { message_id: 7 }])
      expect(await edit(elsewhere)).toMatchObject({
        description: "Bad Request: message to edit not found",
      });
    expect(await edit({ text: "a".repeat(4097) })).toMatchObject({
      description: "Bad Request: MESSAGE_TOO_LONG",
    });
  });

  it("deletes a message once", async () => {
    await sendJson("sendMessage", { chat_id: 1, text: "one" });
    const deletion = { chat_id: 1, message_id: server.sent[0]?.id };
    expect(await sendJson("deleteMessage", deletion)).toMatchObject({
      ok: true,
    });
    expect(await sendJson("deleteMessage", deletion)).toMatchObject({
      description: "Bad Request: message to delete not found",
    });
    expect(server.sent).toEqual([]);
  });

  it("shows drafts in private chats until a message arrives", async () => {
    const draft = { chat_id: 1, draft_id: 5, text: "one" };
    expect(await sendJson("sendMessageDraft", draft)).toMatchObject({
      ok: true,
    });
    expect(server.drafts.get(1)).toMatchObject({ id: 5, text: "one" });
    await sendJson("sendMessage", { chat_id: 1, text: "one" });
    expect(server.drafts.size).toBe(0);
    for (const wrong of [{ chat_id: -1 }, { draft_id: 0 }])
      expect(
        await sendJson("sendMessageDraft", { ...draft, ...wrong }),
      ).toMatchObject({ error_code: 400 });
  });

  it("knows existing topics, and rejects the general one's id", async () => {
    server.deleteTopic(-1, 7);
    const inTopic = (message_thread_id: number) =>
      sendJson("sendMessage", { chat_id: -1, text: "a", message_thread_id });
    for (const missing of [1, 7])
      expect(await inTopic(missing)).toMatchObject({
        description: "Bad Request: message thread not found",
      });
    expect(await inTopic(8)).toMatchObject({ ok: true });
  });

  it("rejects messages to chats that blocked the bot", async () => {
    server.block(1);
    for (const method of ["sendMessage", "sendChatAction"])
      expect(
        await sendJson(method, { chat_id: 1, text: "a", action: "typing" }),
      ).toMatchObject({
        error_code: 403,
        description: "Forbidden: bot was blocked by the user",
      });
  });

  it("returns updates until a later offset confirms them", async () => {
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

  it("returns no updates while a webhook is set", async () => {
    await sendJson("setWebhook", {
      url: "https://parley.test/telegram/webhook",
    });
    expect(await sendJson("getUpdates", {})).toMatchObject({ error_code: 409 });
    await sendJson("deleteWebhook", {});
    expect(await sendJson("getUpdates", {})).toMatchObject({ ok: true });
  });

  it("fails as scripted, once", async () => {
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
