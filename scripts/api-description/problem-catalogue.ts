import * as z from "zod";
import { english } from "../../src/conversation/texts/english.ts";
import { NO_KEY } from "../../src/http/api/authenticate.ts";
import * as deliveries from "../../src/http/api/delivery-routes.ts";
import { BROKEN_KEY } from "../../src/http/api/ids.ts";
import { ListQuery } from "../../src/http/api/schemas/requests.ts";
import { idempotencyMismatch } from "../../src/http/api/take-message.ts";
import { refuseCaller } from "../../src/http/bearer-keys.ts";
import { INTERNAL_ERROR, tooBusy } from "../../src/http/error-response.ts";
import { STREAM_BROKEN } from "../../src/http/follow-turn.ts";
import { tooManyGuesses } from "../../src/http/guess-guard.ts";
import { MAX_BODY_BYTES, parseStrictJson } from "../../src/http/json-body.ts";
import * as limits from "../../src/http/limit-requests.ts";
import * as memory from "../../src/http/memory-routes.ts";
import * as chat from "../../src/http/openai/completion.ts";
import { parseName } from "../../src/http/openai/parse-chat.ts";
import { UNKNOWN_MODEL } from "../../src/http/openai/routes.ts";
import * as problems from "../../src/http/problems.ts";
import { parseQuery } from "../../src/http/query.ts";
import * as body from "../../src/http/request-body.ts";
import { wrongConfiguration } from "../../src/platforms/start-banner.ts";
import { ConfigurationError } from "../../src/types/errors.ts";
import type { Problem } from "../../src/types/problem.ts";

const { failedTurn, refusalOf } = problems;
const ADDRESS = "https://parley.example.com/v1/conversations";
const JSON_TYPE = "application/json";

/** What the API's own code answers. */
const ANSWERS: readonly (
  problems.Reading<unknown> | { problem: Problem } | Problem | undefined
)[] = [
  // Requests that cannot be read.
  parseStrictJson("{"),
  parseStrictJson('{"text":"","text":""}'),
  parseStrictJson("[".repeat(33) + "]".repeat(33)),
  body.decodeText(new Uint8Array([0xff])),
  body.BROKEN_OFF,
  body.TOO_SLOW,
  body.tooLarge(MAX_BODY_BYTES),
  body.findMediaFault(new Headers()),
  body.findMediaFault(
    new Headers({ "content-type": `${JSON_TYPE}; charset=latin1` }),
  ),
  body.findMediaFault(
    new Headers({ "content-type": JSON_TYPE, "content-encoding": "gzip" }),
  ),
  parseQuery(new Request(`${ADDRESS}?limit=0`), ListQuery),
  parseQuery(new Request(`${ADDRESS}?page=2`), z.object({})),
  parseName(new Headers({ "x-conversation-id": "a".repeat(129) }), {}),
  BROKEN_KEY,
  problems.wrongFields([
    { pointer: "/text", detail: "is missing" },
    { pointer: "/txt", detail: "is not a known field" },
  ]),

  // Callers, and how often they ask.
  refuseCaller(NO_KEY),
  tooManyGuesses(10, 40_000),
  limits.tooManyRequests(600, 12),
  limits.tooManyStreams(500),
  refusalOf({ kind: "limited", limit: 20, waitMs: 12_000, isFirst: true }),
  refusalOf({ kind: "full", limit: 50 }),

  // What there is not, or is no longer.
  problems.unknownRoute(
    "There is no route GET /v1/message. The routes of the API are listed at /docs.",
  ),
  problems.wrongMethod("PUT", ["POST"]),
  problems.UNKNOWN_MESSAGE,
  problems.UNKNOWN_CONVERSATION,
  memory.UNKNOWN_NOTE,
  memory.MEMORY_CHANGED,
  problems.FORGOTTEN,
  problems.refusalOfStop({ kind: "ended" }),
  refusalOf({ kind: "outdated" }),
  idempotencyMismatch(["/text"]),
  deliveries.NO_CALLBACK,
  deliveries.DELIVERIES_FORGOTTEN,
  deliveries.STILL_PENDING,
  UNKNOWN_MODEL,

  // No answer.
  await failedTurn({ reply: english.failed }),
  ...(await Promise.all(
    (["unreachable", "unauthorized", "quota", "unknown"] as const).map((kind) =>
      failedTurn({
        failure: `model-${kind}`,
        reply: english.modelNotice(kind),
      }),
    ),
  )),
  await failedTurn({
    failure: "wrong-format",
    reply: english.noAnswer("wrong-format"),
  }),
  chat.noJson({ reply: english.stoppedEarly }),
  chat.spentBudget(
    {
      reply: english.budgetSpent({
        kind: "spent",
        scope: "person",
        waitMs: 10_800_000,
      }),
    },
    0,
  ),
  chat.UNANSWERED,
  STREAM_BROKEN,
  tooBusy({ retryAfterMs: 1_000 }),
  INTERNAL_ERROR,
  wrongConfiguration(
    new ConfigurationError([
      {
        variable: "AGENT_MAX_STEPS",
        problem: "must be a whole number from 1 to 50",
      },
    ]),
  ),
];

/** Each problem as the API answers it, by its slug. */
export const PROBLEMS: ReadonlyMap<string, Problem> = new Map(
  ANSWERS.flatMap((answer) => {
    const problem = answer && "problem" in answer ? answer.problem : answer;
    return problem && "slug" in problem ? [[problem.slug, problem]] : [];
  }),
);
