import type {
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from "zod-openapi";
import { headers } from "../../src/http/description/operation.ts";
import { toProblemBody } from "../../src/http/problems.ts";
import type { Problem } from "../../src/types/problem.ts";
import { PROBLEMS } from "./problem-catalogue.ts";

/** Problems of all operations that authenticate the caller. */
const BEHIND_KEY: readonly string[] = [
  "unauthorized",
  "unknown-parameter",
  "too-many-requests",
  "too-many-wrong-keys",
  "internal-error",
  "busy",
  "wrong-configuration",
];

/** Problems of all operations with a body. */
const BODY_PROBLEMS: readonly string[] = [
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
 * Headers of every response to an authenticated caller, unless the rate limit
 * is off.
 */
export const RATE_HEADERS = headers(
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "RateLimit-Policy",
);

/**
 * Returns a response per status for an operation's own problems and those of
 * all authenticated operations. Each response lists its problem types.
 */
export function problemResponses(
  own: readonly string[],
  { hasBody }: { hasBody: boolean },
): ZodOpenApiResponsesObject {
  const groups = Map.groupBy(
    [...(hasBody ? BODY_PROBLEMS : []), ...own, ...BEHIND_KEY],
    (name) => exampleOf(name).status,
  );
  return Object.fromEntries(
    [...groups].map(([status, names]) => [status, toResponse(status, names)]),
  );
}

function toResponse(
  status: number,
  names: readonly string[],
): ZodOpenApiResponseObject {
  const problems = names.map(exampleOf);
  return {
    description: problems.map(({ title }) => title).join(" · "),
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
              properties: {
                type: {
                  enum: problems.map((problem) => toProblemBody(problem).type),
                },
              },
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

function exampleOf(name: string): Problem {
  const problem = PROBLEMS.get(name);
  if (problem === undefined)
    throw new Error(`The problem ${name} has no example.`);
  return problem;
}

/** `components.examples`: a complete body of each problem. */
export function problemExamples() {
  return Object.fromEntries(
    [...PROBLEMS].map(([name, problem]) => [
      name,
      { summary: problem.title, value: toProblemBody(problem) },
    ]),
  );
}
