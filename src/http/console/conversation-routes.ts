import { Hono } from "hono";
import * as z from "zod";
import type { Limiter } from "../../limits/limiter.ts";
import type { Archive, MessageIndex } from "../../types/archive.ts";
import type { ShownRequest } from "../../types/asking.ts";
import type { CallbackQueue } from "../../types/callback-queue.ts";
import type { Handover } from "../../types/handover.ts";
import type { Mailbox } from "../../types/mailbox.ts";
import type { Problem } from "../../types/problem.ts";
import { THUMBS } from "../../types/rating.ts";
import type { TitleIndex } from "../../types/titles.ts";
import {
  TURN_OUTCOMES,
  type TurnIndex,
  type TurnPage,
  type TurnQuery,
} from "../../types/turn-index.ts";
import { forgetConversation } from "../api/forget-conversation.ts";
import { callerOf, conversationId } from "../api/ids.ts";
import { streamTurn } from "../follow-turn.ts";
import { problemResponse, UNKNOWN_MESSAGE } from "../problems.ts";
import { parseQuery } from "../query.ts";
import { admit, streamsOf } from "../stream-place.ts";
import {
  toTranscriptBody,
  toTurnBody,
  toTurnDetails,
  toWantedBody,
} from "./bodies.ts";
import { Cursor, toCursor } from "./cursors.ts";
import { listWaiting } from "./find-asking.ts";
import { createHandoverRoutes } from "./handover-routes.ts";
import type { ConsoleVariables, Recorder } from "./operators.ts";

export interface ConversationRoutesOptions {
  readonly turnIndex: TurnIndex;
  /** `undefined`: operators do not see titles. */
  readonly titleIndex?: TitleIndex | undefined;
  readonly mailbox: Mailbox;
  readonly archive: Archive;
  readonly index: MessageIndex;
  readonly callbacks: Pick<CallbackQueue, "forget">;
  readonly limiter: Limiter;
  /** Names of all channels. */
  readonly channels: readonly string[];
  /** Names of those who may use the HTTP API. */
  readonly callers: readonly string[];
  readonly showsTexts: boolean;
  readonly handover: Handover;
  readonly record: Recorder;
}

export const PageSize = z.coerce
  .number("must be a number")
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(100, "must be at most 100");

export const Thumb = z.enum(THUMBS, `must be one of ${THUMBS.join(", ")}`);

const ListQuery = z.object({
  limit: PageSize.default(50),
  cursor: Cursor.optional(),
  channel: z.string().max(64).optional(),
  /** Of the newest turn. */
  outcome: z
    .enum(TURN_OUTCOMES, `must be one of ${TURN_OUTCOMES.join(", ")}`)
    .optional(),
  /** Lists rated turns instead, not only the newest. */
  thumb: Thumb.optional(),
  /** A conversation's name or title, or a person's or chat's id. */
  search: z.string().trim().min(1).max(500).optional(),
});

const TranscriptQuery = z.object({
  limit: PageSize.default(50),
  before: z.coerce
    .number("must be a message's sequence")
    .int("must be a message's sequence")
    .positive("must be a message's sequence")
    .optional(),
});

const STREAMS_PER_OPERATOR = 20;

