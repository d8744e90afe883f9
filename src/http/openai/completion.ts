import type { MiddlewareHandler } from "hono";
import { distinctSources } from "../../channels/markdown/distinct-sources.ts";
import { parseJson } from "../../text/json.ts";
import type { Problem } from "../../types/problem.ts";
import type { Source, Turn, TurnEnd } from "../../types/turn.ts";
import {
  FAILED_TURN_SLUGS,
  failedTurn,
  FORGOTTEN,
  refuse,
  type Refusal,
} from "../problems.ts";
import { sourcesOf } from "../reply-body.ts";
import type { ProblemBody } from "../schemas/bodies.ts";
import type {
  Annotation,
  ChatCompletion,
  ChatUsage,
  ErrorBody,
} from "./schemas.ts";

/** The only model; answers whatever the request names. */
export const MODEL = "parley";

/** Converts an answered turn to an unstreamed completion. */
export function toCompletion(turn: Turn): ChatCompletion {
  const answer = turn.reply ?? "";
  const { text, annotations } = citeSources(sourcesToCite(turn), answer.length);
  return {
    ...headOf(turn),
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: answer + text,
          refusal: null,
          annotations,
        },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: usageOf(turn),
  };
}

/** Fields common to a completion and its chunks. */
export function headOf({ id, acceptedAt }: Turn) {
  return { id, created: Math.floor(acceptedAt / 1_000), model: MODEL };
}

export function usageOf({ usage }: Turn): ChatUsage {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

/** More would not help in a chat. */
const MAX_SOURCES = 10;

/** Sources that follow an answer. */
interface Citations {
  /** A Markdown list; empty without sources. */
  readonly text: string;
  /**
   * Positions of the links, if the text follows `answerLength` UTF-16 units.
   */
  readonly annotations: Annotation[];
}

/** The sources that follow an answer; a program could not read any after JSON. */
export function sourcesToCite(turn: Turn): readonly Source[] {
  return turn.message.answerFormat === undefined ? sourcesOf(turn) : [];
}

/** Lists an answer's sources as Markdown, and as OpenAI's annotations. */
export function citeSources(
  sources: readonly Source[],
  answerLength: number,
): Citations {
  const annotations: Annotation[] = [];
  let text = "";
  for (const [index, { title, url }] of distinctSources(sources, {
    limit: MAX_SOURCES,
  }).entries()) {
    text += `${index === 0 ? "\n\n---\n\n" : "\n"}${index + 1}. `;
    const start = answerLength + text.length;
    text += `[${escapeText(title)}](<${escapeAddress(url)}>)`;
    annotations.push({
      type: "url_citation",
      url_citation: {
        title,
        url,
        start_index: start,
        end_index: answerLength + text.length,
      },
    });
  }
  return { text, annotations };
}

/** Titles are untrusted: escapes markup and joins lines. */
function escapeText(title: string): string {
  return title
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]<>!&#|~$]/g, String.raw`\$&`);
}

function escapeAddress(url: string): string {
  return url.replace(/[\s<>\\]/g, (character) => encodeURIComponent(character));
}

const DAY_MS = 86_400_000;

/** The answered turn, or the problem to return. */
export async function answerOf(
  end: TurnEnd,
  { now = Date.now }: { now?: () => number } = {},
): Promise<{ readonly kind: "answered"; readonly turn: Turn } | Refusal> {
  if (end.type === "forgotten") return refuse(FORGOTTEN);
  const { turn } = end;
  if (turn.status === "failed") return refuse(await failedTurn(turn));
  if (turn.isOverBudget) return refuse(spentBudget(turn, now()));
  // A notice, not the model's answer.
  const isNotice =
    turn.message.answerFormat !== undefined &&
    parseJson(turn.reply ?? "") === undefined;
  return isNotice ? refuse(noJson(turn)) : { kind: "answered", turn };
}

/** A turn that was stopped has no JSON. */
export function noJson({ reply = "" }: Pick<Turn, "reply">): Problem {
  return {
    status: 502,
    slug: "no-json",
    title: "There is no answer in the requested format",
    detail: reply,
  };
}

/** Budgets are renewed at midnight UTC. */
export function spentBudget(
  { reply = "" }: Pick<Turn, "reply">,
  now: number,
): Problem {
  return {
    status: 429,
    slug: "budget-spent",
    title: "Daily budget exhausted",
    detail: reply,
    retryAfterSeconds: Math.ceil((DAY_MS - (now % DAY_MS)) / 1_000),
  };
}

/** The request timed out before the answer. */
export const UNANSWERED: Problem = {
  status: 504,
  slug: "not-answered-yet",
  title: "The answer took too long",
  detail:
    "The request timed out. If it named a conversation, the message will still be answered: fetch the answer with GET /v1/messages/{id}. Otherwise nothing was kept; send it again.",
};

/**
 * Problems that a retry would meet again: OpenAI's clients must not retry
 * automatically.
 */
const LASTING = [
  ...FAILED_TURN_SLUGS,
  "no-json",
  "budget-spent",
  "idempotency-mismatch",
];

/**
 * Converts problems for OpenAI's clients: adds `error`, and responds with 400
 * to invalid fields.
 */
export function explainProblems(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { res: response } = context;
    if (response.headers.get("content-type") !== "application/problem+json")
      return;
    const body = toErrorBody(await response.json<ProblemBody>());
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
  "model-quota": "insufficient_quota",
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
