import { Hono, type Context } from "hono";
import * as z from "zod";
import type {
  Handover,
  HandoverOutcome,
  HandoverRequest,
} from "../../types/handover.ts";
import { MAX_MESSAGE_LENGTH } from "../../types/message.ts";
import type { Problem } from "../../types/problem.ts";
import { idempotencyMismatch } from "../api/take-message.ts";
import { readJson } from "../json-body.ts";
import { problemResponse, UNKNOWN_CONVERSATION } from "../problems.ts";
import { toPersonBody } from "./bodies.ts";
import type { ConsoleVariables, Recorder } from "./operators.ts";

interface HandoverRoutesOptions {
  readonly handover: Handover;
  readonly record: Recorder;
}

const ReplyBody = z.object({
  text: z
    .string("must be a string")
    .max(
      MAX_MESSAGE_LENGTH,
      `must have at most ${MAX_MESSAGE_LENGTH} characters`,
    )
    .refine((text) => text.trim() !== "", "must not be empty"),
  id: z
    .string("must be a string")
    .regex(/^[\w.:-]{1,100}$/, "must be 1 to 100 of A-Z a-z 0-9 . _ : -")
    .optional(),
});

const ApprovalBody = z.object({
  approve: z.boolean("must be true or false"),
});

/** Of a conversation: gives it to a person of the team, and back to the bot. */
export function createHandoverRoutes({
  handover,
  record,
}: HandoverRoutesOptions): Hono<ConsoleVariables> {
  const routes = new Hono<ConsoleVariables>();

  const act = async (
    context: Context<ConsoleVariables>,
    conversation: string,
    request: HandoverRequest,
  ): Promise<Response> => {
    const message = request.kind === "reply" ? { message: request.id } : {};
    await record(context, request.kind, { conversation, ...message });
    const operator = context.var.operator.name;
    const outcome = await handover.handOver(conversation, {
      ...request,
      operator,
    });
    return request.kind === "reply" && isOfOther(outcome, request.text)
      ? problemResponse(idempotencyMismatch(["/text"]))
      : toResponse(outcome);
  };

  routes.post("/:conversation/takeover", (context) =>
    act(context, context.req.param("conversation"), { kind: "take-over" }),
  );

  routes.post("/:conversation/replies", async (context) => {
    const body = await readJson(context.req.raw, ReplyBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const { text, id = crypto.randomUUID() } = body.value;
    const reply = { kind: "reply", id, text: text.toWellFormed() } as const;
    return act(context, context.req.param("conversation"), reply);
  });

  routes.post("/:conversation/approvals/:code", async (context) => {
    const body = await readJson(context.req.raw, ApprovalBody);
    if (body.kind === "refused") return problemResponse(body.problem);
    const { conversation, code } = context.req.param();
    const kind = body.value.approve ? "approve" : "refuse";
    return act(context, conversation, { kind, code: code.toLowerCase() });
  });

  routes.post("/:conversation/hand-back", (context) =>
    act(context, context.req.param("conversation"), { kind: "hand-back" }),
  );

  return routes;
}

/** Whether the id was given to another reply. */
function isOfOther(outcome: HandoverOutcome, text: string): boolean {
  return outcome.kind === "duplicate" && outcome.turn.message.text !== text;
}

function toResponse(outcome: HandoverOutcome): Response {
  switch (outcome.kind) {
    case "taken":
      return Response.json({
        person: toPersonBody(outcome.owner),
        wanted: null,
      });
    case "returned":
      return Response.json({ person: null, wanted: null });
    case "accepted":
    case "duplicate":
      return Response.json(
        { message_id: outcome.turn.id, person: toPersonBody(outcome.owner) },
        { status: 202 },
      );
    case "over":
      return problemResponse(OVER);
    case "unknown":
      return problemResponse(UNKNOWN_CONVERSATION);
    case "full":
      return problemResponse(tooMany(outcome.limit));
  }
}

const OVER: Problem = {
  status: 409,
  slug: "question-over",
  title: "This question cannot be answered any more",
  detail:
    "Somebody has answered it, it has expired, or people of the team may not answer it (TOOL_APPROVERS).",
};

function tooMany(limit: number): Problem {
  return {
    status: 429,
    slug: "too-many-open",
    title: "Too many messages are open in this conversation",
    detail: `${limit} of them have not been delivered yet. Send the reply again later, with the same id.`,
  };
}
