import { type Context, Hono } from "hono";
import type { IncomingMessage } from "../../message.ts";
import type { Channel, Problem } from "../../channel.ts";
import type { Archive, MessageIndex } from "../../archive.ts";
import type { Mailbox } from "../../ports.ts";
import type { Turn } from "../../turn.ts";
import { streamTurn } from "../event-stream.ts";
import { problemResponse } from "../problem-response.ts";
import { toReplyBody } from "../reply-body.ts";
import {
  failedTurn,
  FORGOTTEN,
  refusalOf,
  UNKNOWN_MESSAGE,
} from "../turn-problems.ts";
import { waitForTurn } from "../wait-for-turn.ts";
import { type ApiKey, authenticate } from "./authenticate.ts";
import { readPreference } from "./read-preference.ts";
import { createConversationRoutes } from "./conversation-routes.ts";
import type { CallerVariables } from "./caller-variables.ts";
import { createMessageRoutes } from "./message-routes.ts";
import type { AcceptedMessage } from "./schemas/accepted-message.ts";
import { nameOf } from "./name-of.ts";

const OTHER_CONVERSATION: Problem = {
  status: 409,
  slug: "id-used-elsewhere",
  title: "This id belongs to another conversation",
  detail:
    "A message with this id was sent in another conversation before. Send a new message with a new id.",
};

/** `/v1`: send messages, look at turns, export and forget conversations. */
export function createWebhookRoutes({
  channel,
  keysFor,
  mailbox,
  archive,
  index,
}: {
  channel: Channel;
  keysFor: (request: Request) => readonly ApiKey[];
  mailbox: Mailbox;
  archive: Archive;
  index: MessageIndex;
}): Hono<CallerVariables> {
  const routes = new Hono<CallerVariables>();

  routes.post("/messages", async (context) => {
    const reception = await channel.receive(context.req.raw);
    if (reception.kind === "refused") return problemResponse(reception.problem);
    const [message] = reception.messages;
    if (message === undefined) return problemResponse(UNKNOWN_MESSAGE);

    const owner = String(message.replyTo["key"]);
    const bound = await index.claim({
      owner,
      id: message.id,
      conversation: message.conversation,
    });
    if (bound !== message.conversation)
      return problemResponse(OTHER_CONVERSATION);
    const delivery = await mailbox.deliver(message);
    if (!("turn" in delivery)) return problemResponse(refusalOf(delivery));
    return answer(context, message, delivery.turn);
  });

  /** Answers in the way that the caller prefers. */
  const answer = async (
    context: Context,
    message: IncomingMessage,
    turn: Turn,
  ): Promise<Response> => {
    const conversation = nameOf(message);
    const preference = readPreference(context.req.raw.headers);
    const statusUrl = new URL(
      `/v1/messages/${encodeURIComponent(message.id)}`,
      context.req.url,
    ).href;
    context.header("location", statusUrl);
    if (preference.kind === "events")
      return streamTurn(context, { mailbox, turn: message, conversation });
    if (preference.kind === "wait") {
      const { timeoutMs } = preference;
      const end = await waitForTurn({
        mailbox,
        turn: message,
        timeoutMs,
        signal: context.req.raw.signal,
      });
      if (end?.type === "forgotten") return problemResponse(FORGOTTEN);
      if (end?.turn.status === "failed")
        return problemResponse(failedTurn(end.turn));
      if (end !== undefined)
        return context.json(toReplyBody(end.turn, conversation));
    }
    return context.json(
      {
        ...toReplyBody(turn, conversation),
        status_url: statusUrl,
      } satisfies AcceptedMessage,
      202,
      { "retry-after": "1" },
    );
  };

  routes.use("*", async (context, next) => {
    const caller = await authenticate(
      context.req.raw,
      keysFor(context.req.raw),
    );
    if (caller.kind === "refused") return problemResponse(caller.problem);
    context.set("caller", caller.name);
    return next();
  });

  routes.route("/messages", createMessageRoutes({ mailbox, archive, index }));
  routes.route("/conversations", createConversationRoutes({ archive, index }));

  return routes;
}
