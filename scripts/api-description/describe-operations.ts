import type {
  ZodOpenApiObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
} from "zod-openapi";
import type {
  Operation,
  OperationGroup,
  Sample,
} from "../../src/http/description/operation.ts";
import { problemResponses, RATE_HEADERS } from "./problem-responses.ts";

/**
 * Placeholder origin; the reference replaces it with the deployment's
 * (`reference/reference.js`).
 */
const SAMPLE_ORIGIN = "https://parley.example.com";

/** Describes all operations, with what every operation of a group has. */
export function describeOperations(
  groups: readonly OperationGroup[],
): Required<Pick<ZodOpenApiObject, "tags" | "paths">> {
  const paths: ZodOpenApiPathsObject = {};
  for (const { name, isPublic = false, operations } of groups)
    for (const [operationId, { route, ...operation }] of Object.entries(
      operations,
    )) {
      const [method = "", path = ""] = route.split(" ");
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: {
          operationId,
          tags: [name],
          ...describe(operation, { method, path, isPublic }),
        },
      };
    }
  const tags = groups.map(({ name, title, description }) => ({
    name,
    "x-displayName": title,
    description,
  }));
  return { tags, paths };
}

function describe(
  {
    body,
    responses,
    problems = [],
    samples = [],
    ...rest
  }: Omit<Operation, "route">,
  at: { method: string; path: string; isPublic: boolean },
): ZodOpenApiOperationObject {
  return {
    ...rest,
    ...(at.isPublic && { security: [] }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: at.isPublic
      ? responses
      : {
          ...Object.fromEntries(
            Object.entries(responses).map(([status, response]) => [
              status,
              {
                ...response,
                headers: { ...response.headers, ...RATE_HEADERS },
              },
            ]),
          ),
          ...problemResponses(problems, { hasBody: body !== undefined }),
        },
    ...(samples.length > 0 && {
      "x-codeSamples": samples.map((sample) => curl(sample, at)),
    }),
  };
}

/** Samples expect the API key in `PARLEY_KEY`. */
function curl(
  { label, options = "", headers = {}, body, ...sample }: Sample,
  {
    method,
    path,
    isPublic,
  }: { method: string; path: string; isPublic: boolean },
) {
  const isImplied = method === (body === undefined ? "GET" : "POST");
  const command = ["curl", options, isImplied ? "" : `-X ${method}`]
    .filter(Boolean)
    .join(" ");
  const all = {
    ...(!isPublic && { Authorization: "Bearer $PARLEY_KEY" }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  };
  const lines = [
    `${command} ${SAMPLE_ORIGIN}${sample.path ?? path}`,
    ...Object.entries(all).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : [`-d '${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}'`]),
  ];
  return { lang: "Shell", label, source: lines.join(" \\\n  ") };
}
