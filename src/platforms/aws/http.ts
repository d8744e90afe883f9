import { join } from "node:path";
import { ConfigurationError } from "../../types/errors.ts";
import { refuseToStart, startBanner } from "../start-banner.ts";
import { createAwsApp } from "./create-aws-app.ts";
import { setUp } from "./set-up.ts";
import { loadSettings } from "./settings.ts";
import {
  createUrlHandler,
  onlyPlatforms,
  withoutPlatforms,
  type UrlApp,
} from "./url-handler.ts";

const app = await createApp();

/**
 * The function with the page and the API. Rejects every request while the
 * configuration is wrong.
 */
export const handler = awslambda.streamifyResponse(
  createUrlHandler(withoutPlatforms(app)),
);

/**
 * The function that receives the webhook requests of Telegram and other chat
 * platforms. Same code, but separate concurrency: streams of the other function
 * cannot block it.
 */
export const telegramHandler = awslambda.streamifyResponse(
  createUrlHandler(onlyPlatforms(app)),
);

async function createApp(): Promise<UrlApp> {
  try {
    const made = setUp(await loadSettings(process.env));
    console.log(startBanner(() => made, { hasLibrary: false }));
    return createAwsApp(made, {
      assets: join(import.meta.dirname, "assets"),
      telegramUrl: process.env["TELEGRAM_FUNCTION_URL"],
    });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    return { fetch: (request: Request) => refuseToStart(request, error) };
  }
}
