import { ConfigurationError } from "../../errors.ts";
import { refuseToStart } from "../refuse-to-start.ts";
import { startBanner } from "../start-banner.ts";
import { createAwsApp } from "./create-aws-app.ts";
import { loadSettings } from "./load-settings.ts";
import { setUp } from "./set-up.ts";
import { createUrlHandler } from "./url-handler.ts";

/** The function behind the address: hands every request to the app, or refuses them all while the configuration is wrong. */
export const handler = awslambda.streamifyResponse(
  createUrlHandler(await createApp()),
);

async function createApp() {
  try {
    const made = setUp(await loadSettings(process.env));
    console.log(
      startBanner(() => made, {
        hasLibrary: false,
      }),
    );
    return createAwsApp(made);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    console.error(error.message);
    return { fetch: (request: Request) => refuseToStart(request, error) };
  }
}
