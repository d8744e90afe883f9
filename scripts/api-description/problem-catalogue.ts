import * as z from "zod";
import { english } from "../../src/conversation/texts/english.ts";
import { idempotencyMismatch } from "../../src/http/api/accept-message.ts";
import { NO_KEY } from "../../src/http/api/authenticate.ts";
import {
  DELIVERIES_FORGOTTEN,
  NO_CALLBACK,
  STILL_PENDING,
} from "../../src/http/api/delivery-routes.ts";
import { BROKEN_KEY } from "../../src/http/api/ids.ts";
import { ListQuery } from "../../src/http/api/schemas/requests.ts";
import { refuseCaller } from "../../src/http/bearer-keys.ts";
import type { ProblemName } from "../../src/http/description/problem-meanings.ts";
import { INTERNAL_ERROR, tooBusy } from "../../src/http/error-response.ts";
import { STREAM_BROKEN } from "../../src/http/follow-turn.ts";
import { tooManyGuesses } from "../../src/http/guess-guard.ts";
import { MAX_BODY_BYTES, parseStrictJson } from "../../src/http/json-body.ts";
import {
  tooManyRequests,
  tooManyStreams,
} from "../../src/http/limit-requests.ts";
import {
  noJson,
  spentBudget,
  UNANSWERED,
} from "../../src/http/openai/completion.ts";
import { parseName } from "../../src/http/openai/parse-chat.ts";
import { UNKNOWN_MODEL } from "../../src/http/openai/routes.ts";
import {
  failedTurn,
  FORGOTTEN,
  refusalOf,
  refusalOfStop,
  UNKNOWN_CONVERSATION,
  UNKNOWN_MESSAGE,
  unknownRoute,
  wrongFields,
  wrongMethod,
  type Reading,
} from "../../src/http/problems.ts";
import { parseQuery } from "../../src/http/query.ts";
import {
  BROKEN_OFF,
  decodeText,
  findMediaFault,
  TOO_SLOW,
  tooLarge,
} from "../../src/http/request-body.ts";
import { wrongConfiguration } from "../../src/platforms/start-banner.ts";
import { ConfigurationError } from "../../src/types/errors.ts";
import type { Problem } from "../../src/types/problem.ts";

const EXAMPLES: readonly (Problem | undefined)[] = [
  problemOf(parseStrictJson("{")),
  problemOf(decodeText(new Uint8Array([0xff]))),
  BROKEN_OFF.problem,
  problemOf(
    parseQuery(new Request("https://parley.example.com?limit=0"), ListQuery),
  ),
  problemOf(parseStrictJson('{"text":"","text":""}')),
  problemOf(parseStrictJson("[".repeat(33) + "]".repeat(33))),
  BROKEN_KEY,
  problemOf(
    parseQuery(new Request("https://parley.example.com?page=2"), z.object({})),
  ),
  refuseCaller(NO_KEY).problem,
  UNKNOWN_MESSAGE,
  NO_CALLBACK,
  DELIVERIES_FORGOTTEN,
  UNKNOWN_CONVERSATION,
  unknownRoute(
    "There is no route GET /v1/message. The routes of the API are listed at /docs.",
  ),
  wrongMethod("PUT", ["POST"]),
  TOO_SLOW.problem,
  STILL_PENDING,
  refusalOfStop({ kind: "ended" }),
  refusalOf({ kind: "outdated" }),
  FORGOTTEN,
  tooLarge(MAX_BODY_BYTES).problem,
  ...[
    {},
    { "content-type": "application/json; charset=latin1" },
    { "content-type": "application/json", "content-encoding": "gzip" },
  ].map((headers) => findMediaFault(new Headers(headers))),
  wrongFields([
    { pointer: "/text", detail: "is missing" },
    { pointer: "/txt", detail: "is not a known field" },
  ]),
  idempotencyMismatch(["/text"]),
  refusalOf({ kind: "limited", limit: 20, waitMs: 12_000, isFirst: true }),
  refusalOf({ kind: "full", limit: 50 }),
  tooManyRequests({ limit: 600, resetMs: 12_000 }),
  tooManyStreams(500),
  tooManyGuesses(10, 40_000).problem,
  INTERNAL_ERROR,
  await failedTurn({ reply: english.failed }),
  await failedTurn({
    failure: "wrong-format",
    reply: english.noAnswer("wrong-format"),
  }),
  noJson({ reply: english.stoppedEarly }),
  ...(await Promise.all(
    (["unreachable", "unauthorized", "quota", "unknown"] as const).map((kind) =>
      failedTurn({
        failure: `model-${kind}`,
        reply: english.modelNotice(kind),
      }),
    ),
  )),
  STREAM_BROKEN,
  tooBusy({ retryAfterMs: 1_000 }),
  wrongConfiguration(
    new ConfigurationError([
      {
        variable: "AGENT_MAX_STEPS",
        problem: "must be a whole number from 1 to 50",
      },
    ]),
  ),
  problemOf(
    parseName(new Headers({ "x-conversation-id": "a".repeat(129) }), {}),
  ),
  UNKNOWN_MODEL,
  spentBudget(
    {
      reply: english.budgetSpent({
        kind: "spent",
        scope: "person",
        waitMs: 10_800_000,
      }),
    },
    0,
  ),
  UNANSWERED,
];

function problemOf(reading: Reading<unknown>): Problem | undefined {
  return reading.kind === "refused" ? reading.problem : undefined;
}

/** An example of the problem, as the API answers it. */
export function exampleOf(name: ProblemName): Problem {
  const problem = EXAMPLES.find((example) => example?.slug === name);
  if (problem === undefined) throw new Error(`${name} has no example.`);
  return problem;
}
