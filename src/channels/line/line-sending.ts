import * as z from "zod";
import { cutText } from "../../text/text.ts";
import type { Receipt, SendingSide } from "../../types/channel.ts";
import { DeliveryError } from "../../types/errors.ts";
import type { ReplyPart } from "../../types/reply.ts";
import { createAddressParser } from "../kit/address-parser.ts";
import {
  callPlatform,
  type PlatformAccess,
  type PlatformAnswer,
} from "../kit/call-platform.ts";
import { createContentFetcher } from "../kit/content-fetcher.ts";
import { toUuid } from "../kit/uuid-key.ts";

/** Access to LINE's API. */
export interface LineAccess extends PlatformAccess {
  /** Host of message contents. */
  readonly dataApiRoot: string;
  /**
   * `reply`: send with the message's reply token while it is valid, which is
   * free, and else by push messages. `push`: always by push messages.
   */
  readonly replies: "reply" | "push";
}

/**
 * Maximum duration of the loading animation; a message ends it earlier
 * (https://developers.line.biz/en/reference/messaging-api/#display-a-loading-indicator).
 */
export const LOADING_MS = 20_000;
/** LINE's limit: 13 quick replies, with labels of 20 characters. */
const MAX_QUICK_REPLIES = 13;
const MAX_LABEL_LENGTH = 20;

const parseAddress = createAddressParser("LINE", {
  chat: z.string(),
  token: z.string().optional(),
  /** Milliseconds since 1970. */
  tokenUntil: z.number().optional(),
});

const Failure = z.object({ message: z.string().optional() });
const Sent = z.object({
  sentMessages: z.array(z.object({ id: z.string() })).min(1),
});

export function createLineSending({
  now,
  ...access
}: LineAccess & { now: () => number }): SendingSide {
  return {
    async send(part, to, { key, signal }) {
      const { chat, token, tokenUntil = 0 } = parseAddress(to);
      const isFresh = token !== undefined && now() < tokenUntil;
      if (access.replies === "reply" && isFresh) {
        const receipt = await reply(part, { token, access, signal });
        if (receipt !== undefined) return receipt;
      }
      return push(part, { chat, key, access, signal });
    },

    async showTyping(to, { signal }) {
      const { chat } = parseAddress(to);
      // Groups do not support it.
      if (!chat.startsWith("U")) return;
      await call("/v2/bot/chat/loading/start", {
        body: { chatId: chat, loadingSeconds: LOADING_MS / 1_000 },
        access,
        signal,
      });
    },

    // A 202 counts as a failure: the content is still being prepared.
    fetchAttachment: createContentFetcher({
      platform: "LINE",
      find: async (file) => ({
        url: `${access.dataApiRoot}/v2/bot/message/${encodeURIComponent(file)}/content`,
        headers: { authorization: `Bearer ${access.token}` },
      }),
      fetch: access.fetch,
    }),
  };
}

interface Call {
  readonly access: LineAccess;
  readonly signal: AbortSignal;
}

/**
 * Sends with the reply token, which works once. `undefined` if it was used or
 * has expired; then push.
 */
async function reply(
  part: ReplyPart,
  { token, ...options }: Call & { token: string },
): Promise<Receipt | undefined> {
  const answer = await call("/v2/bot/message/reply", {
    body: { replyToken: token, messages: [toMessage(part)] },
    ...options,
  });
  const isUsed = /reply token/i.test(reasonOf(answer));
  return isUsed ? undefined : toReceipt(answer);
}

/**
 * LINE deduplicates by retry key for 24 hours:
 * https://developers.line.biz/en/docs/messaging-api/retrying-api-request/
 */
async function push(
  part: ReplyPart,
  { chat, key, ...options }: Call & { chat: string; key: string },
): Promise<Receipt> {
  const retryKey = await toUuid(key);
  const answer = await call("/v2/bot/message/push", {
    body: { to: chat, messages: [toMessage(part)] },
    headers: { "x-line-retry-key": retryKey },
    ...options,
  });
  return toReceipt(answer, { conflict: retryKey });
}

function call(
  path: string,
  {
    body,
    headers,
    access: { token, apiRoot, fetch },
    signal,
  }: Call & { body: unknown; headers?: Readonly<Record<string, string>> },
): Promise<PlatformAnswer> {
  return callPlatform(apiRoot + path, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
    fetch,
    signal,
  });
}

/** @param conflict receipt if LINE has accepted the same part before */
function toReceipt(
  answer: PlatformAnswer,
  { conflict }: { conflict?: string } = {},
): Receipt {
  const { status, body } = answer;
  const sent = Sent.safeParse(body).data?.sentMessages[0]?.id;
  if (status === 200) return { id: sent ?? "sent" };
  if (status === 409 && conflict !== undefined) return { id: sent ?? conflict };
  // The user has blocked the account, or the bot has left the group.
  const isGone =
    status === 403 || /not found|failed to send/i.test(reasonOf(answer));
  throw new DeliveryError({
    kind: isGone ? "gone" : "refused",
    reason: `HTTP ${status}`,
  });
}

function reasonOf({ body }: PlatformAnswer): string {
  return Failure.safeParse(body).data?.message ?? "";
}

/**
 * Buttons become quick replies, which the app shows below the newest message.
 */
function toMessage({ text, buttons = [] }: ReplyPart): object {
  const items = buttons.flat().slice(0, MAX_QUICK_REPLIES);
  return {
    type: "text",
    text,
    ...(items.length > 0 && {
      quickReply: {
        items: items.map(({ label, command }) => ({
          type: "action",
          action: {
            type: "postback",
            label: cutText(label, MAX_LABEL_LENGTH),
            data: command,
            displayText: label,
          },
        })),
      },
    }),
  };
}
