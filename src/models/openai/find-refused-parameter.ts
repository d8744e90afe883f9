import { APIError } from "openai";

/** 422: validation errors of FastAPI servers such as Mistral's. */
const REFUSALS = new Set<number | undefined>([400, 422]);

/** Room for the longest refusals; what comes behind it only costs time. */
const MAX_TEXT_LENGTH = 10_000;

/** The request as a whole is too long: no parameter is to blame, also where the text names one. */
const TOO_LONG = /context[ _](?:length|window|size)/i;

/** Validation errors repeat behind it what was sent, with all names in it. */
const ECHO = /\binput(?:_value)?\\*['"]?\s*[:=]/;

/** How the texts of servers set names apart from prose: as `snake_case`, in quotes, or behind a word for them. */
const NAMES =
  /\b([a-z\d]+(?:_[a-z\d]+)+)\b|['"`](\w+)\\*['"`]|(?:argument|parameter|property|field|supplied|->):?\s+(?!supplied)(\w+)/gi;

/** The text of a server that does not accept the request as it stands; `undefined` for every other error. */
export function readRefusal(error: unknown): string | undefined {
  if (!(error instanceof APIError) || !REFUSALS.has(error.status))
    return undefined;
  // Gateways pass on the text of the server behind them in fields of their own.
  return JSON.stringify(error.error ?? "").slice(0, MAX_TEXT_LENGTH);
}

/** Which of the parameters a server says that it does not know or take, in `error.param` or in its text. */
export function findRefusedParameter(
  error: unknown,
  parameters: readonly string[],
): string | undefined {
  const text = readRefusal(error);
  if (text === undefined || TOO_LONG.test(text)) return undefined;
  const named = new Set(
    [...(text.split(ECHO)[0] ?? "").matchAll(NAMES)].map(
      ([, snakeCase, quoted, labelled]) => snakeCase ?? quoted ?? labelled,
    ),
  );
  // `stream_options.include_usage` is a part of `stream_options`.
  const parameter =
    error instanceof APIError
      ? String(error.param).split(/[.[]/)[0]
      : undefined;
  return (
    parameters.find((name) => name === parameter) ??
    parameters.find((name) => named.has(name))
  );
}
