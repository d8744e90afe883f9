import { Hono } from "hono";
import type { Mailbox } from "../../types/mailbox.ts";
import {
  DEPLOYMENT,
  type SignInFault,
  type SignIns,
} from "../../types/sign-ins.ts";
import { acceptedLanguage } from "../accepted-language.ts";
import { readCookie, writeCookie } from "../cookies.ts";
import { findOtherSite } from "../find-other-site.ts";
import { respondWithPage, type Page } from "../html.ts";
import { problemResponse } from "../problems.ts";
import { explainFault, quoteServer, SIGN_IN_PAGES } from "./texts.ts";

/**
 * Binds what a browser begins to that browser. Other sites' pages may send it
 * along, as the server's page does.
 */
const COOKIE = { name: "parley_sign_in", path: "/oauth", isLax: true };
const COOKIE_SECONDS = 600;

/** The browser's name, and the `Set-Cookie` value that keeps it. */
export function nameBrowser(request: Request): {
  browser: string;
  cookie: string;
} {
  const known = readCookie(request, COOKIE.name, COOKIE.path) ?? "";
  const browser = /^[\w-]{36}$/.test(known) ? known : crypto.randomUUID();
  const cookie = writeCookie(request, {
    ...COOKIE,
    value: browser,
    ageSeconds: COOKIE_SECONDS,
  });
  return { browser, cookie };
}

/**
 * `/oauth`: the links that people get in chats, and the way back from a
 * server's page. A link is only read until its button is pressed, since chat
 * apps open links for a preview.
 */
export function createSignInRoutes({
  signIns,
  mailbox,
  bot,
}: {
  signIns: SignIns;
  mailbox: Pick<Mailbox, "deliver">;
  /** The bot's name. */
  bot: string;
}): Hono {
  const routes = new Hono();
  const pageFor = (
    request: Request,
    choose: (texts: (typeof SIGN_IN_PAGES)["en"]) => Page,
    options: { status?: number; headers?: Record<string, string> } = {},
  ) => {
    const language = acceptedLanguage(request);
    const page = choose(SIGN_IN_PAGES[language]);
    return respondWithPage(page, { language, ...options });
  };

  const failurePage = (
    request: Request,
    failure: { server: string; fault: SignInFault },
  ) => {
    const reason = explainFault(failure, acceptedLanguage(request));
    return pageFor(request, (texts) => texts.failed({ reason }), {
      status: 502,
    });
  };

  routes.get("/sign-in/:token", async ({ req }) => {
    const invitation = await signIns.findInvitation(req.param("token"));
    return invitation === undefined
      ? pageFor(req.raw, (texts) => texts.unknownLink, { status: 404 })
      : pageFor(req.raw, (texts) => texts.confirm({ bot, ...invitation }));
  });

  routes.post("/sign-in/:token", async ({ req }) => {
    const problem = findOtherSite(req.raw);
    if (problem !== undefined) return problemResponse(problem);
    const invitation = await signIns.takeInvitation(req.param("token"));
    if (invitation === undefined)
      return pageFor(req.raw, (texts) => texts.unknownLink, { status: 404 });
    const { origin } = new URL(req.url);
    const { browser, cookie } = nameBrowser(req.raw);
    const start = await signIns.begin(invitation, {
      origin,
      browser,
      signal: req.raw.signal,
    });
    if (start.kind === "failed") return failurePage(req.raw, start);
    const { server } = invitation;
    const { url } = start;
    // A redirect would be subject to `form-action`, whose hosts nobody knows.
    return pageFor(req.raw, (texts) => texts.leave({ server, url }), {
      headers: { "set-cookie": cookie },
    });
  });

  routes.get("/callback", async ({ req }) => {
    const browser = readCookie(req.raw, COOKIE.name, COOKIE.path) ?? "";
    const { searchParams } = new URL(req.url);
    const { signal } = req.raw;
    const end = await signIns.end(searchParams, { browser, signal });
    if (end.kind === "unknown")
      return pageFor(req.raw, (texts) => texts.unknownReturn, { status: 400 });
    if (end.kind === "denied")
      return pageFor(req.raw, (texts) =>
        texts.denied({
          server: end.server,
          quote: quoteServer(end, acceptedLanguage(req.raw)),
        }),
      );
    if (end.kind === "failed") return failurePage(req.raw, end);
    if (end.person !== DEPLOYMENT) {
      const { server, answer } = end;
      const delivery = answer && (await mailbox.deliver(answer));
      const goesOn = delivery?.kind === "accepted";
      return pageFor(req.raw, (texts) => texts.done({ bot, server, goesOn }));
    }
    // It shows the new state.
    return new Response(null, { status: 303, headers: { location: "/setup" } });
  });

  /** Who Parley is, for servers that read it instead of registering clients. */
  routes.get("/client.json", (context) => {
    const { origin } = new URL(context.req.url);
    return context.json({
      client_id: `${origin}/oauth/client.json`,
      ...signIns.describeClient(origin),
    });
  });

  return routes;
}
