import { APIError } from "openai";
import { asObject, asText, isObject } from "../../text/json.ts";
import { RATE_LIMITED } from "./refusals.ts";

/**
 * The error that a body reports, in the form of OpenAI's error object or as the
 * server's own text; `undefined` if it reports none. Servers report errors in
 * several forms, also with status 200, and some send an empty error next to a
 * healthy answer.
 */
export function findReportedError(body: unknown): unknown {
  // Gemini sends a list.
  const first: unknown = Array.isArray(body) ? body[0] : body;
  return findNamedError(first) ?? findRemark(first);
}

/** An error that calls itself one. */
export function findNamedError(body: unknown): unknown {
  const { error, message, base_resp: minimax, choices } = asObject(body);
  // The code alone, next to its text.
  if (error === true || (isText(error) && isText(message)))
    return { code: error, message };
  if (!isBlank(error)) return error;
  const { status_code: code, status_msg } = asObject(minimax);
  if (!isBlank(code)) return { code, message: status_msg };
  // OpenRouter.
  const choice = asObject(Array.isArray(choices) ? choices[0] : undefined);
  return isBlank(choice["error"]) ? undefined : choice["error"];
}

/**
 * A message without any answer: an error of a whole body, whereas a stream may
 * go on after it, e.g. after "You are number 3 in the queue".
 */
export function findRemark(body: unknown): unknown {
  const { choices, usage, text, ...remark } = asObject(body);
  if (![choices, usage, text].every(isBlank)) return undefined;
  const { errors, detail, error_code, error_msg, msg, message } = remark;
  // Cloudflare, FastAPI and Baidu.
  if (!isBlank(errors)) return Array.isArray(errors) ? errors[0] : errors;
  if (!isBlank(detail)) return isObject(detail) ? detail : { message: detail };
  if (!isBlank(error_msg)) return { code: error_code, message: error_msg };
  // Zhipu; vLLM and DashScope.
  if (isText(msg)) return { code: remark["code"], message: msg };
  return isText(message) ? remark : undefined;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && !isBlank(value);
}

/** What servers write to say that there is no error. */
const NO_ERROR = /^(?:0+|200|ok|success(?:ful)?|none|null)$/i;

/** Says nothing, e.g. `{ "code": 0, "message": "" }`. */
function isBlank(value: unknown): boolean {
  if (!value || value === 200) return true;
  if (typeof value === "object") return Object.values(value).every(isBlank);
  return NO_ERROR.test(asText(value).trim());
}

/** Codes and types of errors that a retry cannot fix. */
const REFUSED = /invalid_request_error|BadRequestError/;

/** The SDK's error, as if the server had sent its status. */
export function toApiError(error: unknown): APIError {
  const { code, status } = asObject(error);
  // OpenRouter's code is the upstream's status.
  const given = [status, code]
    .map(Number)
    .find((candidate) => candidate >= 400 && candidate < 600);
  return APIError.generate(
    given ?? statusOf(JSON.stringify(error)),
    { error },
    undefined,
    new Headers(),
  );
}

/** Kinds that have words of their own are told from any status. */
function statusOf(error: string): number {
  if (REFUSED.test(error)) return 400;
  return RATE_LIMITED.test(error) ? 429 : 500;
}
