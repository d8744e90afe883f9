import { Hono, type Handler } from "hono";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import { readJson } from "../json-body.ts";
import { createMemoryRoutes } from "../memory-routes.ts";
import {
  problemResponse,
  tooManyEntries,
  UNKNOWN_CONVERSATION,
} from "../problems.ts";
import { parseQuery, refuseParameters } from "../query.ts";
import type { CallerVariables } from "./authenticate.ts";
import {
  exportLines,
  toConversationBody,
  toSettingsBody,
} from "./conversation-export.ts";
import {
  forgetConversation,
  unlistEmpty,
  type ConversationStores,
} from "./forget-conversation.ts";
import { checkId, conversationId } from "./ids.ts";
import type {
  ConversationExport,
  ConversationList,
  ConversationSettingsBody,
  ForgottenConversation,
} from "./schemas/conversation.ts";
import {
  ExportQuery,
  ListQuery,
  SettingsPatchBody,
} from "./schemas/requests.ts";

type Stores = ConversationStores & {
  callbacks: Pick<CallbackQueue, "forget">;
};

type ConversationHandler = Handler<CallerVariables, "/:id">;

/** `/v1/conversations`: list, export, configure and delete conversations. */
export function createConversationRoutes(
  stores: Stores,
): Hono<CallerVariables> {
  const routes = new Hono<CallerVariables>();
  routes.use("/:id/*", checkId(UNKNOWN_CONVERSATION));
  routes.on(["PATCH", "DELETE"], "/:id", refuseParameters());
  routes.get("/", listConversations(stores));
  routes.get("/:id", exportConversation(stores));
  routes.patch("/:id", changeSettings(stores));
  routes.delete("/:id", deleteConversation(stores));
  routes.route(
    "/:id/memory",
    createMemoryRoutes<CallerVariables>({
      archive: stores.archive,
      conversationOf: ({ var: { caller }, req }) =>
        conversationId(caller, req.param("id") ?? ""),
    }),
  );
  return routes;
}

function listConversations({
  index,
}: Pick<Stores, "index">): Handler<CallerVariables> {
  return async (context) => {
    const query = parseQuery(context.req.raw, ListQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { limit, prefix, after } = query.value;
    const owner = context.var.caller;
    const toId = (name: string) => conversationId(owner, name);
    const found = await index.list({
      owner,
      prefix: toId(prefix),
      ...(after !== undefined && { after: toId(after) }),
      limit: limit + 1,
    });
    const names = found.map((conversation) =>
      conversation.slice(toId("").length),
    );
    const page = names.slice(0, limit);
    return context.json({
      conversations: page.map((id) => ({ id })),
      next: names.length > limit ? (page.at(-1) ?? null) : null,
    } satisfies ConversationList);
  };
}

function exportConversation({
  archive,
}: Pick<Stores, "archive">): ConversationHandler {
  return async (context) => {
    const query = parseQuery(context.req.raw, ExportQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { limit, before, format } = query.value;
    const { caller } = context.var;
    const name = { id: context.req.param("id"), caller };
    const conversation = conversationId(caller, name.id);
    const accept = context.req.header("accept") ?? "";
    if (format === "jsonl" || (format === undefined && prefersLines(accept))) {
      const lines = await exportLines(conversation, { name, archive });
      if (lines === undefined) return problemResponse(UNKNOWN_CONVERSATION);
      return context.body(lines, 200, {
        "content-type": "application/jsonl; charset=utf-8",
      });
    }
    const record = await archive.read(conversation, {
      newest: limit + 1,
      includesUnanswered: true,
      ...(before !== undefined && { before }),
    });
    if (record === undefined) return problemResponse(UNKNOWN_CONVERSATION);
    const body = toConversationBody(record, { name, limit });
    return context.json(body satisfies ConversationExport);
  };
}

function changeSettings(stores: ConversationStores): ConversationHandler {
  return async (context) => {
    const id = context.req.param("id");
    const body = await readJson(context.req.raw, SettingsPatchBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const { archive, index } = stores;
    const { caller: owner } = context.var;
    const conversation = conversationId(owner, id);
    const change = await archive.changeSettings(conversation, body.value);
    if (change.kind === "too-many")
      return problemResponse(tooManyEntries(change.limit));
    const settings = toSettingsBody(change.settings, { id, caller: owner });
    const isEmpty = Object.keys(change.settings).length === 0;
    if (isEmpty) await unlistEmpty({ owner, conversation }, stores);
    else await index.note({ owner, conversation });
    return context.json(settings satisfies ConversationSettingsBody);
  };
}

function deleteConversation(stores: Stores): ConversationHandler {
  return async (context) => {
    const id = context.req.param("id");
    const owner = context.var.caller;
    const conversation = conversationId(owner, id);
    const forgotten = await forgetConversation({ owner, conversation }, stores);
    if (forgotten === undefined) return problemResponse(UNKNOWN_CONVERSATION);
    const { messages, turns, openTurns, failedTurns, hadSettings } = forgotten;
    return context.json({
      id,
      deleted: {
        messages,
        turns,
        open_turns: openTurns.length,
        failed_turns: failedTurns,
        settings: hadSettings,
      },
    } satisfies ForgottenConversation);
  };
}

function prefersLines(accept: string): boolean {
  return /\bapplication\/(?:jsonl|x-ndjson|x-jsonlines)\b/i.test(accept);
}
