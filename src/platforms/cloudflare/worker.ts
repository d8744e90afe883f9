import type { ClientBindings } from "../../channels/platform-context.ts";
import { ConfigurationError } from "../../errors.ts";
import { addSafetyHeaders } from "../add-safety-headers.ts";
import { createPlatformApp, type PlatformApp } from "../create-platform-app.ts";
import { refuseToStart, startBanner } from "../start-banner.ts";
import {
  createDurableObjectCounters,
  objectOfClient,
} from "./deployment-objects.ts";
import type { Env } from "./env.ts";
import {
  createDurableObjectFailureList,
  createDurableObjectLibrary,
  createDurableObjectMailbox,
  createDurableObjectMessageIndex,
} from "./object-clients.ts";
import { setUp } from "./set-up.ts";
import { env as startEnv } from "cloudflare:workers";

export { CallbackObject } from "./callback-object.ts";
export { ConversationObject } from "./conversation-object.ts";
export { CountersObject } from "./deployment-objects.ts";
export { FailureListObject } from "./deployment-objects.ts";
export { LibraryObject } from "./deployment-objects.ts";
export { MessageIndexObject } from "./message-index-object.ts";

let app: PlatformApp | undefined;

/** The Worker: hands every request to the app, or refuses them all while the configuration is wrong. */
export default {
  async fetch(request, env, context) {
    return addSafetyHeaders(await answer(request, env, context), request.url);
  },
} satisfies ExportedHandler<Env>;

async function answer(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Promise<Response> {
  try {
    app ??= createCloudflareApp(env);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return refuseToStart(request, error);
    throw error;
  }
  // Cloudflare sets it over whatever the caller has sent; `wrangler dev` does not.
  const clientAddress = request.headers.get("cf-connecting-ip") ?? undefined;
  const client: ClientBindings = { clientAddress };
  return app.fetch(request, client, context);
}

function createCloudflareApp(env: Env): PlatformApp {
  const made = setUp(env);
  return createPlatformApp(made, {
    mailbox: createDurableObjectMailbox(env.CONVERSATION),
    index: createDurableObjectMessageIndex(env.MESSAGE_INDEX),
    library: createDurableObjectLibrary(env.LIBRARY),
    failures: createDurableObjectFailureList(env.FAILURE_LIST),
    counters: createDurableObjectCounters({
      namespace: env.COUNTERS,
      objectOf: objectOfClient,
    }),
    async readAsset(name) {
      const response = await env.ASSETS.fetch(`https://assets/assets/${name}`);
      if (!response.ok) throw new Error(`No asset is called ${name}.`);
      return response.text();
    },
  });
}

console.log(
  startBanner(() => setUp(startEnv), {
    hasLibrary: true,
  }),
);
