import type {
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import { toProblemBody } from "../../src/http/problems.ts";
import { headers, RATE_HEADERS } from "./parameters.ts";
import {
  PROBLEMS,
  type CataloguedProblem,
  type ProblemName,
} from "./problem-catalogue.ts";

/** Problems of all operations. */
const EVERYWHERE: readonly ProblemName[] = [
  "internal-error",
  "busy",
  "wrong-configuration",
];

/** Problems of all operations that authenticate the caller. */
const BEHIND_KEY: readonly ProblemName[] = [
  "unauthorized",
  "unknown-parameter",
  "too-many-requests",
  "too-many-wrong-keys",
  ...EVERYWHERE,
];

/** Problems of all operations with a body. */
export const BODY_PROBLEMS: readonly ProblemName[] = [
  "broken-json",
  "not-utf8",
  "incomplete-body",
  "ambiguous-json",
  "json-too-deep",
  "slow-body",
  "body-too-large",
  "not-json",
  "unsupported-charset",
  "unsupported-encoding",
  "invalid-fields",
];

/**
 * Returns a response per status for an operation's own problems and those of
 * all authenticated operations. Each response lists its problem types.
 */
export function problemResponses(
  own: readonly ProblemName[],
): ZodOpenApiResponsesObject {
  const groups = Map.groupBy(
    [...own, ...BEHIND_KEY],
    (name) => PROBLEMS[name].status,
  );
  return Object.fromEntries(
    [...groups].map(([status, names]) => [status, toResponse(status, names)]),
  );
}

function toResponse(
  status: number,
  names: readonly ProblemName[],
): ZodOpenApiResponseObject {
  return {
    description: names.map((name) => PROBLEMS[name].title).join(" · "),
    headers: {
      ...(status === 401 ? headers("WWW-Authenticate") : RATE_HEADERS),
      ...([429, 503].includes(status) && headers("Retry-After")),
    },
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            {
              type: "object",
              properties: { type: { enum: names.map(typeOf) } },
            },
          ],
        },
        examples: Object.fromEntries(
          names.map((name) => [
            name,
            { $ref: `#/components/examples/${name}` },
          ]),
        ),
      },
    },
  };
}

/** `components.examples`: a complete body of each problem and its meaning. */
export function problemExamples(): Record<
  string,
  { summary: string; description: string; value: unknown }
> {
  return Object.fromEntries(
    Object.entries<CataloguedProblem>(PROBLEMS).map(([slug, problem]) => [
      slug,
      {
        summary: problem.title,
        description: problem.meaning,
        value: toProblemBody({ slug, ...problem }),
      },
    ]),
  );
}

function typeOf(slug: ProblemName): string {
  const { status, title, detail } = PROBLEMS[slug];
  return toProblemBody({ slug, status, title, detail }).type;
}
