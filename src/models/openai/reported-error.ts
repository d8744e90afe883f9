import { APIError } from "openai";
import { asObject, asText, isObject } from "../../json.ts";

/**
 * The error that a body or an event reports, in the form of OpenAI's error
 * object or as the server's own text; `undefined` if it reports none. Servers
 * report errors in several forms, also with status 200, and some send an empty
 * error next to a healthy answer.
 */
export function findReportedError(body: unknown): unknown {
  // Gemini sends a list.
  if (Array.isArray(body)) return findReportedError(body[0]);
  if (!isObject(body)) return undefined;
  const { error, base_resp: minimax } = body;
  if (!isBlank(error)) return error;
  const { status_code: code, status_msg: message } = asObject(minimax);
  if (!isBlank(code)) return { code, message };
  if (!isBlank(body["choices"]) || !isBlank(body["usage"])) return undefined;
  const { errors, detail, error_code, error_msg } = body;
  // Cloudflare, FastAPI and Baidu.
  if (!isBlank(errors)) return Array.isArray(errors) ? errors[0] : errors;
  if (!isBlank(detail)) return isObject(detail) ? detail : { message: detail };
  if (!isBlank(error_msg)) return { code: error_code, message: error_msg };
  // vLLM and DashScope.
  const isUnwrapped =
    asText(body["message"]) !== "" &&
    ["code", "type", "status"].some((name) => !isBlank(body[name]));
  return isUnwrapped ? body : undefined;
}

/** Says nothing, e.g. `{ "code": 0, "message": "" }`. */
function isBlank(value: unknown): boolean {
  if (!value) return true;
  return typeof value === "object" && Object.values(value).every(isBlank);
}

/** Statuses of errors that are reported with status 200, by code or type. */
const STATUSES: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  BadRequestError: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  insufficient_quota: 429,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  overloaded_error: 529,
};

/** The SDK's error, as if the server had sent its status. */
export function toApiError(error: unknown): APIError {
  const { code, type, status } = asObject(error);
  // OpenRouter's code is the upstream's status.
  const numeric = [status, code]
    .map(Number)
    .find((candidate) => candidate >= 400 && candidate < 600);
  const named = [code, type].map((name) => STATUSES[asText(name)]);
  return APIError.generate(
    numeric ?? named.find(Boolean) ?? 500,
    { error },
    undefined,
    new Headers(),
  );
}
