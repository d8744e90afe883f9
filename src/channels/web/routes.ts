import { Hono } from "hono";
import * as z from "zod";
import type { Channel, Problem } from "../../channel.ts";
import type { Archive } from "../../archive.ts";
import type { Mailbox } from "../../ports.ts";
import { streamTurn } from "../event-stream.ts";
import { problemFor, problemResponse } from "../problem-response.ts";
import { readJson } from "../read-json.ts";
import { toReplyBody } from "../reply-body.ts";
import { refusalOf, refusalOfStop, UNKNOWN_MESSAGE } from "../turn-problems.ts";
import {
  pageResponse,
  scriptResponse,
  styleResponse,
} from "./page-response.ts";
import {
  conversationOf,
  cookie,
  createSession,
  findSession,
  sessionCookie,
} from "./session.ts";
import { ACCESS_COOKIE, type WebAccess } from "./web-access.ts";
import { findOtherSite } from "./web-channel.ts";

type Variables = { Variables: { conversation: string } };

/** The page shows this much of the past; the API exports all of it. */
const SHOWN_MESSAGES = 200;

const WRONG_PASSWORD: Problem = {
  status: 401,
  slug: "wrong-password",
  title: "That is not the password",
  detail: "Check it and try again.",
};

/** `/`: the chat page and what it asks for. */
export function createWebRoutes({
  access,
  channel,
  mailbox,
  archive,
  model,
}: {
  access: WebAccess;
  channel: Channel;
  mailbox: Mailbox;
  archive: Archive;
  /** Shown on the page. */
  model: { readonly name: string; readonly isDemo: boolean };
}): Hono<Variables> {
  const routes = new Hono<Variables>();

  routes.get("/", async (context) => {
    const problem = await access.check(context.req.raw);
    return problem === undefined || problem.status === 401
      ? pageResponse()
      : problemFor(context.req.raw, problem);
  });
  routes.get("/page.js", (context) => scriptResponse(context.req.raw));
  routes.get("/page.css", (context) => styleResponse(context.req.raw));

  routes.post("/web/login", async (context) => {
    const problem = findOtherSite(context.req.raw);
    if (problem !== undefined) return problemResponse(problem);
    const body = await readJson(
      context.req.raw,
      z.object({ password: z.string("must be a text") }),
    );
    if (body.kind === "refused") return problemResponse(body.problem);
    const proof = await access.login(body.value.password);
    if (proof === undefined) return problemResponse(WRONG_PASSWORD);
    context.header("set-cookie", cookie(ACCESS_COOKIE, proof, context.req.raw));
    return context.body(null, 204);
  });

  routes.use("/web/*", async (context, next) => {
    const problem =
      (await access.check(context.req.raw)) ?? findOtherSite(context.req.raw);
    if (problem !== undefined) return problemResponse(problem);
    const known = findSession(context.req.raw);
    const session = known ?? createSession();
    if (known === undefined)
      context.header("set-cookie", sessionCookie(session, context.req.raw));
    context.header("cache-control", "no-store");
    context.set("conversation", await conversationOf(session));
    return next();
  });

  routes.get("/web/conversation", async (context) => {
    const record = await archive.read(context.var.conversation, {
      newest: SHOWN_MESSAGES,
    });
    return context.json({
      model: { name: model.name, demo: model.isDemo },
      messages: (record?.messages ?? []).map(
        ({ turn, role, text, at, steps, hasSources }) => ({
          turn,
          role,
          text,
          at,
          steps,
          has_sources: hasSources,
        }),
      ),
      open: (record?.openTurns ?? []).map(({ id, message }) => ({
        turn: id,
        text: message.text,
      })),
    });
  });

  routes.delete("/web/conversation", async (context) => {
    const { messages, turns } = await archive.forget(context.var.conversation);
    return context.json({ deleted: { messages, turns } });
  });

  routes.post("/web/messages", async (context) => {
    const reception = await channel.receive(context.req.raw);
    if (reception.kind === "refused") return problemResponse(reception.problem);
    const [message] = reception.messages;
    if (message === undefined) return problemResponse(UNKNOWN_MESSAGE);
    const delivery = await mailbox.deliver(message);
    if (!("turn" in delivery)) return problemResponse(refusalOf(delivery));
    return streamTurn(context, {
      mailbox,
      turn: message,
      conversation: message.conversation,
    });
  });

  routes.get("/web/messages/:id", async (context) => {
    const { conversation } = context.var;
    const turn = await archive.findTurn({
      conversation,
      id: context.req.param("id"),
    });
    if (turn === undefined) return problemResponse(UNKNOWN_MESSAGE);
    const wantsEvents =
      context.req.header("accept")?.includes("text/event-stream") === true;
    return wantsEvents
      ? streamTurn(context, { mailbox, turn: turn.message, conversation })
      : context.json(toReplyBody(turn, conversation));
  });

  routes.delete("/web/messages/:id", async (context) => {
    const { conversation } = context.var;
    const id = context.req.param("id");
    const stopping = await mailbox.stop({ conversation, id });
    // The page follows the turn: its end brings what there is of the answer.
    return stopping.kind === "stopping"
      ? context.body(null, 204)
      : problemResponse(refusalOfStop(stopping));
  });

  return routes;
}
