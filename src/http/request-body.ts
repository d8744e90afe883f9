import { createTimeLimit, untilAborted } from "../runtime/abort.ts";
import { concatenate, type Bytes } from "../runtime/bytes.ts";
import type { Problem } from "../types/problem.ts";
import { refuse, type Reading, type Refusal } from "./problems.ts";

interface ReadingLimits {
  readonly maxBytes: number;
  /** For the whole body, so that a slow sender cannot hold a connection. */
  readonly timeoutMs?: number;
}

/** Ample for a usual body from a slow phone. */
const TIMEOUT_MS = 10_000;

/** Reads the body as UTF-8; see `readBytes`. */
export async function readBody(
  request: Request,
  limits: ReadingLimits,
): Promise<Reading<string>> {
  const body = await readBytes(request, limits);
  return body.kind === "refused" ? body : decodeText(body.value);
}

/**
 * Reads the body. Rejects it if it is longer than `maxBytes`, by
 * `Content-Length` or once the limit is exceeded, or incomplete after
 * `timeoutMs`. Never throws because of what a sender does.
 */
export async function readBytes(
  request: Request,
  { maxBytes, ...limits }: ReadingLimits,
): Promise<Reading<Bytes>> {
  if (Number(request.headers.get("content-length")) > maxBytes)
    return tooLarge(maxBytes);
  const beginning = await readBeginning(request, { ...limits, maxBytes });
  if (beginning.kind === "refused") return beginning;
  const { bytes, length } = beginning;
  return length > maxBytes
    ? tooLarge(maxBytes)
    : { kind: "read", value: bytes };
}

/**
 * Reads the body's first `maxBytes`. `length`: more than that if the body is
 * longer.
 */
export async function readBeginning(
  request: Request,
  { maxBytes, timeoutMs = TIMEOUT_MS }: ReadingLimits,
): Promise<
  | { readonly kind: "read"; readonly bytes: Bytes; readonly length: number }
  | Refusal
> {
  if (request.body === null)
    return { kind: "read", bytes: new Uint8Array(), length: 0 };

  using limit = createTimeLimit({ ms: timeoutMs, signal: request.signal });
  const reader = request.body.getReader();
  const chunks: Bytes[] = [];
  let length = 0;
  try {
    while (length <= maxBytes) {
      const { done, value } = await untilAborted(reader.read(), limit.signal);
      if (done) break;
      const room = maxBytes - length;
      if (room > 0) chunks.push(value.subarray(0, room));
      length += value.byteLength;
    }
    return { kind: "read", bytes: concatenate(chunks), length };
  } catch {
    return limit.isOver ? TOO_SLOW : BROKEN_OFF;
  } finally {
    // Errors in the rest do not matter.
    void reader.cancel().catch(() => {});
  }
}

/** Decodes UTF-8 and drops a byte order mark. */
export function decodeText(bytes: Uint8Array): Reading<string> {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
    return { kind: "read", value: decoder.decode(bytes) };
  } catch {
    return refuse({
      status: 400,
      slug: "not-utf8",
      title: "The body is not UTF-8",
      detail: "Send the text encoded as UTF-8.",
    });
  }
}

export const BROKEN_OFF = refuse({
  status: 400,
  slug: "incomplete-body",
  title: "Incomplete body",
  detail: "The connection closed before the whole body arrived.",
});

export const TOO_SLOW = refuse({
  status: 408,
  slug: "slow-body",
  title: "The body took too long",
  detail:
    "The body did not arrive completely within 10 seconds. Nothing was stored. Send it again.",
});

export function tooLarge(maxBytes: number): Refusal {
  return refuse({
    status: 413,
    slug: "body-too-large",
    title: "The body is too large",
    detail: `The body may be at most ${maxBytes} bytes long. Split it into smaller requests.`,
  });
}

/** Why the headers rule out a JSON body: its type, charset or compression. */
export function findMediaFault(headers: Headers): Problem | undefined {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type))
    return unsupported({
      slug: "not-json",
      title: "The Content-Type is not JSON",
      detail: "Send JSON with Content-Type: application/json.",
    });
  // JSON is UTF-8 (RFC 8259, 8.1).
  const charset = parameters.find((part) => part.startsWith("charset="));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset))
    return unsupported({
      slug: "unsupported-charset",
      title: "Unsupported charset",
      detail:
        "Send UTF-8 with Content-Type: application/json and no other charset.",
    });
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    return unsupported({
      slug: "unsupported-encoding",
      title: "Compressed bodies are not supported",
      detail: "Send the body uncompressed, without a Content-Encoding header.",
    });
  return undefined;
}

function unsupported(problem: Omit<Problem, "status">): Problem {
  return { status: 415, ...problem };
}
