import { notFrom, refuse } from "../../http/problems.ts";
import { asObject, asText, parseJson } from "../../text/json.ts";
import { escapeMarkdown } from "../../text/text.ts";
import type {
  Answer,
  ReceivingChannel,
  Reception,
  TurnProgress,
} from "../../types/channel.ts";
import { FETCHED_REPLIES } from "../kit/fetched-replies.ts";
import { accept, echo, jsonAnswer, logMalformed } from "../kit/reception.ts";
import { createCallbackCipher } from "./callback-cipher.ts";
import { isSignedCallback, readCallbackQuery } from "./callback-signature.ts";
import { cutBytes } from "./cut-bytes.ts";
import { createWecomFileFetcher } from "./fetch-wecom-file.ts";
import { parseWecom } from "./parse-wecom.ts";
import {
  encryptAnswer,
  readCallback,
  type CallbackAccess,
} from "./read-callback.ts";

/**
 * Limit of a stream's content, in bytes of UTF-8
 * (https://developer.work.weixin.qq.com/document/path/101031).
 */
const MAX_CONTENT_BYTES = 20_480;
/** WeCom polls again after each response, and times out after five seconds. */
const REFRESH_MS = 1_500;
const GREETING_MS = 3_500;

/**
 * An AI bot (智能机器人) in WeCom. Sends nothing itself: the response to a
 * message names a stream, whose content WeCom polls for up to six minutes.
 */
export function createWecomChannel({
  token,
  encodingAesKey,
  fetch,
  now = Date.now,
}: {
  token: string;
  encodingAesKey: string;
  fetch?: typeof globalThis.fetch;
  now?: () => number;
}): ReceivingChannel {
  const cipher = createCallbackCipher({ encodingAesKey, receiveId: "" });
  const access = { token, cipher, now, unauthorized: UNAUTHORIZED };
  return {
    name: "wecom",
    ...FETCHED_REPLIES,
    capabilities: {
      maxPartLength: null,
      commands: true,
      reach: { kind: "none" },
    },
    fetchAttachment: createWecomFileFetcher({ cipher, fetch }),

    async receive(request) {
      if (request.method === "GET") return answerCheck(request, access);
      const callback = await readCallback(request, {
        access,
        findEncrypted: (body) =>
          asText(asObject(parseJson(body))["encrypt"]) || undefined,
      });
      return callback.kind === "refused"
        ? callback
        : answerCallback(callback.value, access);
    },
  };
}

/**
 * Decrypts and echoes the text with which WeCom verifies the webhook's address
 * (https://developer.work.weixin.qq.com/document/path/101033).
 */
async function answerCheck(
  request: Request,
  { token, cipher, now }: CallbackAccess,
): Promise<Reception> {
  const query = readCallbackQuery(request, { now });
  const encrypted = new URL(request.url).searchParams.get("echostr") ?? "";
  const isSigned =
    query !== undefined &&
    (await isSignedCallback(query, { token, encrypted }));
  const text = isSigned ? await cipher.decrypt(encrypted) : undefined;
  return text === undefined
    ? refuse(UNAUTHORIZED)
    : echo(new TextDecoder().decode(text));
}

async function answerCallback(
  text: string | undefined,
  access: CallbackAccess,
): Promise<Reception> {
  const seal = async (message: unknown): Promise<Answer> => {
    const { encrypted, signature, timestamp, nonce } = await encryptAnswer(
      JSON.stringify(message),
      access,
    );
    return jsonAnswer({
      encrypt: encrypted,
      msgsignature: signature,
      timestamp,
      nonce,
    });
  };
  const stream = (id: string, content: string, finish: boolean) =>
    seal({ msgtype: "stream", stream: { id, finish, content } });

  const callback = parseWecom(parseJson(text ?? ""));
  switch (callback.kind) {
    case "message": {
      const { message } = callback;
      return accept(message, await stream(message.id, "", false));
    }
    case "refresh": {
      const { turn } = callback;
      return accept(undefined, {
        turn,
        waitMs: REFRESH_MS,
        write: async (progress) =>
          stream(turn.id, await toContent(progress), progress.hasEnded),
      });
    }
    case "opened": {
      const { message } = callback;
      return accept(message, {
        turn: message,
        waitMs: GREETING_MS,
        write: ({ text: content, hasEnded }) =>
          hasEnded && content !== ""
            ? seal({ msgtype: "text", text: { content } })
            : { type: "text/plain", body: "" },
      });
    }
    case "malformed":
      logMalformed({ what: "WeCom callback", by: "WeCom" });
      return accept(undefined);
    case "other":
      return accept(undefined);
  }
}

/** In both languages, because the person's language is not known. */
const REJECTED =
  "这条消息没有被接收：等待的消息太多，或者你没有权限。请稍后再发。\n\nThis message was not accepted: too many messages are waiting, or you may not use this bot. Send it again later.";

const WAITING =
  "暂时没有得到回答，我会继续尝试。发送 /stop 可以停止。\n\nThere is no answer yet. I keep trying; /stop ends it.";

/** Markdown, followed by links to the sources if they fit. */
async function toContent({
  text,
  hasEnded,
  isWaiting,
  sources,
}: TurnProgress): Promise<string> {
  if (hasEnded && text === "") return REJECTED;
  // The answer replaces it, as every content replaces the one before.
  if (isWaiting) return WAITING;
  if (!hasEnded) {
    const { closeOpenEnds } = await import("../../document/close-open-ends.ts");
    return cutBytes(closeOpenEnds(text), MAX_CONTENT_BYTES);
  }
  const list = sources
    .map(({ title, url }) => `- [${escapeMarkdown(title)}](${url})`)
    .join("\n");
  const whole = list === "" ? text : `${text}\n\n---\n${list}`;
  const fits = new TextEncoder().encode(whole).length <= MAX_CONTENT_BYTES;
  return fits ? whole : cutBytes(text, MAX_CONTENT_BYTES);
}

const UNAUTHORIZED = notFrom(
  "WeCom",
  "The msg_signature is missing, wrong, or older than five minutes, or the message cannot be decrypted. Copy WECOM_TOKEN and WECOM_ENCODING_AES_KEY from the API mode of your AI bot.",
);
