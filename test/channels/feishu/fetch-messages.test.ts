import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFeishuChannel } from "../../../src/channels/feishu/feishu-channel.ts";
import type { ReceivingChannel } from "../../../src/types/channel.ts";
import {
  FEISHU_ENCRYPT_KEY,
  FEISHU_VERIFICATION_TOKEN,
} from "../../fixtures/feishu-requests.ts";
import {
  startFeishuServer,
  type FeishuServer,
} from "../../stubs/feishu-server.ts";

let server: FeishuServer;
let channel: ReceivingChannel;
beforeEach(async () => {
  server = await startFeishuServer();
  channel = createFeishuChannel({
    appId: server.appId,
    appSecret: server.appSecret,
    apiRoot: server.url,
    encryptKey: FEISHU_ENCRYPT_KEY,
    verificationToken: FEISHU_VERIFICATION_TOKEN,
  });
});
afterEach(() => server.close());

const { signal } = new AbortController();
const fetchMessages = (id: string) => channel.fetchMessages?.(id, { signal });

/** A message as Feishu returns it. */
const item = (type: string, content: unknown, more: object = {}) => ({
  message_id: "om_2",
  msg_type: type,
  create_time: "1615380573411",
  chat_id: "oc_1",
  sender: { id: "ou_bo", id_type: "open_id", sender_type: "user" },
  body: {
    content: typeof content === "string" ? content : JSON.stringify(content),
  },
  ...more,
});
const child = (type: string, content: unknown, more: object = {}) =>
  item(type, content, { upper_message_id: "om_merged", ...more });
const MERGED = item("merge_forward", "Merged and Forwarded Message", {
  message_id: "om_merged",
});

describe("messages that Feishu forwards as one", () => {
  it("are read in order, with what each type shows", async () => {
    server.received.set("om_merged", [
      MERGED,
      child(
        "text",
        { text: "@_user_1 it broke" },
        {
          mentions: [
            { key: "@_user_1", id: "ou_1", id_type: "open_id", name: "Cy" },
          ],
        },
      ),
      child("post", { content: [[{ tag: "text", text: "Since Friday" }]] }),
      null,
      "malformed",
      child("interactive", {
        schema: "2.0",
        header: { title: { tag: "plain_text", content: "Deploy" } },
        body: { elements: [{ tag: "markdown", content: "**failed**" }] },
      }),
      child("image", { image_key: "img_1" }),
      child(
        "text",
        { text: "I see." },
        {
          sender: { id: server.appId, id_type: "app_id", sender_type: "app" },
        },
      ),
      child("merge_forward", "Merged and Forwarded Message"),
      child("system", { template: "{from_user} joined" }),
    ]);
    const author = { id: "ou_bo" };
    expect(await fetchMessages("om_merged")).toEqual([
      { text: "@Cy it broke", author },
      { text: "Since Friday", author },
      { text: "Deploy\n**failed**", author },
      // Feishu does not hand out its file.
      { text: "", author, attachments: [{ kind: "photo" }] },
      { text: "I see.", author: "bot" },
      { text: "", author, attachments: [{ kind: "other" }] },
    ]);
  });

  it("may be a single one, with its files", async () => {
    server.received.set("om_2", [item("image", { image_key: "img_1" })]);
    expect(await fetchMessages("om_2")).toEqual([
      {
        text: "",
        author: { id: "ou_bo" },
        attachments: [{ kind: "photo", file: "om_2/image/img_1" }],
      },
    ]);
  });

  it("are limited in number", async () => {
    const many = Array.from({ length: 1_000 }, () =>
      child("text", { text: "x" }),
    );
    server.received.set("om_merged", [MERGED, ...many]);
    expect(await fetchMessages("om_merged")).toHaveLength(199);
  });

  it("are none if the bot may not read them, and the log says why", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    expect(await fetchMessages("om_unknown")).toEqual([]);
    expect(warn.mock.calls.join(" ")).toMatch(/not fetched.*230011/);
  });

  it.each([503, 429])(
    "are asked for again later if Feishu answers HTTP %i",
    async (status) => {
      server.failNext("/im/v1/messages", { status });
      await expect(fetchMessages("om_merged")).rejects.toMatchObject({
        name: "AttachmentError",
      });
    },
  );

  it("are no longer fetched once the turn is stopped", async () => {
    const stopped = { signal: AbortSignal.abort("Stopped.") };
    await expect(channel.fetchMessages?.("om_2", stopped)).rejects.toBe(
      "Stopped.",
    );
  });
});
