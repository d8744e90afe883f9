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
import type { Archive } from "../../types/archive.ts";
import type { Mailbox } from "../../types/mailbox.ts";
import type { IncomingMessage } from "../../types/message.ts";
import type { Problem } from "../../types/problem.ts";
import { THUMBS, type Rating } from "../../types/rating.ts";
import type { Titles } from "../../types/titles.ts";
import type { Turn, Usage } from "../../types/turn.ts";
import { findReminders } from "./find-reminders.ts";
import {
  readShown,
  toConversationBody,
  type PageState,
} from "./shown-conversation.ts";
import {
  admitChange,
  admitMessage,
  admitStream,
  isFirstSuggestion,
  type Visitor,
  type VisitorLimits,
} from "./visitor-limits.ts";

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
  readonly suggest?: Suggest | undefined;
}

/** Finds questions to go on with after an answer, and what that has cost. */
export type Suggest = (
  turn: Turn,
  options: { signal: AbortSignal },
) => Promise<{
  readonly questions: readonly string[];
  readonly usage?: Usage;
}>;

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

  routes.put("/messages/:id/rating", async (context) => {
    const { visitor } = context.var;
    const { conversation } = visitor;
    const body = await readJson(context.req.raw, RatingBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const admission = await admitChange(limits, visitor, "ratings");
    if (admission.kind === "refused") return problemResponse(admission.problem);
    const id = context.req.param("id");
    const outcome = await archive.rate({ conversation, id }, body.value);
    return outcome === "rated"
      ? context.body(null, 204)
      : problemResponse(outcome === "unknown" ? UNKNOWN_MESSAGE : NO_ANSWER);
  });

  routes.post("/messages/:id/suggestions", async (context) => {
    const {
      visitor,
      visitor: { conversation },
    } = context.var;
    const id = context.req.param("id");
    const turn = await archive.findTurn({ conversation, id });
    if (turn === undefined) return problemResponse(UNKNOWN_MESSAGE);
    const isDue = suggest !== undefined && isWholeAnswer(turn);
    if (!isDue || !(await isFirstSuggestion(limits, visitor, turn)))
      return context.json({ questions: [] });
    const { signal } = context.req.raw;
    const { questions, usage } = await suggest(turn, { signal });
    if (usage !== undefined)
      await archive.addUsage({ conversation, id }, usage);
    return context.json({ questions });
  });

  routes.put("/messages/:id/chosen", async (context) => {
    const { visitor } = context.var;
    const { conversation } = visitor;
    const admission = await admitChange(limits, visitor, "choices");
    if (admission.kind === "refused") return problemResponse(admission.problem);
    const id = context.req.param("id");
    const outcome = await archive.choose({ conversation, id });
    if (outcome !== "chosen")
      return problemResponse(outcome === "busy" ? ANSWERING : UNKNOWN_MESSAGE);
    const record = await readShown(archive, conversation);
    return context.json(toConversationBody(page, record));
  });

  return routes;
}

function isWholeAnswer({ status, message, isStopped }: Turn): boolean {
  return (
    (status === "answered" || status === "delivered") &&
    message.command === undefined &&
    message.origin === undefined &&
    isStopped === undefined
  );
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

const ANSWERING: Problem = {
  status: 409,
  slug: "still-answering",
  title: "A message is still being answered",
  detail: "Choose another version once the answer is there, or stop it.",
};
