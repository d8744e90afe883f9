import { env as startEnv } from "cloudflare:workers";
import { ConfigurationError } from "../../errors.ts";
import { createPlatformApp, type PlatformApp } from "../create-platform-app.ts";
import { createRateLimiter } from "../../limits/rate-limiter.ts";
import { refuseToStart } from "../refuse-to-start.ts";
import { startBanner } from "../start-banner.ts";
import { createDurableObjectCounters } from "./counters-object.ts";
import { createDurableObjectFailureList } from "./durable-object-failure-list.ts";
import { createDurableObjectLibrary } from "./durable-object-library.ts";
import { createDurableObjectMailbox } from "./durable-object-mailbox.ts";
import { createDurableObjectMessageIndex } from "./durable-object-message-index.ts";
import type { Env } from "./env.ts";
import { setUp } from "./set-up.ts";

export { CallbackObject } from "./callback-object.ts";
export { ConversationObject } from "./conversation-object.ts";
export { CountersObject } from "./counters-object.ts";
export { FailureListObject } from "./failure-list-object.ts";
export { LibraryObject } from "./library-object.ts";
export { MessageIndexObject } from "./message-index-object.ts";

let app: PlatformApp | undefined;

/** The Worker: hands every request to the app, or refuses them all while the configuration is wrong. */
export default {
  async fetch(request, env, context) {
    try {
      app ??= createCloudflareApp(env);
    } catch (error) {
      if (error instanceof ConfigurationError)
        return refuseToStart(request, error);
      throw error;
    }
    return app.fetch(request, env, context);
  },
} satisfies ExportedHandler<Env>;

function createCloudflareApp(env: Env): PlatformApp {
  const made = setUp(env);
  return createPlatformApp(made, {
    mailbox: createDurableObjectMailbox(env.CONVERSATION),
    index: createDurableObjectMessageIndex(env.MESSAGE_INDEX),
    library: createDurableObjectLibrary(env.LIBRARY),
    failures: createDurableObjectFailureList(env.FAILURE_LIST),
    limiter: createRateLimiter({
      counters: createDurableObjectCounters({
        namespace: env.COUNTERS,
        objectOf: (key) => key,
      }),
    }),
  });
}

console.log(
  startBanner(() => setUp(startEnv), {
    command: "wrangler dev",
    hasLibrary: true,
  }),
);
