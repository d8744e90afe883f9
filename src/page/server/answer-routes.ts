import { Hono } from "hono";
import * as z from "zod";
import { readJson } from "../../http/json-body.ts";
import { problemResponse, UNKNOWN_MESSAGE } from "../../http/problems.ts";
import type { Archive } from "../../types/archive.ts";
import type { Problem } from "../../types/problem.ts";
import { THUMBS, type Rating } from "../../types/rating.ts";
import type { Turn, Usage } from "../../types/turn.ts";
import {
  readShown,
  toConversationBody,
  type PageState,
} from "./shown-conversation.ts";
import {
  admitChange,
  isFirstSuggestion,
  type VisitorLimits,
  type VisitorVariables,
} from "./visitor-limits.ts";

/** Finds questions to go on with after an answer, and what that has cost. */
export type Suggest = (
  turn: Turn,
  options: { signal: AbortSignal },
) => Promise<{
  readonly questions: readonly string[];
  readonly usage?: Usage;
}>;

/** What visitors do with an answer, under `/web/messages`. */
export function createAnswerRoutes({
  limits,
  archive,
  page,
  suggest,
}: {
  limits: VisitorLimits;
  archive: Pick<Archive, "findTurn" | "read" | "rate" | "addUsage" | "choose">;
  page: PageState;
  suggest?: Suggest | undefined;
}): Hono<VisitorVariables> {
  const routes = new Hono<VisitorVariables>();

  routes.put("/:id/rating", async (context) => {
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

  routes.post("/:id/suggestions", async (context) => {
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

  routes.put("/:id/chosen", async (context) => {
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
