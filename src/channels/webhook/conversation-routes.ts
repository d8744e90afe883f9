import { Hono } from "hono";
import type { Archive, MessageIndex } from "../../archive.ts";
import type { CallbackQueue } from "../../callback-queue.ts";
import { forgetConversation, unlistEmpty } from "../forget-conversation.ts";
import { problemResponse } from "../problem-response.ts";
import { readJson } from "../read-json.ts";
import { readQuery } from "../read-query.ts";
import { refuseUnknownParameters } from "../refuse-unknown-parameters.ts";
import { tooManyEntries, UNKNOWN_CONVERSATION } from "../turn-problems.ts";
import { checkId } from "./check-id.ts";
import type { CallerVariables } from "./caller-variables.ts";
import { toConversationBody, toSettingsBody } from "./conversation-body.ts";
import { conversationId } from "./conversation-id.ts";
import { exportLines } from "./export-lines.ts";
import type { ConversationExport } from "./schemas/conversation-export.ts";
import type { ConversationList } from "./schemas/conversation-list.ts";
import { ExportQuery, ListQuery } from "./schemas/conversation-queries.ts";
import type { ConversationSettingsBody } from "./schemas/conversation-settings.ts";
import type { ForgottenConversation } from "./schemas/forgotten-conversation.ts";
import { SettingsPatchBody } from "./schemas/settings-patch.ts";

/** `/v1/conversations`, for a caller that is known: list, export, set up and forget conversations. */
export function createConversationRoutes(stores: {
  archive: Archive;
  index: MessageIndex;
  callbacks: Pick<CallbackQueue, "forget">;
}): Hono<CallerVariables> {
  const { archive, index } = stores;
  const routes = new Hono<CallerVariables>();

  routes.use("/:id/*", checkId(UNKNOWN_CONVERSATION));
  routes.get("/", refuseUnknownParameters(["limit", "after", "prefix"]));
  routes.get("/:id", refuseUnknownParameters(["limit", "before", "format"]));
  routes.on(["PATCH", "DELETE"], "/:id", refuseUnknownParameters());

  routes.get("/", async (context) => {
    const query = readQuery(context.req.raw, ListQuery);
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
  });

  routes.get("/:id", async (context) => {
    const query = readQuery(context.req.raw, ExportQuery);
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
      ...(before !== undefined && { before }),
    });
    if (record === undefined) return problemResponse(UNKNOWN_CONVERSATION);
    const body = toConversationBody(record, { name, limit });
    return context.json(body satisfies ConversationExport);
  });

  routes.patch("/:id", async (context) => {
    const id = context.req.param("id");
    const body = await readJson(context.req.raw, SettingsPatchBody);
    if (body.kind === "refused") return problemResponse(body.problem);
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
  });

  routes.delete("/:id", async (context) => {
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
  });

  return routes;
}

function prefersLines(accept: string): boolean {
  return /\bapplication\/(?:jsonl|x-ndjson|x-jsonlines)\b/i.test(accept);
}
