import { env as startEnv } from "cloudflare:workers";
import { createApp } from "../../app.ts";
import { problemFor } from "../../channels/problem-response.ts";
import { limitMessages } from "../../conversation/limit-messages.ts";
import { ConfigurationError } from "../../errors.ts";
import { createDurableObjectFailureList } from "./durable-object-failure-list.ts";
import { createDurableObjectLibrary } from "./durable-object-library.ts";
import { createDurableObjectMailbox } from "./durable-object-mailbox.ts";
import { createDurableObjectMessageIndex } from "./durable-object-message-index.ts";
import type { Env } from "./env.ts";
import { setUp } from "./set-up.ts";
import { startBanner } from "./start-banner.ts";

export { BudgetObject } from "./budget-object.ts";
export { ConversationObject } from "./conversation-object.ts";
export { FailureListObject } from "./failure-list-object.ts";
export { LibraryObject } from "./library-object.ts";
export { MessageIndexObject } from "./message-index-object.ts";

let app: ReturnType<typeof createApp> | undefined;

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

function createCloudflareApp(env: Env): ReturnType<typeof createApp> {
  const { config, bot, channels, apiKeysFor, libraryKeysFor, webAccess } =
    setUp(env);
  const mailbox = createDurableObjectMailbox(env.CONVERSATION);
  return createApp({
    channels,
    apiKeysFor,
    webAccess,
    mailbox: limitMessages({ mailbox, budget: bot.budget }),
    archive: mailbox,
    index: createDurableObjectMessageIndex(env.MESSAGE_INDEX),
    library: libraryKeysFor && {
      store: createDurableObjectLibrary(env.LIBRARY),
      keysFor: libraryKeysFor,
    },
    admin:
      config.adminKey === undefined
        ? undefined
        : {
            key: config.adminKey,
            failures: createDurableObjectFailureList(env.FAILURE_LIST),
            mailbox,
          },
    isDemo: bot.isDemo,
    health: {
      model: bot.agent.model.name,
      tools: config.tools,
      channels: {
        telegram: config.telegram !== undefined,
        webhook: config.webhook.keys.length > 0 || config.isDevelopment,
        web: config.web.mode !== "off",
      },
    },
  });
}

/** Names of variables are no secrets; their values are, and are not in the error. */
function refuseToStart(
  request: Request,
  { problems }: ConfigurationError,
): Response {
  return problemFor(request, {
    status: 503,
    slug: "wrong-configuration",
    title: "Parley is not set up",
    detail: `${problems.map(({ variable, problem }) => `${variable} ${problem}.`).join(" ")} Mend that and start again: variables are read once, at the start.`,
    errors: problems.map(({ variable, problem }) => ({
      pointer: `/${variable}`,
      detail: problem,
    })),
  });
}

console.log(startBanner(() => setUp(startEnv)));
