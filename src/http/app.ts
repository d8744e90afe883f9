import { Hono } from "hono";
import type { ConfiguredChannel } from "../channels/kit/channel-definition.ts";
import {
  createWebRoutes,
  type WebRoutesOptions,
} from "../page/server/routes.ts";
import { VERSION } from "../runtime/version.ts";
import type { ChannelName } from "../types/message.ts";
import type { SignIns } from "../types/sign-ins.ts";
import {
  createLibraryRoutes,
  type LibraryRoutesOptions,
} from "./admin/library-routes.ts";
import { createAdminRoutes, type AdminRoutesOptions } from "./admin/routes.ts";
import { createApiRoutes, type ApiRoutesOptions } from "./api/routes.ts";
import { createDeliveryRoutes } from "./console/delivery-routes.ts";
import { createHandoverRoutes } from "./console/handover-routes.ts";
import { createKeyedRoutes } from "./console/operators.ts";
import {
  createConsoleRoutes,
  type ConsoleRoutesOptions,
} from "./console/routes.ts";
import {
  createDescriptionRoutes,
  type ReadAsset,
} from "./description/routes.ts";
import { errorResponse } from "./error-response.ts";
import { createOpenAIRoutes } from "./openai/routes.ts";
import { createOperatorPages } from "./operator-pages.ts";
import { problemResponse, unknownRoute, wrongMethod } from "./problems.ts";
import type { Receiver } from "./receive-request.ts";
import { createSignInRoutes } from "./sign-in/routes.ts";

/** Which parts are set up. Public, so no secrets. */
interface Health {
  readonly model: string;
  readonly tools: readonly string[];
  readonly channels: Readonly<Record<ChannelName, boolean>> & {
    readonly webhook: boolean;
  };
}

/** Mounts the routes of every channel and API that is on. */
export function createApp({
  receiver,
  platformChannels,
  web,
  library,
  admin,
  console,
  signIns,
  readAsset,
  health,
  ...api
}: ApiRoutesOptions & {
  receiver: Receiver;
  /** All channels that have a definition, including those that are off. */
  platformChannels: readonly ConfiguredChannel[];
  web: Omit<WebRoutesOptions, "mailbox" | "archive" | "tools">;
  /** `undefined`: no routes that change the library. */
  library: LibraryRoutesOptions | undefined;
  /** `undefined`: no operator's routes. */
  admin: AdminRoutesOptions | undefined;
  /** `undefined`: there are no operators. */
  console: ConsoleRoutesOptions | undefined;
  /** `undefined`: no tool server wants a sign-in. */
  signIns: SignIns | undefined;
  readAsset: ReadAsset;
  health: Health;
}): Hono {
  const app = new Hono();
  const { mailbox, archive } = api;

  app.get("/healthz", (context) =>
    context.json({ status: "ok", version: VERSION, ...health }),
  );
  app.use(async ({ req }, next) => (await receiver.receive(req.raw)) ?? next());
  if (health.channels.webhook) {
    app.route("/", createDescriptionRoutes({ readAsset }));
    app.route("/v1", createApiRoutes(api));
    app.route("/openai/v1", createOpenAIRoutes(api));
  }
  if (library !== undefined)
    app.route("/library", createLibraryRoutes(library));
  if (console !== undefined) {
    app.route(
      "/admin/conversations",
      createKeyedRoutes(console, (record) =>
        createHandoverRoutes({ ...console, record }),
      ),
    );
    app.route(
      "/admin/deliveries",
      createKeyedRoutes(console, (record) =>
        createDeliveryRoutes({ ...console, record }),
      ),
    );
  }
  if (admin !== undefined) app.route("/admin", createAdminRoutes(admin));
  if (console !== undefined)
    app.route("/console", createConsoleRoutes(console));
  if (signIns !== undefined)
    app.route(
      "/oauth",
      createSignInRoutes({ signIns, mailbox, bot: web.identity.name }),
    );
  app.route("/", createOperatorPages());
  app.route(
    "/",
    createWebRoutes({
      ...web,
      mailbox,
      archive,
      tools: health.tools,
    }),
  );

  app.notFound(({ req: { method, path } }) => {
    const methods = withHead([
      ...receiver.methodsAt(path),
      ...findMethods(app, path),
    ]);
    return methods.length > 0
      ? refuseMethod(method, methods)
      : problemResponse(
          unknownRoute(
            explainMissingRoute(path, method, {
              ...health,
              platformChannels,
              hasLibrary: library !== undefined,
              hasAdmin: admin !== undefined,
              hasConsole: console !== undefined,
            }),
          ),
        );
  });

  app.onError((error, context) =>
    errorResponse(error, { route: context.req.routePath }),
  );

  return app;
}

function refuseMethod(method: string, allowed: readonly string[]): Response {
  const response = problemResponse(wrongMethod(method, allowed));
  response.headers.set("allow", allowed.join(", "));
  return response;
}

function explainMissingRoute(
  path: string,
  method: string,
  {
    channels,
    platformChannels,
    hasLibrary,
    hasAdmin,
    hasConsole,
  }: Health & {
    platformChannels: readonly ConfiguredChannel[];
    hasLibrary: boolean;
    hasAdmin: boolean;
    hasConsole: boolean;
  },
): string {
  const off = platformChannels.find(
    ({ definition: { name }, on }) =>
      on === undefined && path.startsWith(`/${name}/`),
  );
  if (off !== undefined)
    return `The ${off.definition.title} channel is off: set ${off.definition.switchedOnBy}.`;
  if (
    /^\/(?:(?:openai\/)?v1\/|docs$|openapi\.json$)/.test(path) &&
    !channels.webhook
  )
    return "The HTTP channel is off: set WEBHOOK_API_KEYS or WEBHOOK_SIGNING_SECRET.";
  if (path.startsWith("/library/") && !hasLibrary)
    return "The library's API is off: set LIBRARY_KEY.";
  if (path.startsWith("/admin/") && !hasAdmin)
    return "The operator's routes are off: set ADMIN_API_KEY.";
  if (path.startsWith("/console/") && !hasConsole)
    return "The console is off: set ADMIN_API_KEY or OPERATOR_KEYS.";
  const missing = `There is no route ${method} ${path.slice(0, 100)}.`;
  if (!channels.webhook) return missing;
  return /\/(?:chat\/completions|models)$/.test(path)
    ? `${missing} The base URL for OpenAI's clients ends in /openai/v1.`
    : `${missing} The routes of the API are listed at /docs.`;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The methods that a path supports; empty if no route matches it. */
function findMethods(app: Hono, path: string): readonly string[] {
  return METHODS.filter((method) =>
    // Skip middleware, which matches every method.
    app.router
      .match(method, path)[0]
      .some(([[, route]]) => route.method === method),
  );
}

function withHead(methods: readonly string[]): readonly string[] {
  return methods.flatMap((method) =>
    method === "GET" ? ["GET", "HEAD"] : [method],
  );
}
