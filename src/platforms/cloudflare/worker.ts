import { env as startEnv } from "cloudflare:workers";
import type { ClientBindings } from "../../http/platform-context.ts";
import { createReceiver } from "../../http/receive-request.ts";
import { ConfigurationError } from "../../types/errors.ts";
import { addSecurityHeaders } from "../add-security-headers.ts";
import { createIntake } from "../assemble.ts";
import type { PlatformApp } from "../create-platform-app.ts";
import { refuseToStart, startBanner } from "../start-banner.ts";
import type { Env } from "./env.ts";
import { setUp } from "./set-up.ts";

export { CallbackObject } from "./callback-object.ts";
export { ConversationObject } from "./conversation-object.ts";
export { CountersObject, LibraryObject } from "./deployment-objects.ts";
export { DocumentObject } from "./document-object.ts";
export { MessageIndexObject } from "./message-index-object.ts";
export { TurnIndexObject } from "./turn-index-object.ts";

/** Created by the first request. */
let deployment: ReturnType<typeof createDeployment> | undefined;

/**
 * Passes every request to the app, or rejects it while the configuration is
 * wrong.
 */
export default {
  async fetch(request, env, context) {
    return addSecurityHeaders(await answer(request, env, context), request.url);
  },
} satisfies ExportedHandler<Env>;

async function answer(
  request: Request,
  env: Env,
  context: ExecutionContext,
): Promise<Response> {
  try {
    deployment ??= createDeployment(env);
  } catch (error) {
    if (error instanceof ConfigurationError)
      return refuseToStart(request, error);
    throw error;
  }
  const response = await deployment.receiver.receive(request);
  if (response !== undefined) return response;
  const app = await deployment.loadApp();
  // Cloudflare overwrites what the caller sent; `wrangler dev` does not set it.
  const clientAddress = request.headers.get("cf-connecting-ip") ?? undefined;
  const client: ClientBindings = { clientAddress };
  return app.fetch(request, client, context);
}

function createDeployment(env: Env) {
  const made = setUp(env);
  const { config, channels, mailbox, index, library, limiter } = made;
  let app: PlatformApp | undefined;
  return {
    receiver: createReceiver({
      channels: config.channels,
      receiving: channels.receiving,
      mailbox: createIntake(made, { mailbox, limiter }),
    }),
    async loadApp(): Promise<PlatformApp> {
      const { createPlatformApp } = await import("../create-platform-app.ts");
      app ??= createPlatformApp(made, {
        platform: "cloudflare",
        mailbox,
        index,
        library,
        limiter,
        async readAsset(name) {
          const url = `https://assets/assets/${name}`;
          const response = await env.ASSETS.fetch(url);
          if (!response.ok) throw new Error(`No asset is called ${name}.`);
          return response.text();
        },
      });
      return app;
    },
  };
}

console.log(startBanner(() => setUp(startEnv), { hasLibrary: true }));
