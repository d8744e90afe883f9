import type {
  Editing,
  Receipt,
  SendingSide,
  SendOptions,
} from "../../types/channel.ts";
import type { ReplyPart } from "../../types/reply.ts";
import {
  applyChange,
  pause,
  type PlatformAccess,
} from "../kit/call-platform.ts";
import { toUuid } from "../kit/uuid-key.ts";
import {
  parseAddress,
  TOKEN_MS,
  type DiscordAddress,
} from "./discord-address.ts";
import { callDiscord, isMessageGone, isTokenUnknown } from "./discord-api.ts";

/** The limit is five calls in 5 seconds per webhook (X-RateLimit headers). */
const INTERVAL_MS = 1_200;
/**
 * Marks the receipt of the deferred reply: it is `@original` while the
 * interaction's token is valid, and has its id afterwards.
 */
const ORIGINAL = "original:";
/**
 * The deferred reply exists only once Discord has received our response to the
 * interaction. A quick command may be faster.
 */
const SETTLE_MS = 5_000;
/** https://discord.com/developers/docs/resources/message#create-message */
const MAX_NONCE_LENGTH = 25;
/** Shows no link previews. */
const SUPPRESS_EMBEDS = 4;
/** https://discord.com/developers/docs/components/reference#action-row */
const MAX_ROWS = 5;
const MAX_BUTTONS_IN_ROW = 5;

export function createDiscordSending({
  streaming,
  now,
  retryMs = 400,
  ...access
}: PlatformAccess & {
  streaming: "on" | "off";
  now: () => number;
  /** Delay between attempts while the deferred reply does not exist yet. */
  retryMs?: number | undefined;
}): SendingSide & Editing {
  /** Calls with the interaction's token. `undefined` if that has expired. */
  const callByToken = async (
    to: DiscordAddress,
    call: (webhook: string) => Promise<string>,
    { signal }: { signal: AbortSignal },
  ): Promise<string | undefined> => {
    const { app, token, tokenUntil = 0 } = to;
    if (app === undefined || token === undefined) return undefined;
    while (now() < tokenUntil) {
      try {
        return await call(`/webhooks/${app}/${encodeURIComponent(token)}`);
      } catch (error) {
        if (!isTokenUnknown(error)) throw error;
        const age = now() - (tokenUntil - TOKEN_MS);
        if (age > SETTLE_MS) return undefined;
        await pause(retryMs, { signal });
      }
    }
    return undefined;
  };

  /**
   * Posts as the bot. Discord deduplicates by the nonce for some minutes, and
   * returns the first message.
   */
  const post = async (
    part: ReplyPart,
    to: DiscordAddress,
    { key, signal }: SendOptions,
  ): Promise<Receipt> => {
    const nonce = (await toUuid(key)).replaceAll("-", "");
    const id = await callDiscord(messagesOf(to), {
      method: "POST",
      body: {
        ...toContent(part),
        nonce: nonce.slice(0, MAX_NONCE_LENGTH),
        enforce_nonce: true,
      },
      access,
      signal,
      asBot: true,
    });
    return { id };
  };

  const send: SendingSide["send"] = async (part, address, options) => {
    const to = parseAddress(address);
    const { signal } = options;
    // The first part fills in the deferred reply, which is idempotent.
    const isFirst = options.index === 0 && to.pressed === undefined;
    const path = isFirst ? "/messages/@original" : "?wait=true";
    const method = isFirst ? "PATCH" : "POST";
    const call = { method, body: toContent(part), access, signal } as const;
    const id = await callByToken(
      to,
      (webhook) => callDiscord(webhook + path, call),
      { signal },
    );
    if (id === undefined) return post(part, to, options);
    return { id: isFirst ? ORIGINAL + id : id };
  };

  /** Changes a message. `false` if it no longer exists. */
  const change = async (
    { id: receipt }: Receipt,
    to: DiscordAddress,
    options: {
      method: "PATCH" | "DELETE";
      body?: unknown;
      signal: AbortSignal;
    },
  ): Promise<boolean> => {
    const isOriginal = receipt.startsWith(ORIGINAL) || receipt === to.pressed;
    const id = encodeURIComponent(receipt.replace(ORIGINAL, ""));
    const message = isOriginal ? "@original" : id;
    const call = { ...options, access };
    const attempt = async (): Promise<void> => {
      const done = await callByToken(
        to,
        (webhook) => callDiscord(`${webhook}/messages/${message}`, call),
        options,
      );
      if (done === undefined)
        await callDiscord(`${messagesOf(to)}/${id}`, { ...call, asBot: true });
    };
    return applyChange(attempt(), isMessageGone);
  };

  return {
    presentationAt: () => ({
      intervalMs: INTERVAL_MS,
      preview: streaming === "on" ? "messages" : "none",
    }),

    send,

    async edit(receipt, part, address, options) {
      const to = parseAddress(address);
      const isChanged = await change(receipt, to, {
        method: "PATCH",
        body: toContent(part),
        signal: options.signal,
      });
      return isChanged ? receipt : post(part, to, options);
    },

    async remove(receipt, address, { signal }) {
      await change(receipt, parseAddress(address), {
        method: "DELETE",
        signal,
      });
    },
  };
}

function messagesOf({ chat, thread = chat }: DiscordAddress): string {
  return `/channels/${encodeURIComponent(thread)}/messages`;
}

/** Never mentions anybody. */
function toContent({ text, buttons = [] }: ReplyPart): object {
  return {
    content: text,
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
    components: toRows(buttons).map((row) => ({
      type: 1,
      components: row.map(({ label, command }) => ({
        type: 2,
        style: 2,
        label,
        custom_id: command,
      })),
    })),
  };
}

/** As given, unless there are too many rows, which Discord rejects. */
function toRows(
  buttons: NonNullable<ReplyPart["buttons"]>,
): NonNullable<ReplyPart["buttons"]> {
  if (buttons.length <= MAX_ROWS) return buttons;
  const all = buttons.flat();
  const count = Math.ceil(all.length / MAX_BUTTONS_IN_ROW);
  return Array.from({ length: count }, (_, row) =>
    all.slice(row * MAX_BUTTONS_IN_ROW, (row + 1) * MAX_BUTTONS_IN_ROW),
  );
}
