import { asObject, parseJson } from "../../src/text/json.ts";
import { LiveError } from "./live-error.ts";
import type { LiveOptions } from "./options.ts";

const CHECK_TIMEOUT_MS = 60_000;

/**
 * Sends one short request before the tasks start. Throws `LiveError` with
 * advice if it fails.
 */
export async function checkServer({
  baseUrl,
  model,
  apiKey,
  extraBody,
}: LiveOptions): Promise<void> {
  const response = await fetch(
    `${baseUrl.replace(/\/+$/, "")}/chat/completions`,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${apiKey}`,
      },
      body: JSON.stringify({
        model,
        messages: [{ role: "user", content: "Say OK." }],
        ...extraBody,
      }),
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    },
  ).catch((error: unknown) => {
    throw new LiveError(
      `No server answers at ${baseUrl} (${causeOf(error)}). Is it running?`,
    );
  });
  const said = await response.text();
  if (response.status === 401 || response.status === 403)
    throw new LiveError(
      `The server refuses the key (${response.status}). Set OPENAI_API_KEY.`,
    );
  if (response.status === 404)
    throw new LiveError(
      `The server knows no chat completions at ${baseUrl}, or no model ${model} (404). Most addresses end with /v1.`,
    );
  if (!response.ok || !("choices" in asObject(parseJson(said))))
    throw new LiveError(
      `The server does not take the request (${response.status}): ${said.replaceAll(apiKey, "[key]").slice(0, 300)}`,
    );
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== ""
    ? cause.message
    : error.message;
}
