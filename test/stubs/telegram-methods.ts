import * as z from "zod";
import {
  checkTelegramHtml,
  type TelegramEntity,
} from "./check-telegram-html.ts";

/** A message that the bot has sent, as people see it. */
export interface SentMessage {
  readonly id: number;
  readonly chat: number;
  readonly thread?: number;
  readonly text: string;
  readonly entities: readonly TelegramEntity[];
}

export interface TelegramUpdate {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}

export interface Webhook {
  readonly url: string;
  readonly secretToken?: string;
  readonly allowedUpdates: readonly string[];
  readonly maxConnections: number;
}

/** What the bot has in the world of the stub. */
export interface BotState {
  readonly sent: SentMessage[];
  readonly updates: TelegramUpdate[];
  readonly commands: Map<
    string,
    readonly { command: string; description: string }[]
  >;
  webhook: Webhook | undefined;
}

export class MethodError extends Error {
  override readonly name = "MethodError";
  readonly status: number;

  constructor(status: number, description: string) {
    super(description);
    this.status = status;
  }
}

type Method = (bot: BotState, parameters: unknown) => unknown;

/** The Bot API's methods, each with Telegram's own checks and words. */
export const telegramMethods: Readonly<Record<string, Method>> = {
  getMe: () => ({
    id: 123456,
    is_bot: true,
    first_name: "Parley",
    username: "parley_test_bot",
  }),
  sendMessage,
  sendChatAction: (_, parameters) => {
    parse(ChatAction, parameters);
    return true;
  },
  setWebhook,
  deleteWebhook: (bot) => {
    bot.webhook = undefined;
    return true;
  },
  getWebhookInfo: ({ webhook, updates }) => ({
    url: webhook?.url ?? "",
    has_custom_certificate: false,
    pending_update_count: updates.length,
    ...(webhook !== undefined && {
      max_connections: webhook.maxConnections,
      allowed_updates: webhook.allowedUpdates,
    }),
  }),
  setMyCommands: (bot, parameters) => {
    const { commands, language_code } = parse(Commands, parameters);
    bot.commands.set(language_code, commands);
    return true;
  },
  getUpdates: takeUpdates,
};

/** In forms, numbers and lists come as text. */
const whole = () => z.coerce.number().int();
const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess(
    (value) => (typeof value === "string" ? JSON.parse(value) : value),
    z.array(item),
  );

const Message = z.object({
  chat_id: whole(),
  text: z.string(),
  parse_mode: z.literal("HTML").optional(),
  message_thread_id: whole().optional(),
});
const ChatAction = z.object({ chat_id: whole(), action: z.literal("typing") });
const WebhookParameters = z.object({
  url: z.string(),
  secret_token: z.string().optional(),
  allowed_updates: list(z.string()).default([]),
  max_connections: whole().default(40),
});
const Commands = z.object({
  commands: list(
    z.object({
      command: z.string().regex(/^[a-z0-9_]{1,32}$/),
      description: z.string().min(1).max(256),
    }),
  ),
  language_code: z.string().default(""),
});
const Polling = z.object({ offset: whole().optional() });

function sendMessage({ sent }: BotState, parameters: unknown): unknown {
  const {
    chat_id,
    text: source,
    parse_mode,
    message_thread_id,
  } = parse(Message, parameters);
  if (!source.isWellFormed())
    throw new MethodError(400, "Bad Request: strings must be encoded in UTF-8");
  const reading =
    parse_mode === "HTML"
      ? checkTelegramHtml(source)
      : ({ kind: "read", text: source, entities: [] } as const);
  if (reading.kind === "unparsable")
    throw new MethodError(
      400,
      `Bad Request: can't parse entities: ${reading.problem}`,
    );
  const { text, entities } = reading;
  if (/^[\s\p{Cc}\p{Cf}]*$/u.test(text))
    throw new MethodError(400, "Bad Request: message text is empty");
  if (text.length > 4096)
    throw new MethodError(400, "Bad Request: message is too long");

  const id = 1000 + sent.length;
  const thread = message_thread_id;
  sent.push({
    id,
    chat: chat_id,
    ...(thread !== undefined && { thread }),
    text,
    entities,
  });
  return {
    message_id: id,
    date: 1_800_000_000,
    chat: { id: chat_id, type: "private" },
    text,
    entities,
  };
}

function setWebhook(bot: BotState, parameters: unknown): true {
  const { url, secret_token, allowed_updates, max_connections } = parse(
    WebhookParameters,
    parameters,
  );
  if (url !== "" && !url.startsWith("https://"))
    throw new MethodError(
      400,
      "Bad Request: bad webhook: An HTTPS URL must be provided for webhook",
    );
  if (
    secret_token !== undefined &&
    !/^[A-Za-z0-9_-]{1,256}$/.test(secret_token)
  )
    throw new MethodError(
      400,
      "Bad Request: secret token contains unallowed characters",
    );
  bot.webhook =
    url === ""
      ? undefined
      : {
          url,
          ...(secret_token !== undefined && { secretToken: secret_token }),
          allowedUpdates: allowed_updates,
          maxConnections: max_connections,
        };
  return true;
}

/** Forgets the updates before the offset and shows the others. */
function takeUpdates(
  { webhook, updates }: BotState,
  parameters: unknown,
): readonly TelegramUpdate[] {
  if (webhook !== undefined) {
    throw new MethodError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  const { offset = 0 } = parse(Polling, parameters);
  while (updates[0] !== undefined && updates[0].update_id < offset)
    updates.shift();
  return updates.slice(0, 100);
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  parameters: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(parameters);
  if (!parsed.success)
    throw new MethodError(400, `Bad Request: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
