import { Hono, type Handler, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { canKeepCookies } from "../../http/cookies.ts";
import { findOtherSite } from "../../http/find-other-site.ts";
import { problemFor } from "../../http/html.ts";
import { readJson } from "../../http/json-body.ts";
import { clientAddressOf } from "../../http/platform-context.ts";
import { problemResponse } from "../../http/problems.ts";
import type { ShownModel } from "../../types/page.ts";
import type { Problem } from "../../types/problem.ts";
import { accentStyle } from "./accent.ts";
import {
  HTTPS_REQUIRED,
  IDENTITY_EXPIRED,
  NO_SESSION,
} from "./access-problems.ts";
import { createConversationRoutes } from "./conversation-routes.ts";
import { conversationNumberOf, UNKNOWN_CONVERSATION } from "./conversations.ts";
import {
  createFrameRoutes,
  openEmbeddedSession,
  type EmbeddingRoutesOptions,
} from "./embedding-routes.ts";
import { attemptLogin, type LoginGuard } from "./login-guard.ts";
import { ACCENT_PATH, pageResponse } from "./page-response.ts";
import { toConversationBody, type PageState } from "./shown-conversation.ts";
import { admitSession, type VisitorVariables } from "./visitor-limits.ts";
import {
  createVisitorRoutes,
  type VisitorRoutesOptions,
} from "./visitor-routes.ts";
import type { Sessions, WebAccess } from "./web-access.ts";

const LoginBody = z.object({ password: z.string("must be a string") });
const SessionBody = z.object({ token: z.string().max(10_000).optional() });

export interface WebRoutesOptions
  extends Omit<VisitorRoutesOptions, "page">, EmbeddingRoutesOptions {
  readonly model: ShownModel;
  readonly access: WebAccess;
  readonly sessions: Sessions;
  readonly loginGuard: LoginGuard;
}

/** The chat page at `/`, and its API under `/web`. */
export function createWebRoutes(
  options: WebRoutesOptions,
): Hono<VisitorVariables> {
  const { access, identity, model } = options;
  const { accentColor, name: botName } = identity;
  const page = { model, botName, canSignOut: access.hasPassword };
  const visitorRoutes = { ...options, page };
  const routes = new Hono<VisitorVariables>();

  routes.get("/", showPage(options));
  routes.route("/", createFrameRoutes(options));

  if (accentColor !== undefined)
    routes.get(ACCENT_PATH, (context) =>
      context.body(accentStyle(accentColor), 200, {
        "content-type": "text/css; charset=utf-8",
        "cache-control": "no-cache",
      }),
    );

  routes.use("/web/*", async (context, next) => {
    const request = context.req.raw;
    const problem = canKeepCookies(request)
      ? findOtherSite(request)
      : HTTPS_REQUIRED;
    if (problem !== undefined) return problemResponse(problem);
    context.header("cache-control", "no-store");
    return next();
  });

  routes.post("/web/login", logIn(options));

  routes.post("/web/logout", (context) => {
    context.header("set-cookie", access.logout(context.req.raw));
    return context.body(null, 204);
  });

  const requireAccess: MiddlewareHandler = async ({ req: { raw } }, next) => {
    const problem = await access.check(raw);
    return problem === undefined ? next() : problemResponse(problem);
  };
  routes.post("/web/session", requireAccess, createSession(options, page));
  routes.post("/web/embedded-session", openEmbeddedSession(options, page));
  // Whoever is embedded needs no access to the page itself.
  routes.use("/web/*", (context, next) =>
    isEmbedded(context.req.raw) ? next() : requireAccess(context, next),
  );

  routes.use("/web/*", identifyVisitor(options));
  routes.route("/web", createVisitorRoutes(visitorRoutes));
  routes.route("/web", createConversationRoutes(visitorRoutes));

  return routes;
}

function showPage({
  access,
  challenge,
  identity,
  tools,
  takes,
  suggest,
}: WebRoutesOptions): Handler {
  return async (context) => {
    const request = context.req.raw;
    if (!canKeepCookies(request)) return problemFor(request, HTTPS_REQUIRED);
    const linkCookie = await access.followLink(request);
    if (linkCookie !== undefined) {
      // Redirects to remove the token from the address bar, the history and
      // shared links.
      context.header("set-cookie", linkCookie);
      context.header("cache-control", "no-store");
      context.header("referrer-policy", "no-referrer");
      return context.redirect("/", 303);
    }
    const problem = await access.check(request);
    const isShown = problem === undefined || problem.status === 401;
    if (!isShown) return problemFor(request, problem);
    const widget = challenge?.widget;
    const suggests = suggest !== undefined;
    return pageResponse({ widget, identity, tools, takes, suggests });
  };
}

/** A request of the page in a frame of a site. */
function isEmbedded(request: Request): boolean {
  return request.headers.has("x-parley-frame");
}

function logIn({ access, loginGuard, clientKey }: WebRoutesOptions): Handler {
  return async (context) => {
    const request = context.req.raw;
    const problem = await access.check(request);
    if (problem !== undefined && problem.status !== 401)
      return problemResponse(problem);
    const body = await readJson(request, LoginBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const address = await clientKey(context);
    const device = await access.findDevice(request);
    const candidate = { address, device };
    const attempt = await attemptLogin(loginGuard, candidate, () =>
      access.login(request, body.value.password),
    );
    if (attempt.kind === "refused") return problemResponse(attempt.problem);
    if (attempt.kind === "wrong") return problemResponse(WRONG_PASSWORD);
    context.header("set-cookie", attempt.cookie);
    return context.body(null, 204);
  };
}

function createSession(
  { sessions, limits, challenge, clientKey }: WebRoutesOptions,
  page: PageState,
): Handler {
  return async (context) => {
    const request = context.req.raw;
    const body = await readJson(request, SessionBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const { token } = body.value;
    const address = clientAddressOf(context);
    const admission = await admitSession(limits, await clientKey(context));
    if (admission.kind === "refused") return problemResponse(admission.problem);
    const problem = await challenge?.check({ address, token });
    if (problem !== undefined) return problemResponse(problem);
    context.header("set-cookie", await sessions.create(request));
    return context.json(toConversationBody(page));
  };
}

function identifyVisitor({
  sessions,
  embedding,
  clientKey,
}: WebRoutesOptions): MiddlewareHandler<VisitorVariables> {
  return async (context, next) => {
    const { method, path, raw: request } = context.req;
    const session = await (isEmbedded(request) ? embedding : sessions).find(
      request,
    );
    if (session === undefined) {
      // Not an error: a new visitor has no conversation yet.
      return method === "GET" && path === "/web/conversation"
        ? context.body(null, 204)
        : problemResponse(isEmbedded(request) ? IDENTITY_EXPIRED : NO_SESSION);
    }
    const number = conversationNumberOf(request);
    if (number === undefined) return problemResponse(UNKNOWN_CONVERSATION);
    context.set("visitor", {
      address: await clientKey(context),
      name: session.visitor,
      displayName: session.displayName,
      site: session.site,
      number,
      conversation: await session.conversationName(number),
      conversationName: (other) => session.conversationName(other),
    });
    return next();
  };
}

const WRONG_PASSWORD: Problem = {
  status: 401,
  slug: "wrong-password",
  title: "Wrong password",
  detail: "Check it and try again.",
};
