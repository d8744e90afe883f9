import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTelegramSending } from "../../../src/channels/telegram/telegram-sending.ts";
import type { ReplyPart } from "../../../src/types/reply.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import {
  startTelegramServer,
  type TelegramServer,
} from "../../stubs/telegram-server.ts";

const TO = { chat: 42, message: 1000, query: "press-1" };
const OPTIONS = sendOptions();
const PART: ReplyPart = {
  text: "Really?",
  entities: [{ type: "bold", offset: 0, length: 7 }],
  buttons: [
    [
      { label: "Yes", command: "memory forget 7" },
      { label: "No", command: "memory" },
    ],
  ],
};
const REFUSED: ReplyPart = {
  ...PART,
  entities: [{ type: "text_link", offset: 0, length: 7, url: "https://a:0" }],
};
const SHOWN = [
  [
    ["Yes", "memory forget 7"],
    ["No", "memory"],
  ],
];

let server: TelegramServer;
let sending: ReturnType<typeof createTelegramSending>;
beforeEach(async () => {
  server = await startTelegramServer();
  const { token, url: apiRoot } = server;
  sending = createTelegramSending({ token, apiRoot, streaming: "edit" });
});
afterEach(() => server.close());

describe("buttons", () => {
  it("are shown below a message", async () => {
    await sending.send(PART, TO, OPTIONS);
    expect(server.sent).toMatchObject([{ text: "Really?", buttons: SHOWN }]);
  });

  it("are kept if Telegram rejects the entities and the topic is gone", async () => {
    server.deleteTopic(42, 7);
    await sending.send(REFUSED, { ...TO, thread: 7 }, OPTIONS);
    expect(server.sent).toMatchObject([
      { text: "Really?", entities: [], buttons: SHOWN },
    ]);
  });

  it("are edited with the message, and removed with it", async () => {
    const { buttons: _, ...without } = PART;
    const receipt = await sending.send(without, TO, OPTIONS);
    for (let time = 0; time < 2; time++)
      expect(await sending.edit(receipt, PART, TO, OPTIONS)).toEqual(receipt);
    expect(server.sent).toMatchObject([{ text: "Really?", buttons: SHOWN }]);
    await sending.edit(receipt, without, TO, OPTIONS);
    expect(server.sent[0]).not.toHaveProperty("buttons");
  });

  it("are sent again if their message is gone", async () => {
    await sending.edit({ id: "1000" }, PART, TO, OPTIONS);
    expect(server.sent).toMatchObject([{ text: "Really?", buttons: SHOWN }]);
  });
});

describe("a file", () => {
  const file = { name: "conversation.json", content: '{"text":"你好"}\n' };

  it("is sent with its text and buttons, in the topic, as a reply to the message", async () => {
    const to = { chat: -100_5, message: 31, thread: 7 };
    const receipt = await sending.send({ ...PART, file }, to, OPTIONS);
    expect(server.sent).toMatchObject([
      {
        id: Number(receipt.id),
        chat: -100_5,
        thread: 7,
        replyTo: 31,
        text: "Really?",
        entities: [{ type: "bold" }],
        buttons: SHOWN,
        file,
      },
    ]);
  });

  it("is sent without entities if Telegram rejects them", async () => {
    await sending.send({ ...REFUSED, file }, TO, OPTIONS);
    expect(server.sent).toMatchObject([
      { text: "Really?", entities: [], file },
    ]);
  });

  it("that is too large is refused and not retried", async () => {
    server.failNext({
      method: "sendDocument",
      status: 413,
      body: {
        ok: false,
        error_code: 413,
        description: "Request Entity Too Large",
      },
    });
    await expect(
      sending.send({ ...PART, file }, TO, OPTIONS),
    ).rejects.toMatchObject({ kind: "refused" });
  });
});
