import { readDevVars } from "../read-dev-vars.ts";

/** The bot's settings that the Telegram scripts need. */
export interface TelegramSettings {
  readonly token: string;
  readonly webhookSecret: string;
  readonly apiRoot: string;
}

export type SettingsReading =
  | { readonly kind: "read"; readonly settings: TelegramSettings }
  /** One line per problem; never contains a value, since values are secret. */
  | { readonly kind: "wrong"; readonly problems: readonly string[] };

/**
 * Reads each setting from the environment, else from the directory's
 * `.dev.vars`.
 */
export async function readTelegramSettings({
  environment,
  directory,
}: {
  environment: Readonly<Record<string, string | undefined>>;
  directory: string;
}): Promise<SettingsReading> {
  const file = await readDevVars(directory);
  const read = (name: string): string =>
    (environment[name] || file[name] || "").trim();

  const token = read("TELEGRAM_BOT_TOKEN");
  const webhookSecret = read("TELEGRAM_WEBHOOK_SECRET");
  const apiRoot = read("TELEGRAM_API_ROOT") || "https://api.telegram.org";
  const problems = [
    ...(/^[\w:-]+$/.test(token) ? [] : [tokenProblem(token)]),
    ...(/^[\w-]{1,256}$/.test(webhookSecret)
      ? []
      : [secretProblem(webhookSecret)]),
    ...(/^https?:\/\//.test(apiRoot) && URL.canParse(apiRoot)
      ? []
      : [
          "TELEGRAM_API_ROOT is not an http(s) address; leave it out to use Telegram's own.",
        ]),
  ];
  return problems.length > 0
    ? { kind: "wrong", problems }
    : { kind: "read", settings: { token, webhookSecret, apiRoot } };
}

function tokenProblem(token: string): string {
  return token === ""
    ? "TELEGRAM_BOT_TOKEN is not set. Ask https://t.me/BotFather for a bot, and put its token into .dev.vars or the environment."
    : "TELEGRAM_BOT_TOKEN is not a bot token; those look like 123456:ABC-def. Copy it from https://t.me/BotFather again.";
}

function secretProblem(secret: string): string {
  return secret === ""
    ? "TELEGRAM_WEBHOOK_SECRET is not set. Create one with `openssl rand -hex 32` and put it into .dev.vars or the environment; set the same value on the deployment."
    : "TELEGRAM_WEBHOOK_SECRET may only contain letters, digits, _ and -, at most 256 characters.";
}
