import type { IncomingHttpHeaders } from "node:http";
import { listen } from "./listen.ts";

/** A call to a platform's API. */
export interface PlatformCall {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON, the fields of a form, or text. */
  readonly body: unknown;
}

/** A platform's response; without `body`, empty. */
export interface StubAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a string. */
  readonly body?: unknown;
}

/**
 * `drop`: the call takes effect, but its response is lost. `break`: the
 * connection breaks before it.
 */
export type StubFailure = StubAnswer | "drop" | "break";

export interface PlatformServer {
  readonly url: string;
  /** In order of arrival, including scripted failures. */
  readonly calls: readonly PlatformCall[];
  /**
   * Makes the next call fail whose path starts with that; repeated calls queue
   * failures.
   */
  failNext(path: string, failure: StubFailure): void;
  /** Resolves once the condition holds for the calls. */
  waitUntil(holds: (calls: readonly PlatformCall[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

/**
 * A server on loopback for a platform's API. `answer` implements its rules:
 * what it accepts, rejects, limits and remembers.
 */
export async function startPlatformServer(
  answer: (call: PlatformCall) => StubAnswer,
): Promise<PlatformServer> {
  const calls: PlatformCall[] = [];
  const failures: { path: string; failure: StubFailure }[] = [];
  const changes = new EventTarget();
  const takeFailure = (path: string): StubFailure | undefined => {
    const index = failures.findIndex((one) => path.startsWith(one.path));
    return index === -1 ? undefined : failures.splice(index, 1)[0]?.failure;
  };

  const server = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const text = Buffer.concat(chunks).toString();
      const call = { method, path, headers, body: parse(text, headers) };
      const failure = takeFailure(path);
      calls.push(call);
      const isCarriedOut = failure === undefined || failure === "drop";
      const given = isCarriedOut ? answer(call) : failure;
      changes.dispatchEvent(new Event("change"));
      if (given === "break" || failure === "drop") return response.destroy();
      const { status = 200, headers: own = {}, body } = given;
      const isText = typeof body === "string" || body === undefined;
      return response
        .writeHead(status, {
          ...(!isText && { "content-type": "application/json" }),
          ...own,
        })
        .end(isText ? body : JSON.stringify(body));
    });
  });

  return {
    url: server.url,
    calls,
    failNext: (path, failure) => void failures.push({ path, failure }),
    async waitUntil(holds) {
      while (!holds(calls))
        await new Promise((resolve) =>
          changes.addEventListener("change", resolve, { once: true }),
        );
    },
    close: server.close,
  };
}

/**
 * Returns a 429 response if a place is called too often in a period; otherwise
 * `undefined`.
 */
export function createRateLimit({
  calls,
  perMs,
}: {
  calls: number;
  perMs: number;
}): (place: string) => StubAnswer | undefined {
  const times = new Map<string, readonly number[]>();
  return (place) => {
    const now = performance.now();
    const recent = (times.get(place) ?? []).filter((at) => at > now - perMs);
    const [oldest = now] = recent;
    times.set(place, recent.length < calls ? [...recent, now] : recent);
    if (recent.length < calls) return undefined;
    const seconds = Math.ceil((oldest + perMs - now) / 1_000);
    return { status: 429, headers: { "retry-after": `${seconds}` }, body: {} };
  };
}

function parse(text: string, headers: IncomingHttpHeaders): unknown {
  const type = headers["content-type"] ?? "";
  if (type.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
