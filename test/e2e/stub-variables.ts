import type { OpenAIServer } from "../stubs/openai-server.ts";
import type { TelegramServer } from "../stubs/telegram-server.ts";

export const MODEL_KEY = "sk-end-to-end";
export const TELEGRAM_SECRET = "end-to-end_secret_of_these_very_tests";

/** Makes Parley use the stub as its model. */
export function modelVariables({ url }: Pick<OpenAIServer, "url">) {
  return {
    OPENAI_API_KEY: MODEL_KEY,
    OPENAI_BASE_URL: url,
    OPENAI_MODEL: "stub",
  };
}

/** Makes Parley use the stub, and accept updates with the secret. */
export function telegramVariables({
  token,
  url,
}: Pick<TelegramServer, "token" | "url">) {
  return {
    TELEGRAM_BOT_TOKEN: token,
    TELEGRAM_WEBHOOK_SECRET: TELEGRAM_SECRET,
    TELEGRAM_API_ROOT: url,
  };
}