/** `/console/api/conversations`. */
export function createConversationRoutes(
  options: ConversationRoutesOptions,
): Hono<ConsoleVariables> {
  const { turnIndex, mailbox, archive, limiter, showsTexts, record } = options;
  const routes = new Hono<ConsoleVariables>();

  routes.get("/", async (context) => {
    const query = parseQuery(context.req.raw, ListQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { limit, cursor, channel, outcome, thumb, search } = query.value;
    const wanted: TurnQuery = {
      limit,
      ...(thumb === undefined ? { isNewestOnly: true } : { thumb }),
      ...(cursor !== undefined && { before: cursor }),
      ...(channel !== undefined && { channel }),
      ...(outcome !== undefined && { outcomes: [outcome] }),
    };
    const page = await findPage(search, wanted, options);
    return context.json({
      conversations: page.turns.map((turn) => {
        const request = page.requests?.get(turn.conversation);
        return {
          ...toTurnBody(turn),
          title: page.titles?.get(turn.conversation),
          ...(request && { wanted: toWantedBody(request, { showsTexts }) }),
        };
      }),
      next: page.next === undefined ? null : toCursor(page.next),
    });
  });

  routes.get("/:conversation", async (context) => {
    const query = parseQuery(context.req.raw, TranscriptQuery);
    if (query.kind === "refused") return problemResponse(query.problem);
    const { limit, before } = query.value;
    const conversation = context.req.param("conversation");
    await record(context, "read", { conversation });
    const transcript = await archive.read(conversation, {
      newest: limit + 1,
      ...(before !== undefined && { before }),
      includesUnanswered: true,
      isOwn: true,
    });
    if (transcript === undefined) return problemResponse(UNKNOWN_CONVERSATION);
    const body = toTranscriptBody(transcript, { limit, showsTexts });
    return context.json({ conversation, ...body });
  });

  routes.delete("/:conversation", async (context) => {
    const conversation = context.req.param("conversation");
    await record(context, "forget", { conversation });
    const forgotten = conversation.startsWith("webhook:")
      ? await forgetConversation(
          { owner: callerOf({ conversation }), conversation },
          options,
        )
      : await archive.forget(conversation);
    // Whatever a crash of an earlier attempt has left.
    await turnIndex.erase({ conversation, from: 0, to: ALL });
    await options.titleIndex?.remove(conversation);
    const { messages = 0, turns = 0 } = forgotten ?? {};
    return context.json({ deleted: { messages, turns } });
  });

  routes.get("/:conversation/turns/:id", async (context) => {
    const { conversation, id } = context.req.param();
    await record(context, "read", { conversation, message: id });
    const turn = await archive.findTurn({ conversation, id });
    return turn === undefined
      ? problemResponse(UNKNOWN_MESSAGE)
      : context.json(toTurnDetails(turn, { showsTexts }));
  });

  routes.get("/:conversation/turns/:id/events", async (context) => {
    if (!showsTexts) return problemResponse(TEXTS_OFF);
    const { conversation, id } = context.req.param();
    await record(context, "watch", { conversation, message: id });
    const turn = await archive.findTurn({ conversation, id });
    if (turn === undefined) return problemResponse(UNKNOWN_MESSAGE);
    const owner = `caller/.console/${context.var.operator.name}`;
    const limit = streamsOf(owner, STREAMS_PER_OPERATOR);
    const admission = await admit(limiter, [
      { ...limit, problem: () => TOO_MANY_STREAMS },
    ]);
    if (admission.kind === "refused") return problemResponse(admission.problem);
    await using place = admission.place;
    return streamTurn(context, { mailbox, turn: { conversation, id }, place });
  });

  routes.post("/:conversation/turns/:id/retry", async (context) => {
    const { conversation, id } = context.req.param();
    await record(context, "retry", { conversation, message: id });
    const { kind } = await mailbox.retry({ conversation, id });
    if (kind === "unknown") return problemResponse(UNKNOWN_MESSAGE);
    return kind === "retrying"
      ? context.json({ status: kind }, 202)
      : problemResponse(NOT_FAILED);
  });

  routes.route("/", createHandoverRoutes(options));

  return routes;
}

interface FoundPage extends TurnPage {
  /** By conversation, like the next. */
  readonly titles?: ReadonlyMap<string, string>;
  readonly requests?: ReadonlyMap<string, ShownRequest>;
}

async function findPage(
  search: string | undefined,
  query: TurnQuery,
  options: ConversationRoutesOptions,
): Promise<FoundPage> {
  if (search !== undefined) return searchFor(search, query, options);
  return query.isNewestOnly && query.outcomes?.join() === "person"
    ? listWaiting(query, options)
    : options.turnIndex.list(query);
}

/** A Worker on the free plan makes 50 requests in all. */
const MAX_TITLES = 15;
const MAX_CALLERS = 10;

/**
 * Finds conversations by their exact name, by the rest of it after the channel
 * (a person's or chat's id) or the API's caller, or by a part of their title.
 */
async function searchFor(
  search: string,
  wanted: TurnQuery,
  { turnIndex, titleIndex, channels, callers }: ConversationRoutesOptions,
): Promise<FoundPage> {
  const limit = MAX_TITLES;
  const titled = (await titleIndex?.search(search, { limit })) ?? [];
  const titles = new Map(
    titled.map(({ conversation, title }) => [conversation, title]),
  );
  const names = new Set([
    search,
    ...channels.map((channel) => `${channel}:${search}`),
    ...callers
      .slice(0, MAX_CALLERS)
      .map((caller) => conversationId(caller, search)),
    ...titles.keys(),
  ]);
  const pages = await Promise.all(
    [...names].map((conversation) =>
      turnIndex.list({ ...wanted, conversation }),
    ),
  );
  return { turns: pages.flatMap(({ turns }) => turns), titles };
}

const ALL = 999_999_999;

const UNKNOWN_CONVERSATION: Problem = {
  status: 404,
  slug: "unknown-conversation",
  title: "Conversation not found",
  detail: "It was deleted or has expired, or the name is wrong.",
};

/** For a retry. */
export const NOT_FAILED: Problem = {
  status: 409,
  slug: "not-failed",
  title: "This turn has not failed",
  detail:
    "It is already running again, or the user has since received a reply.",
};

const TEXTS_OFF: Problem = {
  status: 403,
  slug: "texts-off",
  title: "Operators cannot read what people write here",
  detail: "CONSOLE_TEXTS is off in this deployment.",
};

const TOO_MANY_STREAMS: Problem = {
  status: 429,
  slug: "too-many-streams",
  title: "Too many conversations are watched",
  detail: `An operator can watch ${STREAMS_PER_OPERATOR} at a time. Close some, and try again.`,
};
