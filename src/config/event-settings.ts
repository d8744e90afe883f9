import { list, text } from "../settings/fields.ts";
import type { ReplyAddress } from "../types/message.ts";

/** https, or http on this machine. */
export function eventsUrl() {
  return text().refine(
    isReceiver,
    "must be an address like https://desk.example.com/hooks/parley: https://, without a user name or password; http:// only for localhost, under `npm run dev`",
  );
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

function isReceiver(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLocal(url);
}

/** Only this machine can reach it. */
export function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && LOOPBACK.includes(hostname);
}

/** A chat of the team, as a channel's `send` understands it. */
export interface NotifiedChat {
  readonly channel: string;
  readonly to: ReplyAddress;
}

/** What an address needs besides its chat, on channels that may write first. */
const WRITE_FIRST: Readonly<
  Record<string, { readonly isNumber?: true; readonly more?: ReplyAddress }>
> = {
  telegram: { isNumber: true },
  slack: { more: { user: "" } },
  discord: {},
  feishu: {},
  line: {},
};

/** A conversation's name: `telegram:-100123`, `slack:C0123`, with a thread. */
export function notifiedChat() {
  return list()
    .transform(([entry = "", ...others]) =>
      others.length > 0 ? undefined : toChat(entry),
    )
    .refine(
      (chat) => chat !== undefined,
      `must be a chat of your team, like telegram:-1001234567890, telegram:-1001234567890:7 (a topic) or slack:C0123456789; on ${Object.keys(WRITE_FIRST).join(", ")}`,
    );
}

function toChat(entry: string): NotifiedChat | undefined {
  const [channel = "", chat = "", thread] = entry.split(":");
  const { isNumber, more } = WRITE_FIRST[channel] ?? {};
  const isKnown = Object.hasOwn(WRITE_FIRST, channel);
  const pattern = isNumber ? /^-?\d{1,16}$/ : /^[\w.-]{1,100}$/;
  const ids = [chat, ...(thread === undefined ? [] : [thread])];
  if (!isKnown || !ids.every((id) => pattern.test(id))) return undefined;
  const read = (id: string) => (isNumber ? Number(id) : id);
  return {
    channel,
    to: {
      ...more,
      chat: read(chat),
      ...(thread !== undefined && { thread: read(thread) }),
    },
  };
}
