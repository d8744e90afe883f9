import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createTelegramSending,
  type TelegramStreaming,
} from "../../../src/channels/telegram/telegram-sending.ts";
import { toTelegramParts } from "../../../src/channels/telegram/to-telegram-parts.ts";
import type { Editing } from "../../../src/types/channel.ts";
import type { ReplyAddress } from "../../../src/types/message.ts";
import type { ReplyPart } from "../../../src/types/reply.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../../stubs/telegram-server.ts";

const PERSON = { chat: 42, message: 31 };
const GROUP = { chat: -100_500, message: 31 };
const REFUSED: ReplyPart = {
  text: "Bold",
  entities: [{ type: "text_link", offset: 0, length: 4, url: "https://a:0" }],
};

describe("sending to Telegram", () => {
  let server: TelegramServer;
  let sending: ReturnType<typeof createTelegramSending>;
  beforeEach(async () => {
    server = await startTelegramServer();
    sending = createSending("edit");
  });
  afterEach(() => server.close());

  function createSending(streaming: TelegramStreaming) {
    const { token, url: apiRoot } = server;
    return createTelegramSending({ token, apiRoot, streaming });
  }

  it.each<
    [TelegramStreaming, ReplyAddress, ReturnType<Editing["presentationAt"]>]
  >([
    ["edit", PERSON, { intervalMs: 1_100, preview: "messages" }],
    ["edit", GROUP, { intervalMs: 3_100, preview: "messages" }],
    ["draft", PERSON, { intervalMs: 1_100, preview: "draft" }],
    ["draft", GROUP, { intervalMs: 3_100, preview: "messages" }],
    ["off", PERSON, { intervalMs: 1_100, preview: "none" }],
    ["off", GROUP, { intervalMs: 3_100, preview: "none" }],
  ])("shows answers with %s at %j as %j", (streaming, to, presentation) => {
    expect(createSending(streaming).presentationAt(to)).toEqual(presentation);
  });

  it("replies in groups to the answered message, if it still exists", async () => {
    await send("Hello", GROUP);
    await send("Hello", PERSON);
    expect(server.sent[0]).toMatchObject({ chat: GROUP.chat, replyTo: 31 });
    expect(server.sent[1]).not.toHaveProperty("replyTo");
  });

  it("drops a deleted topic and rejected entities together", async () => {
    server.deleteTopic(GROUP.chat, 7);
    await sending.send(REFUSED, { ...GROUP, thread: 7 }, options());
    expect(server.sent).toMatchObject([{ text: "Bold", entities: [] }]);
    expect(server.sent[0]).not.toHaveProperty("thread");
  });

  it.each([
    "ENTITIES_TOO_LONG",
    "Wrong message entity: URL 'https://a:0' is invalid",
    "can't parse entities: Entity begins in the middle of a symbol",
  ])("drops entities that Telegram rejects with %s", async (problem) => {
    failNext("sendMessage", 400, `Bad Request: ${problem}`);
    await send("**Bold**");
    expect(server.sent).toMatchObject([{ text: "Bold", entities: [] }]);
    expect(server.calls).toHaveLength(2);
  });

  it("follows a group to the supergroup that it became", async () => {
    migrateNext("sendMessage");
    await send("Hello", { chat: -5, message: 31 });
    expect(server.sent).toMatchObject([{ chat: -100_500, text: "Hello" }]);
    expect(server.sent[0]).not.toHaveProperty("replyTo");
  });

  it("does not follow a loop of migrations", async () => {
    migrateNext("sendMessage");
    migrateNext("sendMessage");
    await expect(send("Hello", { chat: -5 })).rejects.toMatchObject({
      kind: "refused",
    });
    expect(server.calls).toHaveLength(2);
  });

  describe("an edit", () => {
    it("changes the text and its markup, and shows no preview of links", async () => {
      const receipt = await send("Hello");
      await edit(receipt, "**Bold** https://example.com");
      expect(server.sent).toMatchObject([
        { text: "Bold https://example.com", entities: [{ type: "bold" }] },
      ]);
      expect(server.calls.at(-1)).toMatchObject({
        method: "editMessageText",
        parameters: { link_preview_options: { is_disabled: true } },
      });
    });

    it("that changes nothing succeeds", async () => {
      const receipt = await send("Hello");
      expect(await edit(receipt, "Hello")).toEqual(receipt);
    });

    it("drops the entities that Telegram rejects", async () => {
      const receipt = await send("Hello");
      await sending.edit(receipt, REFUSED, PERSON, options());
      expect(server.sent).toMatchObject([{ text: "Bold", entities: [] }]);
    });

    it("of a message that a person has deleted becomes a new one", async () => {
      const receipt = await send("Hello");
      server.deleteMessage(Number(receipt.id));
      const replacement = await edit(receipt, "Hello again");
      expect(server.sent).toMatchObject([
        { id: Number(replacement.id), text: "Hello again" },
      ]);
    });

    it.each(["Bad Request: message can't be edited", "MESSAGE_ID_INVALID"])(
      "that Telegram rejects with %j becomes a new message",
      async (description) => {
        const receipt = await send("Hello");
        failNext("editMessageText", 400, description);
        await edit(receipt, "Hello again");
        expect(server.sent.map(({ text }) => text)).toEqual([
          "Hello",
          "Hello again",
        ]);
      },
    );

    it("in a group that has moved becomes a new message, as ids differ there", async () => {
      const other = await send("Somebody else's", { chat: -100_500 });
      migrateNext("editMessageText");
      const replacement = await sending.edit(
        other,
        await partOf("Hello"),
        { chat: -5 },
        options(),
      );
      expect(replacement.id).not.toBe(other.id);
      expect(server.sent.map(({ text }) => text)).toEqual([
        "Somebody else's",
        "Hello",
      ]);
    });

    it("finds the message that was sent to the group's new chat", async () => {
      const before = { chat: -5, message: 31 };
      migrateNext("sendMessage");
      const receipt = await send("Hello", before);
      const change = async (markdown: string) =>
        sending.edit(receipt, await partOf(markdown), before, options());
      expect(await change("Hello again")).toEqual(receipt);
      expect(server.sent).toMatchObject([
        { chat: -100_500, text: "Hello again" },
      ]);

      server.deleteMessage(server.sent[0]?.id ?? 0);
      const replacement = await change("Hello once more");
      expect(server.sent).toMatchObject([
        { chat: -100_500, text: "Hello once more" },
      ]);
      expect(server.sent[0]).not.toHaveProperty("replyTo");
      await sending.remove(replacement, before, options());
      expect(server.sent).toEqual([]);
    });

    it("into a file sends a new message", async () => {
      const receipt = await send("Hello");
      const file = { name: "a.txt", content: "Hello" };
      const part = { ...(await partOf("Here it is")), file };
      const replacement = await sending.edit(receipt, part, PERSON, options());
      expect(replacement.id).not.toBe(receipt.id);
      expect(server.calls.at(-1)?.method).toBe("sendDocument");
    });

    it("of a file becomes a new message", async () => {
      const file = { name: "a.txt", content: "Hello" };
      const part = { ...(await partOf("Here it is")), file };
      const receipt = await sending.send(part, PERSON, options());
      await edit(receipt, "Nothing is left");
      expect(server.sent.map(({ text }) => text)).toEqual([
        "Here it is",
        "Nothing is left",
      ]);
    });

    it("reports how long Telegram asks to wait, and that the bot was blocked", async () => {
      const receipt = await send("Hello");
      server.failNext({
        method: "editMessageText",
        status: 429,
        body: {
          ok: false,
          error_code: 429,
          description: "Too Many Requests: retry after 3",
          parameters: { retry_after: 3 },
        },
      });
      await expect(edit(receipt, "Bye")).rejects.toMatchObject({
        kind: "rate-limited",
        retryAfterMs: 3_000,
      });
      server.block(42);
      await expect(edit(receipt, "Bye")).rejects.toMatchObject({
        kind: "gone",
      });
    });
  });

  it("deletes a message, and reports if Telegram does not allow it", async () => {
    const receipt = await send("Hello");
    await sending.remove(receipt, PERSON, options());
    expect(server.sent).toEqual([]);
    failNext("deleteMessage", 400, "Bad Request: message can't be deleted");
    await expect(
      sending.remove(receipt, PERSON, options()),
    ).rejects.toMatchObject({ kind: "refused" });
  });

  it("shows drafts of one answer under one id until a message is sent", async () => {
    for (const text of ["He", "**Hello**"])
      await sending.showDraft?.(await partOf(text), PERSON, options());
    expect(server.drafts.get(42)).toMatchObject({
      id: 31,
      text: "Hello",
      entities: [{ type: "bold" }],
    });
    expect(server.sent).toEqual([]);
    await send("Hello");
    expect(server.drafts.size).toBe(0);
    // Telegram takes no id of zero.
    await sending.showDraft?.(await partOf("Hi"), { chat: 42 }, options());
    expect(server.drafts.get(42)?.id).toBe(1);
  });

  async function send(markdown: string, to: ReplyAddress = PERSON) {
    return sending.send(await partOf(markdown), to, options());
  }

  async function edit(receipt: { id: string }, markdown: string) {
    return sending.edit(receipt, await partOf(markdown), PERSON, options());
  }

  function failNext(method: string, status: number, description: string): void {
    const body = { ok: false, error_code: status, description };
    server.failNext({ method, status, body });
  }

  function migrateNext(method: string): void {
    server.failNext({
      method,
      status: 400,
      body: {
        ok: false,
        error_code: 400,
        description:
          "Bad Request: group chat was upgraded to a supergroup chat",
        parameters: { migrate_to_chat_id: -100_500 },
      },
    });
  }
});

async function partOf(markdown: string): Promise<ReplyPart> {
  const [part] = await toTelegramParts(markdown);
  if (part === undefined) throw new Error("Nothing to send.");
  return part;
}

function options() {
  return sendOptions();
}
