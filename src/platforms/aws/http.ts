import { ConfigurationError } from "../../errors.ts";
import { refuseToStart, startBanner } from "../start-banner.ts";
import { createAwsApp } from "./create-aws-app.ts";
import { setUp } from "./set-up.ts";
import { loadSettings } from "./settings.ts";
import {
  createUrlHandler,
  onlyTelegram,
  type UrlApp,
  withoutTelegram,
} from "./url-handler.ts";
import { join } from "node:path";

const app = await createApp();

/** The function with the page and the API: hands every request to the app, or refuses them all while the configuration is wrong. */
export const handler = awslambda.streamifyResponse(
  createUrlHandler(withoutTelegram(app)),
);

/** The one that takes Telegram's updates, from the same code: no stream of the other one's keeps it from running. */
export const telegramHandler = awslambda.streamifyResponse(
  createUrlHandler(onlyTelegram(app)),
);

async function createApp(): Promise<UrlApp> {
  try {
    const made = setUp(await loadSettings(process.env));
    console.log(
      startBanner(() => made, {
        hasLibrary: false,
      }),
    );
    return createAwsApp(made, { assets: join(import.meta.dirname, "assets") });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    return { fetch: (request: Request) => refuseToStart(request, error) };
  }
}
