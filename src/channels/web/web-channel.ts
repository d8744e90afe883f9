import * as z from "zod";
import { DeliveryError } from "../../errors.ts";
import type { Channel, Problem } from "../../ports.ts";
import { readJson } from "../read-json.ts";
import { conversationOf, findSession } from "./session.ts";
import type { WebAccess } from "./web-access.ts";

const MAX_TEXT_LENGTH = 32_000;

const MessageBody = z.strictObject({
  id: z.uuid("must be a UUID"),
  text: z
    .string("must be a text")
    .max(
      MAX_TEXT_LENGTH,
      `has more than ${MAX_TEXT_LENGTH} characters; send it in pieces`,
    )
    .refine((text) => text.trim() !== "", "must not be empty")
    .refine(
      (text) => text.isWellFormed(),
      "has half a character (a lone surrogate)",
    ),
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
    capabilities: {
      maxPartLength: null,
      typing: false,
      edits: false,
      threads: false,
    },

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

    split: () => [],
    send: () =>
      Promise.reject(
        new DeliveryError({
          kind: "refused",
          reason: "the page fetches its replies",
        }),
      ),
    showTyping: async () => {},
  };
}

/** Browsers say where a request comes from; anything but our own page has no business here. */
export function findOtherSite(request: Request): Problem | undefined {
  const site = request.headers.get("sec-fetch-site");
  return site === null || site === "same-origin" || site === "none"
    ? undefined
    : OTHER_SITE;
}
