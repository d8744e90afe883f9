import { Hono } from "hono";
import * as z from "zod";
import { streamTurn } from "../../http/follow-turn.ts";
import { readJson } from "../../http/json-body.ts";
import {
  problemResponse,
  refusalOf,
  refusalOfStop,
  UNKNOWN_MESSAGE,
} from "../../http/problems.ts";
import { toReplyBody } from "../../http/reply-body.ts";
import type { Archive, ConversationRecord } from "../../types/archive.ts";
import type { Mailbox } from "../../types/mailbox.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { ConversationBody } from "../../types/page.ts";
import type { Problem } from "../../types/problem.ts";
import { THUMBS, type Rating } from "../../types/rating.ts";
import type { Titles } from "../../types/titles.ts";
import {
  admitMessage,
  admitRating,
  admitStream,
  type Visitor,
  type VisitorLimits,
} from "./visitor-limits.ts";

/** The page shows this many messages; the API exports all. */
const SHOWN_MESSAGES = 200;

/** The visitor and the conversation of a request. */
interface VisitorRequest extends Visitor {
  readonly displayName: string | undefined;
  readonly number: number;
  readonly conversation: string;
  /** The name of another of the visitor's conversations. */
  readonly conversationName: (number: number) => Promise<string>;
}

export type VisitorVariables = { Variables: { visitor: VisitorRequest } };

export interface VisitorRoutesOptions {
  readonly limits: VisitorLimits;
  readonly mailbox: Mailbox;
  readonly archive: Omit<Archive, "changeSettings">;
  readonly titles: Titles;
  readonly page: PageState;
}

/** The model and the bot, as the page names them. */
export interface PageState {
  readonly name: string;
  readonly isDemo: boolean;
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
  page,
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
    const record = await readShown(archive, conversation);
    return context.json(toConversationBody(page, record));
  });

  routes.delete("/conversation", async (context) => {
    const { conversation, name: visitor, number } = context.var.visitor;
    const { messages, turns } = await archive.forget(conversation);
    await titles.remove(visitor, number);
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
      ...findReminders(content.text),
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

  routes.put("/messages/:id/rating", async (context) => {
    const { visitor } = context.var;
    const { conversation } = visitor;
    const body = await readJson(context.req.raw, RatingBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const admission = await admitRating(limits, visitor);
    if (admission.kind === "refused") return problemResponse(admission.problem);
    const id = context.req.param("id");
    const outcome = await archive.rate({ conversation, id }, body.value);
    return outcome === "rated"
      ? context.body(null, 204)
      : problemResponse(outcome === "unknown" ? UNKNOWN_MESSAGE : NO_ANSWER);
  });

  return routes;
}

const RatingBody = z
  .object({
    /** `null` takes it back. */
    thumb: z.enum(THUMBS, "must be up, down or null").nullable(),
    reason: z
      .string("must be a string")
      .trim()
      .max(500, "must be at most 500 characters")
      .optional(),
  })
  .transform(({ thumb, reason }): Rating | null =>
    thumb === null ? null : { thumb, ...(reason && { reason }) },
  );

const NO_ANSWER: Problem = {
  status: 409,
  slug: "not-answered",
  title: "The message has no answer",
  detail: "Only answers can be rated.",
};

/** The one command of the page, which has buttons and menus for the others. */
function findReminders(text: string): Pick<IncomingMessage, "command"> {
  const [found, argument = ""] =
    /^\s*\/reminders(?:\s+([^]*))?$/i.exec(text) ?? [];
  return found === undefined
    ? {}
    : { command: { name: "reminders", argument: argument.trim() } };
}

/** What the page shows of a conversation. */
export function readShown(
  archive: Pick<Archive, "read">,
  conversation: string,
): Promise<ConversationRecord | undefined> {
  return archive.read(conversation, {
    newest: SHOWN_MESSAGES,
    includesUnanswered: true,
  });
}

/** A conversation for the page; a new one has no record. */
export function toConversationBody(
  { name, isDemo, canSignOut }: PageState,
  record?: ConversationRecord,
): ConversationBody {
  return {
    model: { name, demo: isDemo },
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
