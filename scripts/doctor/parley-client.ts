import { createTimeLimit } from "../../src/abort.ts";

/** What came of a request to the Parley that is looked at. */
export type Answer =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** Parsed; `undefined` for what is no JSON. */
      readonly body: unknown;
      readonly ms: number;
    }
  | { readonly kind: "unreachable"; readonly reason: string };

export interface ParleyRequest {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly timeoutMs?: number;
  /** Instead of the client's own. */
  readonly signal?: AbortSignal;
}

export interface ParleyClient {
  /** Throws only the signal's reason. */
  call(path: string, request?: ParleyRequest): Promise<Answer>;
}

const TIMEOUT_MS = 10_000;
/** The longest answer, of `GET /v1/conversations/{id}` for two messages, has a few kilobytes. */
const MAX_BYTES = 1_000_000;

/** @param url without a slash at its end */
export function createParleyClient({
  url,
  signal: ownSignal,
}: {
  url: string;
  signal: AbortSignal;
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
      try {
        const response = await fetch(url + path, {
          method,
          headers: {
            accept: "application/json",
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          redirect: "manual",
          signal: limit.signal,
        });
        const text = await readBounded(response);
        const ms = performance.now() - startedAt;
        const { status } = response;
        return { kind: "answered", status, body: parseJson(text), ms };
      } catch (error) {
        signal.throwIfAborted();
        const reason = limit.isOver
          ? `no answer within ${timeoutMs / 1000} seconds`
          : explain(error);
        return { kind: "unreachable", reason };
      }
    },
  };
}

/** Leaving the loop cancels the rest. */
async function readBounded({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BYTES) break;
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch failed` alone explains nothing: the reason is the code of its cause. */
function explain(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code === "ECONNREFUSED") return "nothing listens there";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return "there is no host of that name, or no network";
  if (/CERT|SSL|TLS|SELF_SIGNED/.test(code))
    return `its certificate is not accepted (${code})`;
  return `the connection failed${code && ` (${code})`}`;
}
