import { problemFor } from "../channels/problems.ts";
import type { ConfigurationError } from "../errors.ts";

/** Nobody can know it; about as long as a deployment takes. */
const RETRY_AFTER_SECONDS = 60;

/** The answer to every request while the configuration is wrong. Names of variables are no secrets; their values are, and are not in the error. */
export function refuseToStart(
  request: Request,
  { problems }: ConfigurationError,
): Response {
  return problemFor(request, {
    status: 503,
    slug: "wrong-configuration",
    title: "Parley is not set up",
    detail: `${problems.map(({ variable, problem }) => `${variable} ${problem}.`).join(" ")} Fix that and start again: variables are read once, at the start.`,
    errors: problems.map(({ variable, problem }) => ({
      pointer: `/${variable}`,
      detail: problem,
    })),
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
