import { APIError } from "openai";

/** 422: validation errors of FastAPI servers such as Mistral's. */
const REFUSALS = new Set<number | undefined>([400, 422]);

/** Which of the parameters a server says that it does not know or take, in `error.param` or in its message. */
export function findRefusedParameter(
  error: unknown,
  parameters: readonly string[],
): string | undefined {
  if (!(error instanceof APIError) || !REFUSALS.has(error.status))
    return undefined;
  // `stream_options.include_usage` is a part of `stream_options`.
  const named = `${error.param}`.split(/[.[]/)[0];
  return parameters.find(
    (name) => name === named || error.message.includes(name),
  );
}
