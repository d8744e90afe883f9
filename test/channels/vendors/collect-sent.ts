import type {
  Channel,
  ReceivingChannel,
  SendOptions,
} from "../../../src/types/channel.ts";
import { DeliveryError } from "../../../src/types/errors.ts";
import type { ReplyAddress } from "../../../src/types/message.ts";
import type { ReplyPart } from "../../../src/types/reply.ts";
import { acceptRequest } from "../../fixtures/accept-request.ts";
import { loadChannel } from "../../fixtures/load-channel.ts";
import { sendOptions } from "../../fixtures/send-options.ts";
import type { ChatPlatform } from "../../stubs/chats/chat-platform.ts";
import type { Typed } from "./find-mistakes.ts";

/** A platform that is sent everything that its channel can say. */
export interface Sender {
  readonly start: () => Promise<ChatPlatform>;
  /** With messages to answer, besides those that people write to the bot. */
  readonly requests?: (url: string) => readonly Request[];
  /** Of which type the body of a call is, by its method and path. */
  readonly calls: Readonly<Record<string, RegExp>>;
  /** The type of what its requests are answered with. */
  readonly answers?: string;
  /** What else is sent, by its type. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Everything that is sent, once in each shape. */
export async function collectSent(
  name: string,
  { start, requests = () => [], calls, answers, more = {} }: Sender,
): Promise<readonly Typed[]> {
  const chats = await start();
  const { server } = chats;
  try {
    const channel = await loadChannel(name, chats.variables(server.url));
    const values = Object.entries(more).map(([type, value]): Typed => ({
      what: type,
      type,
      value,
    }));
    const written = [
      chats.deliver({ text: "Hi", id: 1, chat: 7 }),
      chats.deliver({ text: "Hi", id: 2, chat: 7, agoMs: 3_600_000 }),
      ...requests(server.url),
    ];
    for (const request of written) {
      const body = await answerAll(channel, await request);
      if (answers !== undefined && body !== undefined)
        values.push({ what: "an answer", type: answers, value: body });
    }
    for (const { method, path, body } of server.calls) {
      const what = `${method} ${path}`;
      const [type] =
        Object.entries(calls).find(([, call]) => call.test(what)) ?? [];
      if (type !== undefined && body !== "")
        values.push({ what, type, value: body });
    }
    return [
      ...new Map(values.map((typed) => [shapeOf(typed), typed])).values(),
    ];
  } finally {
    await server.close();
  }
}

/** Gives the JSON that the request itself is answered with, if any. */
async function answerAll(
  channel: ReceivingChannel,
  request: Request,
): Promise<unknown> {
  const { messages, answer } = await acceptRequest(channel, request);
  for (const { replyTo } of messages) await sendEverything(channel, replyTo);
  return answer !== undefined && "body" in answer
    ? JSON.parse(answer.body)
    : undefined;
}

const TEXT: ReplyPart = { text: "**Rain** is water" };
const LONGER: ReplyPart = { text: "**Rain** is water that falls" };
const BUTTONS: ReplyPart = {
  ...LONGER,
  buttons: [[{ label: "Forget", command: "memory forget" }]],
};

/** Each kind of part, in each way that the channel has: first and later ones, shown while they are written, edited, and taken back. */
async function sendEverything(
  channel: Channel,
  to: ReplyAddress,
): Promise<void> {
  const send = (part: ReplyPart, options: Partial<SendOptions>) =>
    attempt(channel.send(part, to, sendOptions(options)));
  await attempt(channel.showTyping?.(to, sendOptions()));
  for (const part of [TEXT, BUTTONS])
    for (const index of [0, 1]) await send(part, { index });
  for (const preview of ["status", "answer"] as const) {
    const receipt = await send(TEXT, { preview });
    if (receipt === undefined) continue;
    for (const part of [TEXT, LONGER])
      await attempt(
        channel.edit?.(receipt, part, to, sendOptions({ preview: "answer" })),
      );
    for (const part of [LONGER, BUTTONS])
      await attempt(channel.edit?.(receipt, part, to, sendOptions()));
    await attempt(channel.remove?.(receipt, to, sendOptions()));
  }
}

/** What counts is what was sent, whether it was taken or not. */
async function attempt<Result>(
  sending: Promise<Result> | undefined,
): Promise<Result | undefined> {
  try {
    return await sending;
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return undefined;
  }
}

/** The same for values that differ only in ids, times and texts. */
function shapeOf({ type, value }: Typed): string {
  const shape = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" ? inner : typeof inner,
  );
  return `${type} ${shape}`;
}
