import type { Problem } from "../../../types/problem.ts";
import { parseJson, readAs } from "./read-body.ts";

/** The server rejected the request. */
export interface Refused {
  readonly kind: "refused";
  readonly problem: Problem;
}

/** No response. The server may still have received the request. */
interface Unreachable {
  readonly kind: "unreachable";
}

export type Failure = Refused | Unreachable;

export type Outcome<Value> =
  { readonly kind: "done"; readonly value: Value } | Failure;

export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is if it is a file. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Completes even if the page is being closed. */
  readonly keepalive?: boolean;
  /** Until the response starts. */
  readonly limitMs?: number;
}

const ANSWER_LIMIT_MS = 30_000;

/** Never throws. */
export async function request(
  path: string,
  { body, headers, signal, limitMs = ANSWER_LIMIT_MS, ...call }: Call = {},
): Promise<Outcome<Response>> {
  const isJson = body !== undefined && !(body instanceof Blob);
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limitMs);
  try {
    const response = await fetch(path, {
      ...call,
      headers: {
        accept: "application/json",
        ...(isJson && { "content-type": "application/json" }),
        ...headers,
      },
      ...(isJson && { body: JSON.stringify(body) }),
      ...(body instanceof Blob && { body }),
      signal: AbortSignal.any([timeout.signal, ...(signal ? [signal] : [])]),
    });
    if (response.ok) return { kind: "done", value: response };
    const refusal = parseJson(await response.text());
    return { kind: "refused", problem: readProblem(refusal, response.status) };
  } catch {
    return { kind: "unreachable" };
  } finally {
    clearTimeout(timer);
  }
}

export async function readOutcome<Value>(
  outcome: Outcome<Response>,
  read: (body: unknown) => Value,
): Promise<Outcome<Value>> {
  if (outcome.kind !== "done") return outcome;
  try {
    return { kind: "done", value: read(await outcome.value.json()) };
  } catch {
    return { kind: "unreachable" };
  }
}

/** The stream of a response's events. */
export type Opening =
  | { readonly kind: "open"; readonly body: ReadableStream<Uint8Array> }
  | Failure;

export function openStream(outcome: Outcome<Response>): Opening {
  if (outcome.kind !== "done") return outcome;
  const { body, headers } = outcome.value;
  // Anything else comes from a proxy, e.g. the login page of a public network.
  const isStream = headers.get("content-type")?.startsWith("text/event-stream");
  return body !== null && isStream === true
    ? { kind: "open", body }
    : { kind: "unreachable" };
}

/** Of a body by RFC 9457. */
export function readProblem(body: unknown, status = 0): Problem {
  const example = { type: "", title: "", detail: "", status };
  const { type, title, detail, ...problem } = readAs(example, body);
  const slug = type.split("/").at(-1) ?? "";
  return { status: problem.status, slug, title, detail };
}
