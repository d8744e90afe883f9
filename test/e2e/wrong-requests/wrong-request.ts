/** A raw request that must be rejected. */
export interface WrongRequest {
  readonly name: string;
  readonly method: string;
  /** Written to the request line verbatim. */
  readonly target: string;
  /** Each character is sent as one byte. */
  readonly headers: readonly string[];
  /** Sent verbatim; `headers` may contain its `Content-Length`. */
  readonly body: Uint8Array;
  /**
   * Leaves the connection open after the body, so that the server waits for
   * more.
   */
  readonly isUnfinished?: boolean;
  readonly status: number;
  /**
   * Last segment of the problem's type; not set if the HTTP server rejects the
   * request itself.
   */
  readonly slug?: string;
}

/** The key of the caller that sends wrong requests. */
export const KEY = "key-of-the-shop-window-in-these-tests";
export const SIGNING_SECRET = `whsec_${btoa("signing-secret-for-tests")}`;
/** Must not appear in the log. */
export const TEXT = "Words-that-nobody-may-log";
export const WRONG_KEY = "wrong-key-that-nobody-may-log";
/** Nothing may be stored in it. */
export const CONVERSATION = "never-begun";
export const ID = "never-taken";

export const AUTHORIZED = [`Authorization: Bearer ${KEY}`];
export const JSON_TYPE = "Content-Type: application/json";
export const MESSAGE = {
  conversation: CONVERSATION,
  text: TEXT,
  id: ID,
};

/**
 * Adds the `Content-Length`.
 * @param body an object is serialized as JSON
 */
export function post(
  name: string,
  body: object | string | Uint8Array,
  expected: readonly [status: number, slug?: string],
  headers?: readonly string[],
): WrongRequest {
  return send(name, { route: "POST /v1/messages", body }, expected, headers);
}

/**
 * The same, to any route.
 * @param route method and target
 */
export function send(
  name: string,
  { route, body }: { route: string; body: object | string | Uint8Array },
  expected: readonly [status: number, slug?: string],
  headers: readonly string[] = [...AUTHORIZED, JSON_TYPE],
): WrongRequest {
  const bytes = toBytes(body);
  const all = [...headers, `Content-Length: ${bytes.length}`];
  return { ...call(name, route, expected, all), body: bytes };
}

/**
 * A request without a body.
 * @param route method and target
 */
export function call(
  name: string,
  route: string,
  [status, slug]: readonly [status: number, slug?: string],
  headers: readonly string[] = AUTHORIZED,
): WrongRequest {
  const [method = "", target = ""] = route.split(" ");
  return {
    name,
    method,
    target,
    headers,
    body: new Uint8Array(),
    status,
    ...(slug !== undefined && { slug }),
  };
}

export function toBytes(body: object | string | Uint8Array): Uint8Array {
  if (body instanceof Uint8Array) return body;
  return new TextEncoder().encode(
    typeof body === "string" ? body : JSON.stringify(body),
  );
}
