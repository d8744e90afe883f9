import type {
  ZodOpenApiObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
} from "zod-openapi";
import type {
  Operation,
  OperationGroup,
} from "../../src/http/description/operation.ts";
import { problemResponses, RATE_HEADERS } from "./problem-responses.ts";

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
          ...describe(operation, { isPublic }),
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
  { body, responses, problems = [], ...rest }: Omit<Operation, "route">,
  { isPublic }: { isPublic: boolean },
): ZodOpenApiOperationObject {
  return {
    ...rest,
    ...(isPublic && { security: [] }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: isPublic
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
  };
}
