import { Hono } from "hono";
import type { Archive, MessageIndex } from "../../archive.ts";
import { problemResponse } from "../problem-response.ts";
import { refuseUnknownParameters } from "../refuse-unknown-parameters.ts";
import { UNKNOWN_CONVERSATION } from "../turn-problems.ts";
import { checkId } from "./check-id.ts";
import type { CallerVariables } from "./caller-variables.ts";
import { conversationId } from "./conversation-id.ts";
import type { ConversationExport } from "./schemas/conversation-export.ts";
import type { ForgottenConversation } from "./schemas/forgotten-conversation.ts";

/** `/v1/conversations`, for a caller that is known: export and forget conversations. */
export function createConversationRoutes({
  archive,
  index,
}: {
  archive: Archive;
  index: MessageIndex;
}): Hono<CallerVariables> {
  const routes = new Hono<CallerVariables>();

  routes.use("/:id/*", checkId(UNKNOWN_CONVERSATION));
  routes.on(["GET", "DELETE"], "/:id", refuseUnknownParameters());

  routes.get("/:id", async (context) => {
    const id = context.req.param("id");
    const record = await archive.read(conversationId(context.var.caller, id));
    if (record === undefined) return problemResponse(UNKNOWN_CONVERSATION);
    const messages = record.messages.map(({ turn, role, text, at }) => ({
      message_id: turn,
      role,
      text,
      at: new Date(at).toISOString(),
    }));
    return context.json({ id, messages } satisfies ConversationExport);
  });

  routes.delete("/:id", async (context) => {
    const id = context.req.param("id");
    const owner = context.var.caller;
    const conversation = conversationId(owner, id);
    const { messages, turns } = await archive.forget(conversation);
    await index.forget({ owner, conversation });
    if (turns === 0) return problemResponse(UNKNOWN_CONVERSATION);
    return context.json({
      id,
      deleted: { messages, turns },
    } satisfies ForgottenConversation);
  });

  return routes;
}
