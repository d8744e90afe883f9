import { Hono } from "hono";
import { streamTurn } from "../../http/follow-turn.ts";
import { createMemoryRoutes } from "../../http/memory-routes.ts";
import {
  problemResponse,
  refusalOf,
  refusalOfStop,
  UNKNOWN_MESSAGE,
} from "../../http/problems.ts";
import { toReplyBody } from "../../http/reply-body.ts";
import type {
  Archive,
  ConversationRecord,
  RecordedMessage,
} from "../../types/archive.ts";
import type { Mailbox } from "../../types/mailbox.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { ConversationBody, ShownModel } from "../../types/page.ts";
import type { TitleIndex, Titles } from "../../types/titles.ts";
import { createAnswerRoutes, type Suggest } from "./answer-routes.ts";
import { readPages, SEARCHED_MESSAGES } from "./conversations.ts";
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

/** The model and the bot, as the page names them. */
export interface PageState {
  readonly model: ShownModel;
  readonly botName: string;
  /** Set if the visitor has signed in with a password. */
  readonly canSignOut?: boolean;
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

  const isNewest = async (turn: string, conversation: string) => {
    const record = await archive.read(conversation, {
      newest: 1,
      includesUnanswered: true,
    });
    const newest =
      record?.openTurns.at(-1)?.id ?? record?.messages.at(-1)?.turn;
    return newest === turn;
  };

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
    // `edits`: the id of the newest message, which this one replaces; with the
    // same text, to get another answer.
    const edited = context.req.query("edits");
    if (edited !== undefined && !(await isNewest(edited, conversation)))
      return problemResponse(refusalOf({ kind: "outdated" }));
    const { timeZone, ...content } = body.value;
    const sizes = content.attachments.map(({ size = 0 }) => size);
    const admission = await admitMessage(limits, visitor, {
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    });
    if (admission.kind === "refused") return problemResponse(admission.problem);
    await using place = admission.place;
    const message: IncomingMessage = {
      ...content,
      conversation,
      channel: "web",
      ...(site !== undefined && { site }),
      // Budgets count a visitor once, across conversations.
      author: {
        id: visitor.name,
        ...(displayName !== undefined && { name: displayName }),
        ...(timeZone && { timeZone }),
      },
      replyTo: {},
      ...(edited !== undefined && { isEdit: true, isAgain: true }),
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

  routes.route("/messages", createAnswerRoutes({ limits, archive, suggest }));
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

/**
 * What the page shows of a conversation: its newest messages, and older ones
 * back to a turn that a search may have found. The API exports all.
 */
export async function readShown(
  archive: Pick<Archive, "read">,
  conversation: string,
  turn?: string,
): Promise<ConversationRecord | undefined> {
  let newest: ConversationRecord | undefined;
  let messages: readonly RecordedMessage[] = [];
  const pages = readPages(archive, conversation, SEARCHED_MESSAGES);
  for await (const page of pages) {
    newest ??= page;
    messages = [...page.messages, ...messages];
    if (turn === undefined || hasTurn(page, turn))
      return { ...newest, messages };
  }
  return newest;
}

function hasTurn(
  { messages, openTurns }: ConversationRecord,
  id: string,
): boolean {
  return (
    messages.some(({ turn }) => turn === id) ||
    openTurns.some((turn) => turn.id === id)
  );
}

/** A conversation for the page; a new one has no record. */
export function toConversationBody(
  { model, canSignOut }: PageState,
  record?: ConversationRecord,
): ConversationBody {
  return {
    model,
    ...(canSignOut && { can_sign_out: true }),
    messages: (record?.messages ?? []).map(
      ({ turn, role, text, said, note = "", at, rating, ...more }) => ({
        turn,
        role,
        ...(more.origin && { origin: more.origin.kind }),
        text: (said?.text ?? text) + note,
        ...(said !== undefined && { files: said.files }),
        at,
        steps: more.steps,
        has_sources: more.hasSources,
        ...(rating && { thumb: rating.thumb }),
      }),
    ),
    open: (record?.openTurns ?? []).flatMap(({ id, message }) =>
      message.origin === undefined
        ? {
            turn: id,
            text: message.text,
            ...(message.attachments.length > 0 && {
              files: message.attachments.map((file) => file.name ?? ""),
            }),
          }
        : [],
    ),
  };
}
