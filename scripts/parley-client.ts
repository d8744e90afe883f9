import * as z from "zod";
import { createTimeLimit } from "../src/runtime/abort.ts";

/** Outcome of a request to the checked Parley. */
export type Answer =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Parsed JSON; `undefined` if it is not JSON. */
      readonly body: unknown;
      readonly ms: number;
    }
  | {
      readonly kind: "unreachable";
      readonly reason: string;
      readonly body?: undefined;
    };

export interface ParleyClient {
  /** Throws only the signal's reason. */
  call(
    path: string,
    request?: {
      method?: "GET" | "POST" | "DELETE";
      headers?: Readonly<Record<string, string>>;
      /** Sent as JSON. */
      body?: unknown;
      timeoutMs?: number;
      /** Replaces the client's signal. */
      signal?: AbortSignal;
    },
  ): Promise<Answer>;
}

const TIMEOUT_MS = 10_000;
/**
 * The largest response, two messages from `GET /v1/conversations/{id}`, has a
 * few kilobytes.
 */
const MAX_BYTES = 1_000_000;

/** @param url without a trailing slash */
export function createParleyClient({
  url,
  signal: ownSignal = new AbortController().signal,
}: {
  url: string;
  signal?: AbortSignal;
}): ParleyClient {
  return {
    async call(
      path,
      {
        method = "GET",
        headers,
        body,
        timeoutMs = TIMEOUT_MS,
        signal = ownSignal,
      } = {},
    ) {
      using limit = createTimeLimit({ ms: timeoutMs, signal });
      const startedAt = performance.now();
      const type =
        body === undefined ? {} : { "content-type": "application/json" };
      try {
        const response = await fetch(url + path, {
          method,
          headers: { accept: "application/json", ...type, ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          redirect: "manual",
          signal: limit.signal,
        });
        return {
          kind: "answered",
          status: response.status,
          body: await readJson(response),
          ms: performance.now() - startedAt,
        };
      } catch (error) {
        signal.throwIfAborted();
        const reason = limit.isOver
          ? `no answer within ${timeoutMs / 1000} seconds`
          : explainConnection(error);
        return { kind: "unreachable", reason };
      }
    },
  };
}

async function readJson({ body }: Response): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    // Leaving the loop cancels the stream.
    if (text.length > MAX_BYTES) break;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Explains `fetch failed` by the error code of its cause. */
function explainConnection(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ECONNREFUSED") return "nothing is listening there";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return "the host name does not exist, or there is no network";
  if (/CERT|SSL|TLS|SELF_SIGNED/.test(code))
    return `its certificate is invalid (${code})`;
  return `the connection failed${code && ` (${code})`}`;
}

export function hasStatus(
  answer: Answer,
  ...statuses: readonly number[]
): answer is Extract<Answer, { kind: "answered" }> {
  return answer.kind === "answered" && statuses.includes(answer.status);
}

const Problem = z.object({
  type: z.string(),
  detail: z.string(),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .default([]),
});

/**
 * Reads an RFC 9457 problem from a response body; all its texts are empty if
 * there is none.
 * @returns `slug` as in `docs/api-reference.md`; empty if the problem is not Parley's
 */
export function readProblem(
  body: unknown,
): Omit<z.infer<typeof Problem>, "type"> & { slug: string } {
  const { data } = Problem.safeParse(body);
  if (data === undefined) return { slug: "", detail: "", errors: [] };
  const { type, ...problem } = data;
  return { slug: type.split("/problems/")[1] ?? "", ...problem };
}

const Health = z.object({
  status: z.literal("ok"),
  version: z.string(),
  model: z.string(),
  tools: z.array(z.string()),
  channels: z.record(z.string(), z.boolean()),
});

/** What a running Parley reports about its setup. */
export type RunningHealth = z.infer<typeof Health>;

/** The answer to `GET /healthz`. */
export type HealthReading =
  | {
      readonly kind: "healthy";
      readonly health: RunningHealth;
      readonly ms: number;
    }
  /** Parley refuses to start. */
  | {
      readonly kind: "misconfigured";
      readonly problem: ReturnType<typeof readProblem>;
    }
  /** The response is not Parley's, or incomplete. */
  | { readonly kind: "strange"; readonly status: number }
  | { readonly kind: "unreachable"; readonly reason: string };

/** Throws only the signal's reason. */
export async function readHealth(
  client: ParleyClient,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<HealthReading> {
  const answer = await client.call("/healthz", { timeoutMs });
  if (answer.kind === "unreachable") return answer;
  const { status, body, ms } = answer;
  const parsed = Health.safeParse(body);
  if (status === 200 && parsed.success)
    return { kind: "healthy", health: parsed.data, ms };
  const problem = readProblem(body);
  return problem.slug === "wrong-configuration"
    ? { kind: "misconfigured", problem }
    : { kind: "strange", status };
}
