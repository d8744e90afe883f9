import { logError } from "../../runtime/log.ts";
import type { Editing, ReceivingChannel } from "../../types/channel.ts";
import { accept, jsonAnswer } from "../kit/reception.ts";
import { createAttachmentFetcher } from "./attachments.ts";
import { createFeishuApi, type FeishuAccess } from "./feishu-api.ts";
import { MAX_TEXT_BYTES, splitForFeishu } from "./feishu-markup.ts";
import { createFeishuSending } from "./feishu-sending.ts";
import { createMessageFetcher } from "./fetch-messages.ts";
import { parseEvent } from "./parse-event.ts";
import { readEvent } from "./read-event.ts";

/**
 * Private chats and groups of Feishu or Lark, through events of version 2.0.
 */
export function createFeishuChannel({
  encryptKey,
  verificationToken,
  streaming = "on",
  ...access
}: FeishuAccess & {
  encryptKey: string;
  verificationToken: string;
  streaming?: "on" | "off";
}): ReceivingChannel & Editing {
  const { now = Date.now } = access;
  const api = createFeishuApi(access);
  return {
    name: "feishu",
    capabilities: {
      maxPartLength: MAX_TEXT_BYTES,
      lengthUnit: "utf-8",
      commands: true,
      buttons: true,
      quotesById: true,
    },

    async receive(request) {
      const read = await readEvent(request, {
        encryptKey,
        verificationToken,
        now,
      });
      if (read.kind === "refused") return read;
      if (read.value.kind === "challenge") {
        const { challenge } = read.value;
        return accept(undefined, jsonAnswer({ challenge }));
      }
      const parsed = parseEvent(read.value.source, { verificationToken });
      // Unreadable events are acknowledged too: Feishu would only retry them.
      if (parsed.kind === "malformed")
        logError("Feishu event not read", {
          reason: "not as Feishu describes it, or with another token",
        });
      const message = parsed.kind === "message" ? parsed.message : undefined;
      return accept(message, jsonAnswer({}));
    },

    split: splitForFeishu,

    ...createFeishuSending({ api, streaming }),

    fetchAttachment: createAttachmentFetcher({ ...access, api }),

    fetchMessages: createMessageFetcher({ ...access, api }),
  };
}
