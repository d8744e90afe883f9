import { AzureOpenAI, OpenAI } from "openai";
import { readRetryAfterMs } from "../../runtime/backoff.ts";
import { readBeginning } from "../../runtime/bounded-fetch.ts";
import { VERSION } from "../../runtime/version.ts";
import { parseJson } from "../../text/json.ts";
import { isTimeout } from "../../types/errors.ts";
import { EMPTY_ACCOUNT, refusesReplyFormat } from "./refusals.ts";
import { findReportedError } from "./reported-error.ts";

export interface ClientOptions {
  apiKey: string;
  /** Of any OpenAI-compatible server, usually including `/v1`. */
  baseUrl: string;
  /** Retries of a request that failed, with backoff. */
  maxRetries: number;
  /** Per attempt, until the response starts; see `isStreamed`. */
  timeoutMs: number;
  /** Responses are read by the caller; otherwise here, within the time limit. */
  isStreamed: boolean;
  fetch: typeof globalThis.fetch;
}

/** Azure's public and national clouds. */
const AZURE = /^https:\/\/[\w.-]+\.azure\.(?:com|us|cn)(?:[:/]|$)/;

/**
 * Creates the SDK's client. It reads at most one megabyte of a response that is
 * not streamed, and does not retry what a retry cannot change, nor what the
 * provider may charge for.
 */
export function createClient({
  apiKey,
  baseUrl,
  maxRetries,
  timeoutMs,
  isStreamed,
  fetch,
}: ClientOptions): Pick<OpenAI, "audio" | "post"> {
  const url = new URL(baseUrl);
  const { "api-version": apiVersion, ...defaultQuery } = Object.fromEntries(
    url.searchParams,
  );
  const isAzure = AZURE.test(baseUrl);
  const options = {
    apiKey,
    baseURL: url.origin + url.pathname,
    defaultQuery,
    organization: null,
    project: null,
    maxRetries,
    timeout: timeoutMs,
    logLevel: "off",
    defaultHeaders: {
      "user-agent": `Parley/${VERSION}`,
      // Of a resource's key; without a version, Azure takes OpenAI's own paths.
      ...(isAzure && { "api-key": apiKey }),
    },
    // The SDK looks there for `Response`, else it fetches `data:,`.
    fetch: Object.assign(
      async (address: string | URL | Request, init?: RequestInit) => {
        try {
          const response = await fetch(address, init);
          return isStreamed && response.ok
            ? response
            : await readWhole(response);
        } catch (error) {
          // Thrown, it would be retried.
          if (init?.signal?.aborted) return tooLate();
          throw error;
        }
      },
      { Response },
    ),
  } as const;
  return isAzure && apiVersion !== undefined
    ? new AzureOpenAI({ ...options, apiVersion })
    : new OpenAI({
        ...options,
        ...(apiVersion !== undefined && {
          defaultQuery: { ...defaultQuery, "api-version": apiVersion },
        }),
      });
}

function tooLate(): Response {
  const error = { message: "No response within the time limit." };
  const headers = { "x-should-retry": "false" };
  return Response.json({ error }, { status: 408, headers });
}

/**
 * If a server asks for a longer wait, the caller gets the error, including
 * `retry-after`.
 */
const MAX_WAIT_MS = 10_000;

/** Some servers repeat the whole request in their errors. */
const MAX_BODY_BYTES = 1_000_000;

async function readWhole({
  ok,
  status,
  headers: received,
  body,
}: Response): Promise<Response> {
  const { bytes } = await readBeginning(body, { maxBytes: MAX_BODY_BYTES });
  const headers = new Headers(received);
  if (ok) return new Response(bytes, { status, headers });
  const text = new TextDecoder().decode(bytes);
  const isPointless =
    isTimeout(status) ||
    (readRetryAfterMs(headers) ?? 0) > MAX_WAIT_MS ||
    EMPTY_ACCOUNT.test(text) ||
    refusesReplyFormat(status, text);
  if (isPointless) headers.set("x-should-retry", "false");
  // In the form that the SDK reads.
  const error = findReportedError(parseJson(text)) ?? text;
  return new Response(JSON.stringify({ error }), { status, headers });
}
