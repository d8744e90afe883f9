/** A request that must be refused, as it goes over the wire. */
export interface WrongRequest {
  readonly name: string;
  readonly method: string;
  /** As it is in the request line: nothing is normalised or escaped. */
  readonly target: string;
  /** Each of its characters is a byte. */
  readonly headers: readonly string[];
  /** Sent as it is; its `Content-Length` is among the headers, or missing. */
  readonly body: Uint8Array;
  /** The connection is left open after the body, so that the server waits for more. */
  readonly isUnfinished?: boolean;
  readonly status: number;
  /** Of the problem's type; left out where the HTTP server refuses what never reaches Parley. */
  readonly slug?: string;
}

/** The key of the caller whose requests are wrong. */
export const KEY = "key-of-the-shop-window-in-tests";
export const SIGNING_SECRET = `whsec_${btoa("signing-secret-for-tests")}`;
/** What no log may hold. */
export const TEXT = "Words-that-nobody-may-log";
export const WRONG_KEY = "wrong-key-that-nobody-may-log";
/** Which nothing may be stored in. */
export const CONVERSATION = "never-begun";
export const ID = "never-taken";

export const AUTHORIZED = [`Authorization: Bearer ${KEY}`];
export const JSON_TYPE = "Content-Type: application/json";
export const MESSAGE = {
  conversation: CONVERSATION,
  text: TEXT,
  id: ID,
};

/** @param body an object is written as JSON; with its length among the headers */
export function post(
  name: string,
  body: object | string | Uint8Array,
  expected: readonly [status: number, slug?: string],
  headers?: readonly string[],
): WrongRequest {
  return send(name, { route: "POST /v1/messages", body }, expected, headers);
}

/** The same, to anywhere. @param route method and target */
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

/** A request without a body. @param route method and target */
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
