import * as z from "zod";
import type { Problem, ReceivingChannel } from "../../channel.ts";
import { FETCHED_REPLIES } from "../fetched-replies.ts";
import { MessageText } from "../schemas/fields.ts";
import { readJson } from "../json-body.ts";
import { findOtherSite } from "./find-other-site.ts";
import type { Sessions } from "./session.ts";
import type { WebAccess } from "./web-access.ts";

const MessageBody = z.strictObject({
  id: z.uuid("must be a UUID"),
  text: MessageText,
});

export const NO_SESSION: Problem = {
  status: 401,
  slug: "session-required",
  title: "There is no session",
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
      if (problem !== undefined) return { kind: "refused", problem };
      const conversation = await sessions.find(request);
      if (conversation === undefined)
        return { kind: "refused", problem: NO_SESSION };
      const body = await readJson(request, MessageBody);
      if (body.kind === "refused") return body;

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
