import type { MiddlewareHandler } from "hono";
import { ProblemBody } from "../schemas/problem-body.ts";
import type { ErrorBody } from "./schemas/answers.ts";

/** Problems that the same request meets again: OpenAI's clients are told not to send it again on their own. */
const LASTING = ["turn-failed", "budget-spent", "idempotency-mismatch"];

/** Adds to every problem of the routes what OpenAI's clients read: `error`, and 400 for wrong fields. */
export function explainProblems(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { res: response } = context;
    if (response.headers.get("content-type") !== "application/problem+json")
      return;
    const body = toErrorBody(ProblemBody.parse(await response.json()));
    const { status, headers } = response;
    context.res = new Response(JSON.stringify(body), {
      status: slugOf(body) === "invalid-fields" ? body.status : status,
      headers,
    });
    if (LASTING.includes(slugOf(body)))
      context.res.headers.set("x-should-retry", "false");
  };
}

export function toErrorBody(problem: ProblemBody): ErrorBody {
  const { detail, errors } = problem;
  const slug = slugOf(problem);
  const status = slug === "invalid-fields" ? 400 : problem.status;
  const pointer = slug === "invalid-fields" ? errors?.[0]?.pointer : undefined;
  return {
    ...problem,
    status,
    error: {
      message: detail,
      type: typeOf(status, slug),
      param: pointer === undefined ? null : toParam(pointer),
      code: CODES[slug] ?? null,
    },
  };
}

const CODES: Readonly<Record<string, string>> = {
  unauthorized: "invalid_api_key",
  "budget-spent": "insufficient_quota",
  "too-many-requests": "rate_limit_exceeded",
  "too-many-streams": "rate_limit_exceeded",
  "too-many-wrong-keys": "rate_limit_exceeded",
  "too-many-messages": "rate_limit_exceeded",
  "conversation-busy": "rate_limit_exceeded",
  "unknown-model": "model_not_found",
};

function slugOf({ type }: ProblemBody): string {
  return type.slice(type.lastIndexOf("/") + 1);
}

function typeOf(status: number, slug: string): string {
  if (slug === "budget-spent") return "insufficient_quota";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

/** `/messages/0/content` → `messages[0].content` */
function toParam(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join("")
    .replace(/^\./, "");
}
