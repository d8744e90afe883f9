import type {
  ApiError,
  ApiMethods,
  ApiResponse,
  Opts,
  ResponseParameters,
} from "@grammyjs/types";
import * as z from "zod";
import { createTimeLimit } from "../../abort.ts";
import { nameOf, type PlatformAccess } from "../call-platform.ts";

/** `apiRoot` does not contain the token: `https://api.telegram.org`. */
export type TelegramAccess = PlatformAccess;

/**
 * Calls a method of the Bot API once (https://core.telegram.org/bots/api).
 * Throws `TelegramError` if Telegram refuses it. Network errors may contain the
 * token: log them with `explainFailure`.
 */
export type TelegramApi = <Method extends keyof ApiMethods<File>>(
  method: Method,
  parameters: Opts<File>[Method],
) => Promise<ReturnType<ApiMethods<File>[Method]>>;

/**
 * An error response of Telegram. Log it with `explainFailure` only: proxies
 * quote the URL, which contains the token.
 */
export class TelegramError extends Error {
  override readonly name = "TelegramError";
  readonly status: number;
  readonly description: string;
  readonly parameters: ResponseParameters;

  constructor({ error_code: status, description, parameters = {} }: ApiError) {
    super(`${status} ${description}`);
    this.status = status;
    this.description = description;
    this.parameters = parameters;
  }
}

/** Calls are aborted by the signal or after `timeoutSeconds`. */
export function createTelegramApi({
  token,
  apiRoot,
  fetch = globalThis.fetch,
  signal,
  timeoutSeconds = 30,
}: TelegramAccess & {
  signal: AbortSignal;
  timeoutSeconds?: number;
}): TelegramApi {
  const root = `${apiRoot.replace(/\/+$/, "")}/bot${token}`;
  return async <Method extends keyof ApiMethods<File>>(
    method: Method,
    parameters: Opts<File>[Method],
  ) => {
    using limit = createTimeLimit({ ms: timeoutSeconds * 1_000, signal });
    const response = await fetch(`${root}/${method}`, {
      method: "POST",
      ...toBody(parameters),
      signal: limit.signal,
    });
    const answer: unknown = await response.json();
    if (!isAnswer<ReturnType<ApiMethods<File>[Method]>>(answer))
      throw new TypeError("Malformed answer from Telegram.");
    if (!answer.ok) throw new TelegramError(answer);
    return answer.result;
  };
}

/** https://core.telegram.org/bots/api#making-requests */
const Answer = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.int(),
    description: z.string(),
    parameters: z
      .object({ retry_after: z.number(), migrate_to_chat_id: z.int() })
      .partial()
      .optional(),
  }),
]);

/** Checks the envelope only and trusts the result's type. */
function isAnswer<Result>(value: unknown): value is ApiResponse<Result> {
  return Answer.safeParse(value).success;
}

/**
 * Files are sent as multipart form data, with other values as JSON
 * (https://core.telegram.org/bots/api#sending-files).
 */
function toBody(parameters: object): Pick<RequestInit, "body" | "headers"> {
  const fields = Object.entries(parameters) as [string, unknown][];
  if (!fields.some(([, value]) => value instanceof File))
    return {
      body: JSON.stringify(parameters),
      headers: { "content-type": "application/json" },
    };
  const form = new FormData();
  for (const [name, value] of fields)
    if (value instanceof File) form.append(name, value);
    else if (value !== undefined)
      form.append(
        name,
        typeof value === "string" ? value : JSON.stringify(value),
      );
  return { body: form };
}

/**
 * Describes a failure for the log. Never log the error: it may contain the
 * token and the message.
 */
export function explainFailure(error: unknown, token: string): string {
  return error instanceof TelegramError
    ? hideToken(error.message, token)
    : `no answer from Telegram${nameOf(error)}`;
}

/** Redacts the token, because proxies quote the requested URL. */
export function hideToken(text: string, token: string): string {
  return text.replaceAll(token, "<token>");
}
