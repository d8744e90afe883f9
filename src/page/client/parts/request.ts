import type { ProblemBody } from "../../../http/schemas/bodies.ts";
import type { Problem } from "../../../types/problem.ts";

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
    return { kind: "refused", problem: await readProblem(response) };
  } catch {
    return { kind: "unreachable" };
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a body of the server that this script comes from. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the reader names the type that was written
export async function readBody<Body>(
  outcome: Outcome<Response>,
): Promise<Outcome<Body>> {
  if (outcome.kind !== "done") return outcome;
  try {
    const value: Body = await outcome.value.json();
    return { kind: "done", value };
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

async function readProblem(response: Response): Promise<Problem> {
  const type = response.headers.get("content-type");
  if (type === "application/problem+json")
    return toProblem(await response.json());
  // Of a proxy.
  return { status: response.status, slug: "", title: "", detail: "" };
}

export function toProblem({ type, ...problem }: ProblemBody): Problem {
  const { status, title, detail } = problem;
  return { status, slug: type.split("/").at(-1) ?? "", title, detail };
}
