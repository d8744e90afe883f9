import { expect, it } from "vitest";
import { DeliveryError } from "../../src/types/errors.ts";
import { loadChannel } from "../fixtures/load-channel.ts";
import { sendOptions } from "../fixtures/send-options.ts";
import type { ChatPlatform } from "../stubs/chats/chat-platform.ts";
import { startDiscordChats } from "../stubs/chats/discord-chats.ts";
import { startFeishuChats } from "../stubs/chats/feishu-chats.ts";
import { startLineChats } from "../stubs/chats/line-chats.ts";
import {
  startMessengerChats,
  startWhatsAppChats,
} from "../stubs/chats/meta-chats.ts";
import { startSlackChats } from "../stubs/chats/slack-chats.ts";
import { startTeamsChats } from "../stubs/chats/teams-chats.ts";
import { startWechatChats } from "../stubs/chats/wechat-chats.ts";

const SAID = "the doctor said Tuesday";

/** Refusals in the platforms' formats that repeat the text. */
const REFUSALS = [
  { code: 50_035, msg: SAID, message: SAID, errcode: 40_003, errmsg: SAID },
  { ok: false, error: SAID, error_description: SAID, description: SAID },
  { error: { code: 100, error_subcode: 33, message: SAID, type: SAID } },
  { error: { code: SAID, message: SAID } },
];

it.each<[string, () => Promise<ChatPlatform>]>([
  ["discord", startDiscordChats],
  ["feishu", startFeishuChats],
  ["line", startLineChats],
  ["messenger", startMessengerChats],
  ["slack", startSlackChats],
  ["teams", startTeamsChats],
  ["wechat", startWechatChats],
  ["whatsapp", startWhatsAppChats],
])(
  "a refusal by %s is described without what the platform repeats",
  async (name, start) => {
    const { server, variables, deliver } = await start();
    try {
      const channel = await loadChannel(name, variables(server.url));
      const request = await deliver({ text: SAID, id: 1, chat: 7 });
      const reception = await channel.receive(request);
      const to =
        reception.kind === "messages" ? reception.messages[0]?.replyTo : {};
      for (const body of REFUSALS)
        for (const status of [200, 400, 403]) {
          for (let call = 0; call < 3; call++)
            server.failNext("/", { status, body });
          const error: unknown = await channel
            .send({ text: SAID }, to ?? {}, sendOptions())
            .catch((thrown: unknown) => thrown);
          if (error instanceof DeliveryError)
            expect(error.message).not.toMatch(/doctor|Tuesday/);
        }
      server.failNext("/", { status: 403, body: REFUSALS[0] });
      await expect(
        channel.send({ text: SAID }, to ?? {}, sendOptions()),
      ).rejects.toThrow(DeliveryError);
    } finally {
      await server.close();
    }
  },
);
