import type {
  Editing,
  Receipt,
  ReplyPart,
  SendingSide,
  SendOptions,
} from "../../channel.ts";
import { isStillThere, pause } from "../call-platform.ts";
import { toUuid } from "../uuid-key.ts";
import {
  type DiscordAddress,
  parseAddress,
  TOKEN_MS,
} from "./discord-address.ts";
import {
  callDiscord,
  type DiscordAccess,
  isMessageGone,
  isTokenUnknown,
} from "./discord-api.ts";

/** A webhook takes five calls in five seconds (the X-RateLimit headers of its answers say so). */
const INTERVAL_MS = 1_200;
/** The receipt of the deferred reply: by its token it is found under a name of its own, later under its id. */
const ORIGINAL = "original:";
/** Discord knows a deferred reply once our answer to the interaction has arrived: a quick command may be quicker. */
const SETTLE_MS = 5_000;
/** A nonce has at most so many characters (https://discord.com/developers/docs/resources/message#create-message). */
const NONCE_LENGTH = 25;
/** Links are not shown again below the text. */
const SUPPRESS_EMBEDS = 4;
const MAX_BUTTONS_IN_ROW = 5;

/** The channel's sending side. */
export function createDiscordSending({
  streaming,
  now,
  retryMs = 400,
  ...access
}: DiscordAccess & {
  streaming: "on" | "off";
  now: () => number;
  /** Between two tries while Discord does not know the interaction yet. */
  retryMs?: number | undefined;
}): SendingSide & Editing {
  /** By the interaction's token, or `undefined` where it is over. */
  const answer = async (
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

  /** As the bot: Discord recognises the key for some minutes, and gives the message of the first time. */
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
        nonce: nonce.slice(0, NONCE_LENGTH),
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
    // The first part fills the deferred reply: however often, there is one. Others follow.
    const isFirst = options.index === 0 && to.pressed === undefined;
    const path = isFirst ? "/messages/@original" : "?wait=true";
    const method = isFirst ? "PATCH" : "POST";
    const call = { method, body: toContent(part), access, signal } as const;
    const id = await answer(
      to,
      (webhook) => callDiscord(webhook + path, call),
      { signal },
    );
    if (id === undefined) return post(part, to, options);
    return { id: isFirst ? ORIGINAL + id : id };
  };

  /** Changes a message that was sent; whether it was still there. */
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
      const done = await answer(
        to,
        (webhook) => callDiscord(`${webhook}/messages/${message}`, call),
        options,
      );
      if (done === undefined)
        await callDiscord(`${messagesOf(to)}/${id}`, { ...call, asBot: true });
    };
    return isStillThere(attempt(), isMessageGone);
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

/** Mentions nobody, whatever the text says. */
function toContent({ text, buttons = [] }: ReplyPart): object {
  return {
    content: text,
    allowed_mentions: { parse: [] },
    flags: SUPPRESS_EMBEDS,
    components: buttons.map((row) => ({
      type: 1,
      components: row
        .slice(0, MAX_BUTTONS_IN_ROW)
        .map(({ label, command }) => ({
          type: 2,
          style: 2,
          label: label.slice(0, 80),
          custom_id: command,
        })),
    })),
  };
}
