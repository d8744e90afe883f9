import * as z from "zod";
import { chatMethods, type Chats } from "./telegram-chats.ts";
import { json, MethodError, parse, whole } from "./telegram-method.ts";

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

/** The bot's state in the stub. */
export interface BotState {
  readonly chats: Chats;
  readonly updates: TelegramUpdate[];
  readonly commands: Map<
    string,
    readonly { command: string; description: string }[]
  >;
  webhook: Webhook | undefined;
  /** Button presses that still show a progress indicator. */
  readonly presses: Set<string>;
  /** Files that users have sent, by id. */
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
}

type Method = (bot: BotState, parameters: unknown) => unknown;

/** The Bot API's methods, with Telegram's checks and error messages. */
export const telegramMethods: Readonly<Record<string, Method>> = {
  ...Object.fromEntries(
    Object.entries(chatMethods).map(([name, run]): [string, Method] => [
      name,
      ({ chats }, parameters) => run(chats, parameters),
    ]),
  ),
  getMe: () => ({
    id: 123456,
    is_bot: true,
    first_name: "Parley",
    username: "parley_test_bot",
    can_join_groups: true,
    can_read_all_group_messages: false,
  }),
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
    const { commands, scope, language_code } = parse(Commands, parameters);
    bot.commands.set([scope.type, ...language_code].join("/"), commands);
    return true;
  },
  answerCallbackQuery: (bot, parameters) => {
    const { callback_query_id: id } = parse(Answer, parameters);
    if (!bot.presses.delete(id))
      throw new MethodError(
        400,
        "Bad Request: query is too old and response timeout expired or query ID is invalid",
      );
    return true;
  },
  getUpdates: takeUpdates,
  getFile,
};

const list = <Item extends z.ZodType>(item: Item) => json(z.array(item));

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
  scope: json(
    z.object({
      type: z.enum(["default", "all_private_chats", "all_group_chats"]),
    }),
  ).default({ type: "default" }),
  language_code: z
    .string()
    .regex(/^[a-z]{2}$/)
    .transform((code) => [code])
    .default([]),
});
const Answer = z.object({ callback_query_id: z.string() });
const Polling = z.object({ offset: whole().optional() });

/** Download limit for bots: 20 MB. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;

function getFile({ files }: BotState, parameters: unknown): unknown {
  const { file_id } = parse(z.object({ file_id: z.string() }), parameters);
  const content = files.get(file_id);
  if (content === undefined)
    throw new MethodError(
      400,
      "Bad Request: wrong file_id or the file is temporarily unavailable",
    );
  if (content.length > MAX_FILE_BYTES)
    throw new MethodError(400, "Bad Request: file is too big");
  return {
    file_id,
    file_unique_id: `unique-${file_id}`,
    file_size: content.length,
    file_path: `files/${file_id}`,
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

/** Drops the updates before the offset and returns the others. */
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
