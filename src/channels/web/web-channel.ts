import type { IncomingMessage } from "../../message.ts";
import type { Problem, ReceivingChannel } from "../../channel.ts";
import { conversationNumberOf, UNKNOWN_CONVERSATION } from "./conversations.ts";
import { FETCHED_REPLIES } from "../fetched-replies.ts";
import { refuse } from "../problems.ts";
import type { Sessions, WebAccess } from "./web-access.ts";

export const NO_SESSION: Problem = {
  status: 401,
  slug: "session-required",
  title: "No session",
  detail:
    "The page's cookie is missing. Allow cookies for this page and load it again.",
};

/** Messages of the chat page. The page reads its replies as events; nothing is sent. */
export function createWebChannel({
  access,
  sessions,
}: {
  access: WebAccess;
  sessions: Sessions;
}): ReceivingChannel {
  return {
    name: "web",
    ...FETCHED_REPLIES,

    async receive(request) {
      const problem = (await access.check(request)) ?? findOtherSite(request);
      if (problem !== undefined) return refuse(problem);
      const session = await sessions.find(request);
      if (session === undefined) return refuse(NO_SESSION);
      const number = conversationNumberOf(request);
      if (number === undefined) return refuse(UNKNOWN_CONVERSATION);
      const { readMessageBody } = await import("./read-message-body.ts");
      const body = await readMessageBody(request);
      if (body.kind === "refused") return body;

      const { id, text, attachments } = body.value;
      const message: IncomingMessage = {
        id,
        conversation: await session.conversationName(number),
        channel: "web",
        // One person, in whichever conversation: budgets count them once.
        author: { id: session.visitor },
        text,
        attachments,
        replyTo: {},
        ...(editedTurnOf(request) !== null && { isEdit: true, isAgain: true }),
      };
      return { kind: "messages", messages: [message] };
    },
  };
}

/** The newest message, in whose place the one in the request comes: changed, or the same to be answered again. */
export function editedTurnOf({ url }: Request): string | null {
  return new URL(url).searchParams.get("edits");
}

/**
 * The problem with a request that a page from elsewhere may have made, by `Sec-Fetch-Site`, else by `Origin` where something is changed.
 * A client that sends neither is not a browser.
 */
export function findOtherSite(request: Request): Problem | undefined {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null)
    return site === "same-origin" || site === "none" ? undefined : OTHER_SITE;
  const origin = request.headers.get("origin");
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (origin === null) return isRead ? undefined : NO_ORIGIN;
  return origin === new URL(request.url).origin ? undefined : OTHER_SITE;
}

const OTHER_SITE: Problem = {
  status: 403,
  slug: "other-site",
  title: "Cross-site request rejected",
  detail:
    "Only Parley's own page can send messages here. Other programs use POST /v1/messages with an API key.",
};

const NO_ORIGIN: Problem = {
  ...OTHER_SITE,
  detail:
    "Both Sec-Fetch-Site and Origin are missing; every browser sends one of them. Programs use POST /v1/messages with an API key.",
};
