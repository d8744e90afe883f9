import { notFrom, refuse } from "../../http/problems.ts";
import type {
  Answer,
  ReceivingChannel,
  Reception,
  TurnAnswer,
  TurnProgress,
} from "../../types/channel.ts";
import { FETCHED_REPLIES } from "../kit/fetched-replies.ts";
import { accept, echo, logMalformed } from "../kit/reception.ts";
import { PLAIN_MARKUP } from "../markdown/plain-markup.ts";
import { createMarkupSplitter } from "../markdown/write-markup.ts";
import { createCallbackCipher } from "./callback-cipher.ts";
import { isSignedCallback, readCallbackQuery } from "./callback-signature.ts";
import { cutBytes } from "./cut-bytes.ts";
import { createWechatMediaFetcher } from "./fetch-wechat-media.ts";
import { cdata } from "./flat-xml.ts";
import { parseWechat, type WechatCallback } from "./parse-wechat.ts";
import {
  encryptAnswer,
  readCallback,
  type CallbackAccess,
} from "./read-callback.ts";
import { createWechatApi, type WechatAccess } from "./wechat-api.ts";
import { createWechatSending } from "./wechat-sending.ts";

/** Limit of a text message, in bytes of UTF-8. */
const MAX_TEXT_BYTES = 2_048;
/** How long WeChat shows "typing…". */
const TYPING_MS = 15_000;
/** WeChat times out after five seconds. It makes three attempts. */
const HOLD_MS = 6_000;
/** An attempt this long after the message is the last one. */
const LAST_TRY_MS = 8_500;
const LAST_WAIT_MS = 4_000;

/** A WeChat official account (公众号) with encrypted callbacks (安全模式). */
export function createWechatChannel({
  token,
  encodingAesKey,
  replies,
  now = Date.now,
  ...api
}: WechatAccess & {
  token: string;
  encodingAesKey: string;
  /**
   * `customer-service`: replies are sent through the API. `passive`: the reply
   * is the response to WeChat's callback, at most one, within 15 seconds.
   */
  replies: "customer-service" | "passive";
  now?: () => number;
}): ReceivingChannel {
  const receiveId = api.appId;
  const cipher = createCallbackCipher({ encodingAesKey, receiveId });
  const access = { token, cipher, now, unauthorized: UNAUTHORIZED };
  const isPassive = replies === "passive";
  const wechat = createWechatApi({ ...api, now });
  return {
    name: "wechat",
    ...(isPassive
      ? {
          ...FETCHED_REPLIES,
          capabilities: {
            maxPartLength: null,
            commands: true,
            reach: { kind: "none" },
            linksCode: true,
          },
        }
      : {
          ...createWechatSending(wechat),
          split: splitForWechat,
          capabilities: {
            maxPartLength: MAX_TEXT_BYTES,
            lengthUnit: "utf-8",
            typingMs: TYPING_MS,
            commands: true,
            reach: { kind: "window", hours: 48 },
            linksCode: true,
          },
        }),
    fetchAttachment: createWechatMediaFetcher({
      api: wechat,
      fetch: api.fetch,
    }),

    async receive(request) {
      if (request.method === "GET") return answerCheck(request, access);
      const callback = await readCallback(request, {
        access,
        findEncrypted: (body) =>
          /<Encrypt>\s*(?:<!\[CDATA\[)?([\w+/=]+)/.exec(body)?.[1],
      });
      if (callback.kind === "refused") return callback;
      const parsed = parseWechat(callback.value ?? "");
      if (parsed.kind === "malformed")
        logMalformed({ what: "WeChat callback", by: "WeChat" });
      if (parsed.kind !== "message") return accept(undefined);
      return accept(
        parsed.message,
        isPassive ? createPassiveAnswer(parsed, access) : undefined,
      );
    },
  };
}

/** Echoes the text with which WeChat verifies the webhook's address. */
async function answerCheck(
  request: Request,
  { token, now }: CallbackAccess,
): Promise<Reception> {
  const query = readCallbackQuery(request, { parameter: "signature", now });
  const body = new URL(request.url).searchParams.get("echostr") ?? "";
  const isSigned =
    query !== undefined &&
    /^[\w-]{1,200}$/.test(body) &&
    (await isSignedCallback(query, { token }));
  return isSigned ? echo(body) : refuse(UNAUTHORIZED);
}

/**
 * Waits for the reply in all three attempts. The first two may time out, so
 * that WeChat retries; the last one is answered in time, finished or not.
 */
function createPassiveAnswer(
  {
    message,
    account,
    createdAt,
  }: Extract<WechatCallback, { readonly kind: "message" }>,
  access: CallbackAccess,
): TurnAnswer {
  const isLast = access.now() - createdAt >= LAST_TRY_MS;
  return {
    turn: { conversation: message.conversation, id: message.id },
    waitMs: isLast ? LAST_WAIT_MS : HOLD_MS,
    async write(progress) {
      const content = await toContent(progress);
      if (content === "") return NO_REPLY;
      const xml = [
        cdata("ToUserName", message.author.id),
        cdata("FromUserName", account),
        `<CreateTime>${Math.floor(access.now() / 1_000)}</CreateTime>`,
        cdata("MsgType", "text"),
        cdata("Content", content),
      ];
      const answer = await encryptAnswer(`<xml>${xml.join("")}</xml>`, access);
      const sealed = [
        cdata("Encrypt", answer.encrypted),
        cdata("MsgSignature", answer.signature),
        `<TimeStamp>${answer.timestamp}</TimeStamp>`,
        cdata("Nonce", answer.nonce),
      ];
      const body = `<xml>${sealed.join("")}</xml>`;
      return { type: "application/xml", body };
    },
  };
}

/** WeChat shows no reply for an empty body. */
const NO_REPLY: Answer = { type: "text/plain", body: "" };

const UNFINISHED =
  "回答还没写完，微信已不再等待。过一会儿发送“重复上一个回答”就能看到。\n\nThe answer is not finished yet, and WeChat has stopped waiting. Send “repeat your last answer” in a moment.";

/** The reply, truncated to one text message. */
async function toContent({
  text,
  hasEnded,
  sources,
}: TurnProgress): Promise<string> {
  if (!hasEnded) return UNFINISHED;
  const parts = await splitForWechat(text, {
    sources: { label: "🔗", sources },
  });
  return cutBytes(parts.map((part) => part.text).join("\n\n"), MAX_TEXT_BYTES);
}

const splitForWechat = createMarkupSplitter({
  markup: PLAIN_MARKUP,
  max: MAX_TEXT_BYTES,
  unit: "utf-8",
});

const UNAUTHORIZED = notFrom(
  "WeChat",
  "The signature is missing, wrong, or older than five minutes, or the message is not encrypted with the key. Choose the safe mode (安全模式) in Server configuration, with the values of WECHAT_TOKEN and WECHAT_ENCODING_AES_KEY.",
);
