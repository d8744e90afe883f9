import { Hono } from "hono";
import { acceptedLanguage } from "../../http/accepted-language.ts";
import { streamTurn } from "../../http/follow-turn.ts";
import { createMemoryRoutes } from "../../http/memory-routes.ts";
import {
  problemResponse,
  refusalOf,
  refusalOfStop,
  UNKNOWN_MESSAGE,
} from "../../http/problems.ts";
import { toReplyBody } from "../../http/reply-body.ts";
import type { Archive } from "../../types/archive.ts";
import type { Mailbox } from "../../types/mailbox.ts";
import type { Command, IncomingMessage } from "../../types/message.ts";
import type { TitleIndex, Titles } from "../../types/titles.ts";
import { createAnswerRoutes, type Suggest } from "./answer-routes.ts";
import {
  readShown,
  toConversationBody,
  type PageState,
} from "./shown-conversation.ts";
import {
  admitMessage,
  admitStream,
  type VisitorLimits,
  type VisitorVariables,
} from "./visitor-limits.ts";

export interface VisitorRoutesOptions {
  readonly limits: VisitorLimits;
  readonly mailbox: Mailbox;
  readonly archive: Omit<Archive, "changeSettings">;
  readonly titles: Titles;
  /** `undefined`: operators do not see titles. */
  readonly titleIndex?: Pick<TitleIndex, "put" | "remove"> | undefined;
  readonly page: PageState;
  readonly suggest?: Suggest | undefined;
}

/**
 * The routes of a conversation and its messages under `/web`, for visitors with
 * a session.
 */
export function createVisitorRoutes({
  limits,
  mailbox,
  archive,
  titles,
  titleIndex,
  page,
  suggest,
}: VisitorRoutesOptions): Hono<VisitorVariables> {
  const routes = new Hono<VisitorVariables>();

  routes.get("/conversation", async (context) => {
    const { conversation } = context.var.visitor;
    const turn = context.req.query("turn");
    const record = await readShown(archive, conversation, turn);
    return context.json(toConversationBody(page, record));
  });

  routes.delete("/conversation", async (context) => {
    const { conversation, name: visitor, number } = context.var.visitor;
    const { messages, turns } = await archive.forget(conversation);
    await titles.remove(visitor, number);
    await titleIndex?.remove(conversation);
    return context.json({ deleted: { messages, turns } });
  });

  routes.post("/messages", async (context) => {
    const { visitor } = context.var;
    const { conversation, displayName, site } = visitor;
    const { readMessageBody } = await import("./read-message-body.ts");
    const body = await readMessageBody(context.req.raw);
    if (body.kind === "refused") return problemResponse(body.problem);
    // The id of the message of which this one is another version; with the same
    // text, to get another answer.
    const edits = context.req.query("edits");
    const { timeZone, keepsFiles, ...content } = body.value;
    const sizes = content.attachments.map(({ size = 0 }) => size);
    const admission = await admitMessage(limits, visitor, {
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    });
    if (admission.kind === "refused") return problemResponse(admission.problem);
    await using place = admission.place;
    const command = findCommand(content.text);
    const message: IncomingMessage = {
      ...content,
      ...(command && { command }),
      conversation,
      channel: "web",
      ...(site !== undefined && { site }),
      // Budgets count a visitor once, across conversations.
      author: {
        id: visitor.name,
        ...(displayName !== undefined && { name: displayName }),
        ...(timeZone && { timeZone }),
        // The name of a command does not tell the visitor's language.
        ...(command?.argument === "" && {
          language: acceptedLanguage(context.req.raw),
        }),
      },
      replyTo: {},
      ...(edits !== undefined && { isEdit: true, isAgain: true, edits }),
      ...(edits !== undefined && keepsFiles && { keepsFiles }),
    };
    const delivery = await mailbox.deliver(message);
    if (!("turn" in delivery)) return problemResponse(refusalOf(delivery));
    return streamTurn(context, { mailbox, turn: message, place });
  });

  routes.get("/messages/:id", async (context) => {
    const { visitor } = context.var;
    const { conversation } = visitor;
    const id = context.req.param("id");
    const turn = await archive.findTurn({ conversation, id });
    if (turn === undefined) return problemResponse(UNKNOWN_MESSAGE);
    const wantsEvents =
      context.req.header("accept")?.includes("text/event-stream") === true;
    if (!wantsEvents) return context.json(toReplyBody(turn));
    const admission = await admitStream(limits, visitor);
    if (admission.kind === "refused") return problemResponse(admission.problem);
    await using place = admission.place;
    const { message } = turn;
    return streamTurn(context, { mailbox, turn: message, place });
  });

  routes.delete("/messages/:id", async (context) => {
    const { conversation } = context.var.visitor;
    const id = context.req.param("id");
    const stopping = await mailbox.stop({ conversation, id });
    // The page follows the turn, whose end brings the partial answer.
    return stopping.kind === "stopping"
      ? context.body(null, 204)
      : problemResponse(refusalOfStop(stopping));
  });

  routes.route(
    "/messages",
    createAnswerRoutes({ limits, archive, page, suggest }),
  );
  routes.route(
    "/memory",
    createMemoryRoutes<VisitorVariables>({
      archive,
      conversationOf: ({ var: { visitor } }) => visitor.conversation,
      parameters: ["conversation"],
    }),
  );

  return routes;
}

const COMMAND =
  /^\s*\/(human|bot|reminders|link|unlink|signout)(?:\s+([^]*))?$/i;

/** A command of the page, which has buttons and menus for the others. */
export function findCommand(text: string): Command | undefined {
  const [, name, argument = ""] = COMMAND.exec(text) ?? [];
  return name === undefined
    ? undefined
    : { name: name.toLowerCase(), argument: argument.trim() };
}
