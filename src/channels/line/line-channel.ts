import { notFrom, refuse } from "../../http/problems.ts";
import type { ReceivingChannel } from "../../types/channel.ts";
import { acceptAll } from "../kit/reception.ts";
import { isSigned, parseSigned, readSignedBody } from "../kit/signed-body.ts";
import { PLAIN_MARKUP } from "../markdown/plain-markup.ts";
import { createMarkupSplitter } from "../markdown/write-markup.ts";
import {
  createLineSending,
  LOADING_MS,
  type LineAccess,
} from "./line-sending.ts";
import { parseWebhook } from "./parse-webhook.ts";

/**
 * UTF-16 units
 * (https://developers.line.biz/en/reference/messaging-api/#text-message).
 */
const MAX_TEXT_LENGTH = 5_000;

/**
 * Chats, groups and rooms with a LINE official account, by the Messaging API.
 */
export function createLineChannel({
  channelSecret,
  idsKnownMs,
  now = Date.now,
  ...access
}: LineAccess & {
  /** LINE's HMAC secret for requests. */
  channelSecret: string;
  /** LINE signs no time: older events may be replays of forgotten ones. */
  idsKnownMs: number;
  now?: () => number;
}): ReceivingChannel {
  return {
    name: "line",
    capabilities: {
      maxPartLength: MAX_TEXT_LENGTH,
      typingMs: LOADING_MS,
      commands: true,
      reach: { kind: "plan" },
      buttons: "fleeting",
      linksCode: true,
      quotesById: true,
    },

    async receive(request) {
      const signature = request.headers.get("x-line-signature") ?? "";
      if (signature === "") return refuse(UNAUTHORIZED);
      const body = await readSignedBody(request);
      if (body.kind === "refused") return body;
      const isLines = await isSigned(body.value, {
        signature,
        encoding: "base64",
        secret: channelSecret,
      });
      if (!isLines) return refuse(UNAUTHORIZED);
      const source = parseSigned(body.value);
      const oldest = now() - idsKnownMs;
      return acceptAll(parseWebhook(source, { oldest }), LINE_EVENT);
    },

    split: splitForLine,

    ...createLineSending({ ...access, now }),
  };
}

const LINE_EVENT = { what: "LINE event", by: "LINE" };

const UNAUTHORIZED = notFrom(
  "LINE",
  "The X-Line-Signature header is missing or wrong. Copy LINE_CHANNEL_SECRET from Basic settings of your channel.",
);

const splitForLine = createMarkupSplitter({
  markup: PLAIN_MARKUP,
  max: MAX_TEXT_LENGTH,
});
