import type { Api } from "grammy/web";
import type { BotCommand, WebhookInfo } from "grammy/types";

/**
 * Tells Telegram where to send the bot's messages, and which commands to offer; prints what Telegram says to each step.
 * Throws grammY's errors.
 */
export async function setWebhook({
  api,
  url,
  webhookSecret,
  print,
}: {
  api: Api;
  url: string;
  webhookSecret: string;
  print: (line: string) => void;
}): Promise<void> {
  const { username, first_name } = await api.getMe();
  print(`The bot is @${username} (${first_name}).`);

  await api.setWebhook(url, {
    secret_token: webhookSecret,
    allowed_updates: ["message"],
    max_connections: 40,
  });
  print(`Telegram sends its messages to ${url} from now on.`);

  await api.setMyCommands(ENGLISH_COMMANDS);
  await api.setMyCommands(CHINESE_COMMANDS, { language_code: "zh" });
  print(
    `It offers the commands ${ENGLISH_COMMANDS.map(({ command }) => `/${command}`).join(", ")}.`,
  );

  for (const line of describe(await api.getWebhookInfo())) print(line);
  print(`Write to the bot: https://t.me/${username}`);
}

/** Makes Telegram keep the bot's messages for whoever polls. */
export async function deleteWebhook({
  api,
  print,
}: {
  api: Api;
  print: (line: string) => void;
}): Promise<void> {
  const { username } = await api.getMe();
  await api.deleteWebhook();
  print(
    `@${username} has no webhook any more. Telegram keeps its messages for a day; \`npm run telegram:poll\` fetches them.`,
  );
}

const ENGLISH_COMMANDS: readonly BotCommand[] = [
  { command: "start", description: "Say hello" },
  { command: "help", description: "What I understand" },
  {
    command: "new",
    description: "Forget our conversation and begin a new one",
  },
];

const CHINESE_COMMANDS: readonly BotCommand[] = [
  { command: "start", description: "打个招呼" },
  { command: "help", description: "我能听懂什么" },
  { command: "new", description: "忘掉我们的对话，重新开始" },
];

function describe({
  pending_update_count: waiting,
  last_error_date,
  last_error_message = "",
}: WebhookInfo): readonly string[] {
  const waitingLine =
    waiting === 0
      ? "No messages wait."
      : `Messages that wait: ${waiting}. Telegram sends them now.`;
  if (last_error_date === undefined) return [waitingLine];
  const when = new Date(last_error_date * 1000).toISOString();
  return [
    waitingLine,
    `The last attempt that failed, at ${when}: ${last_error_message}`,
    ...adviceFor(last_error_message),
  ];
}

function adviceFor(message: string): readonly string[] {
  if (message.includes("401"))
    return [
      "→ If it fails again: the deployment has another TELEGRAM_WEBHOOK_SECRET than this computer. Set both to the same.",
    ];
  if (message.includes("404"))
    return [
      "→ If it fails again: the address is wrong, or the deployment lacks TELEGRAM_BOT_TOKEN or TELEGRAM_WEBHOOK_SECRET.",
    ];
  return [];
}
