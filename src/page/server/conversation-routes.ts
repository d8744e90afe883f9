import { Hono } from "hono";
import * as z from "zod";
import { readJson } from "../../http/json-body.ts";
import { problemResponse } from "../../http/problems.ts";
import {
  MAX_CONVERSATIONS,
  parseNumber,
  readNewest,
  toMarkdown,
  UNKNOWN_CONVERSATION,
} from "./conversations.ts";
import { searchConversations } from "./search-conversations.ts";
import { admitSearch } from "./visitor-limits.ts";
import type { VisitorVariables } from "./visitor-limits.ts";
import type { VisitorRoutesOptions } from "./visitor-routes.ts";

const MAX_EXPORTED = 5_000;
const MAX_QUERY_LENGTH = 200;
const MAX_TITLE_LENGTH = 100;

const TitleBody = z.strictObject({
  title: z.string().trim().min(1).max(MAX_TITLE_LENGTH),
});

/** The visitor's list, `/web/conversations`, `/web/search` and `/web/export`. */
export function createConversationRoutes({
  limits,
  archive,
  titles,
  titleIndex,
  page,
  now = Date.now,
}: Omit<VisitorRoutesOptions, "mailbox"> & {
  now?: () => number;
}): Hono<VisitorVariables> {
  const routes = new Hono<VisitorVariables>();

  routes.get("/conversations", async (context) => {
    const conversations = await titles.list(context.var.visitor.name);
    return context.json({ conversations, limit: MAX_CONVERSATIONS });
  });

  routes.put("/conversations/:number", async (context) => {
    const number = parseNumber(context.req.param("number"));
    if (number === undefined) return problemResponse(UNKNOWN_CONVERSATION);
    const body = await readJson(context.req.raw, TitleBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const { name: visitor, conversationName } = context.var.visitor;
    const titled = { title: body.value.title, at: now() };
    await titles.put(visitor, { number, ...titled });
    const conversation = await conversationName(number);
    await titleIndex?.put({ conversation, ...titled });
    return context.body(null, 204);
  });

  routes.get("/search", async (context) => {
    const { visitor } = context.var;
    const query = (context.req.query("q") ?? "").slice(0, MAX_QUERY_LENGTH);
    const admission = await admitSearch(limits, visitor);
    if (admission.kind === "refused") return problemResponse(admission.problem);
    const matches = await searchConversations(query, {
      conversations: await titles.list(visitor.name),
      conversationName: visitor.conversationName,
      archive,
    });
    return context.json({ matches });
  });

  routes.get("/export", async (context) => {
    const { name: visitor, conversation, number } = context.var.visitor;
    const [messages, list] = await Promise.all([
      readNewest(archive, conversation, MAX_EXPORTED),
      titles.list(visitor),
    ]);
    const title =
      list.find((listed) => listed.number === number)?.title ?? "Conversation";
    const isJson = context.req.query("format") === "json";
    // The page's link has the name.
    context.header("content-disposition", "attachment");
    if (!isJson) {
      context.header("content-type", "text/markdown; charset=utf-8");
      const { botName } = page;
      return context.body(toMarkdown(messages, { title, botName }));
    }
    return context.json({
      title,
      messages: messages.map(({ role, text, note = "", at }) => ({
        role,
        text: text + note,
        at: new Date(at).toISOString(),
      })),
    });
  });

  return routes;
}
