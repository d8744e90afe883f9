import { Hono } from "hono/tiny";
import type { Archive, ConversationRecord } from "../../archive.ts";
import type { IncomingMessage } from "../../message.ts";
import type { Mailbox } from "../../ports.ts";
import { streamTurn } from "../follow-turn.ts";
import {
  problemResponse,
  refusalOf,
  refusalOfStop,
  UNKNOWN_MESSAGE,
} from "../problems.ts";
import { toReplyBody } from "../reply-body.ts";
import { setTitle } from "./conversations.ts";
import type { Visitor, VisitorLimits } from "./visitor-limits.ts";
import type { Session } from "./web-access.ts";

/** The page shows this much of the past; the API exports all of it. */
const SHOWN_MESSAGES = 200;

/** Who asks, and for which of their conversations. */
interface VisitorRequest extends Visitor {
  readonly session: Session;
  readonly number: number;
  readonly conversation: string;
}

export type VisitorVariables = { Variables: { visitor: VisitorRequest } };

export interface VisitorRoutesOptions {
  readonly limits: VisitorLimits;
  readonly mailbox: Mailbox;
  readonly archive: Archive;
  readonly page: PageState;
}

/** What the page shows besides the conversation: the model as it names it. */
export interface PageState {
  readonly name: string;
  readonly isDemo: boolean;
  /** Of the bot. */
  readonly botName: string;
  /** The visitor has given a password and can sign out. */
  readonly canSignOut?: boolean;
}

/** `/web`, for a visitor with a session: the conversation, its messages and their answers. */
export function createVisitorRoutes({
  limits,
  mailbox,
  archive,
  page,
}: VisitorRoutesOptions): Hono<VisitorVariables> {
  const routes = new Hono<VisitorVariables>();

  const isNewest = async (turn: string, conversation: string) => {
    const record = await archive.read(conversation, { newest: 1 });
    const newest =
      record?.openTurns.at(-1)?.id ?? record?.messages.at(-1)?.turn;
    return newest === turn;
  };

  routes.get("/conversation", async (context) => {
    const { conversation } = context.var.visitor;
    const record = await archive.read(conversation, { newest: SHOWN_MESSAGES });
    return context.json(toConversationBody(page, record));
  });

  routes.delete("/conversation", async (context) => {
    const { conversation, session, number } = context.var.visitor;
    const { messages, turns } = await archive.forget(conversation);
    await setTitle(archive, session, { number, title: undefined, at: 0 });
    return context.json({ deleted: { messages, turns } });
  });

  routes.post("/messages", async (context) => {
    const { visitor } = context.var;
    const { conversation } = visitor;
    const { readMessageBody } = await import("./read-message-body.ts");
    const body = await readMessageBody(context.req.raw);
    if (body.kind === "refused") return problemResponse(body.problem);
    // The newest message, in whose place this one comes: changed, or the same to be answered again.
    const edited = context.req.query("edits");
    if (edited !== undefined && !(await isNewest(edited, conversation)))
      return problemResponse(refusalOf({ kind: "outdated" }));
    const sizes = body.value.attachments.map(({ size = 0 }) => size);
    const admission = await limits.takeMessage(visitor, {
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    });
    if (admission.kind === "refused") return problemResponse(admission.problem);
    await using place = admission.place;
    const message: IncomingMessage = {
      ...body.value,
      conversation,
      channel: "web",
      // One person, in each of their conversations: budgets count them once.
      author: { id: visitor.name },
      replyTo: {},
      ...(edited !== undefined && { isEdit: true, isAgain: true }),
    };
    const delivery = await mailbox.deliver(message);
    if (!("turn" in delivery)) return problemResponse(refusalOf(delivery));
    return streamTurn(context, { mailbox, turn: message, conversation, place });
  });

  routes.get("/messages/:id", async (context) => {
    const { visitor } = context.var;
    const { conversation } = visitor;
    const id = context.req.param("id");
    const turn = await archive.findTurn({ conversation, id });
    if (turn === undefined) return problemResponse(UNKNOWN_MESSAGE);
    const wantsEvents =
      context.req.header("accept")?.includes("text/event-stream") === true;
    if (!wantsEvents) return context.json(toReplyBody(turn, conversation));
    const admission = await limits.takeStream(visitor);
    if (admission.kind === "refused") return problemResponse(admission.problem);
    await using place = admission.place;
    const { message } = turn;
    return streamTurn(context, { mailbox, turn: message, conversation, place });
  });

  routes.delete("/messages/:id", async (context) => {
    const { conversation } = context.var.visitor;
    const id = context.req.param("id");
    const stopping = await mailbox.stop({ conversation, id });
    // The page follows the turn: its end brings what there is of the answer.
    return stopping.kind === "stopping"
      ? context.body(null, 204)
      : problemResponse(refusalOfStop(stopping));
  });

  return routes;
}

/** A conversation as the page shows it; one without a record is new. */
export function toConversationBody(
  { name, isDemo, canSignOut }: PageState,
  record?: ConversationRecord,
) {
  return {
    model: { name, demo: isDemo },
    ...(canSignOut && { can_sign_out: true }),
    messages: (record?.messages ?? []).map(
      ({ turn, role, text, said, at, steps, hasSources }) => ({
        turn,
        role,
        text: said?.text ?? text,
        ...(said !== undefined && { files: said.files }),
        at,
        steps,
        has_sources: hasSources,
      }),
    ),
    open: (record?.openTurns ?? []).map(({ id, message }) => ({
      turn: id,
      text: message.text,
      ...(message.attachments.length > 0 && {
        files: message.attachments.map((file) => file.name ?? ""),
      }),
    })),
  };
}
