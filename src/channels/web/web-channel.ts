import * as z from "zod";
import type { Channel, Problem } from "../../channel.ts";
import { FETCHED_REPLIES } from "../fetched-replies.ts";
import { MessageText } from "../message-text.ts";
import { readJson } from "../read-json.ts";
import { conversationOf, findSession } from "./session.ts";
import type { WebAccess } from "./web-access.ts";

const MessageBody = z.strictObject({
  id: z.uuid("must be a UUID"),
  text: MessageText,
});

const NO_SESSION: Problem = {
  status: 401,
  slug: "session-required",
  title: "There is no session",
  detail:
    "The page's cookie is missing. Allow cookies for this page and load it again.",
};

const OTHER_SITE: Problem = {
  status: 403,
  slug: "other-site",
  title: "Not from this page",
  detail:
    "Only Parley's own page may send messages here. Other programs use POST /v1/messages with an API key.",
};

/** Messages of the chat page. The page reads its replies as events; nothing is sent. */
export function createWebChannel({ access }: { access: WebAccess }): Channel {
  return {
    name: "web",
    ...FETCHED_REPLIES,

    async receive(request) {
      const problem = (await access.check(request)) ?? findOtherSite(request);
      if (problem !== undefined) return { kind: "refused", problem };
      const session = findSession(request);
      if (session === undefined)
        return { kind: "refused", problem: NO_SESSION };
      const body = await readJson(request, MessageBody);
      if (body.kind === "refused") return body;

      const conversation = await conversationOf(session);
      const { id, text } = body.value;
      const message = {
        id,
        conversation,
        channel: "web",
        author: { id: conversation },
        text,
        attachments: [],
        replyTo: {},
      } as const;
      return { kind: "messages", messages: [message] };
    },
  };
}

/** Browsers say where a request comes from; anything but our own page has no business here. */
export function findOtherSite(request: Request): Problem | undefined {
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none"
    ? undefined
    : OTHER_SITE;
}
