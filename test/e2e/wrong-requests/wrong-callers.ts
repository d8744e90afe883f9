import { Webhook } from "standardwebhooks";
import {
  AUTHORIZED,
  call,
  CONVERSATION,
  ID,
  JSON_TYPE,
  KEY,
  MESSAGE,
  post,
  SIGNING_SECRET,
  toBytes,
  WRONG_KEY,
  type WrongRequest,
} from "./wrong-request.ts";

const UNAUTHORIZED = [401, "unauthorized"] as const;

const ROUTES = [
  "POST /v1/messages",
  `GET /v1/messages/${ID}`,
  `DELETE /v1/messages/${ID}`,
  `GET /v1/conversations/${CONVERSATION}`,
  `DELETE /v1/conversations/${CONVERSATION}`,
  "GET /v1/nothing",
  "GET /v1/messages/%00",
];

const AUTHORIZATIONS = {
  "a wrong key": `Bearer ${WRONG_KEY}`,
  "a key in capitals": `Bearer ${KEY.toUpperCase()}`,
  "a truncated key": `Bearer ${KEY.slice(0, -1)}`,
  "a key with another character": `Bearer ${KEY}x`,
  "a key twice": `Bearer ${KEY} ${KEY}`,
  "two keys": `Bearer ${KEY}, Bearer ${KEY}`,
  "a key in quotes": `Bearer "${KEY}"`,
  "a key without a scheme": KEY,
  "a name and a key": `Bearer shop:${KEY}`,
  "another scheme": `Basic ${btoa(`shop:${KEY}`)}`,
  "a scheme without a key": "Bearer",
  "an empty Authorization header": "",
  "a very long key": `Bearer ${WRONG_KEY.repeat(100)}`,
  "a key with bytes beyond ASCII": `Bearer ${KEY}\xe9`,
};

interface SignatureOptions {
  body?: string;
  id?: string;
  at?: number;
  secret?: string;
}

function signatureOf({
  body = JSON.stringify(MESSAGE),
  id = ID,
  at = Date.now(),
  secret = SIGNING_SECRET,
}: SignatureOptions = {}): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(at), body),
  };
}

function signed(
  name: string,
  headers: Record<string, string | undefined>,
  {
    body = JSON.stringify(MESSAGE),
    expected = UNAUTHORIZED,
    more = [JSON_TYPE],
  }: {
    body?: string | Uint8Array;
    expected?: readonly [number, string];
    more?: readonly string[];
  } = {},
): WrongRequest {
  const lines = Object.entries(headers).flatMap(([header, value]) =>
    value === undefined ? [] : [`${header}: ${value}`],
  );
  return post(`a signed message with ${name}`, body, expected, [
    ...lines,
    ...more,
  ]);
}

/**
 * Requests with wrong keys or signatures. Created on demand, since signatures
 * age.
 */
export function wrongCallers(): readonly WrongRequest[] {
  const valid = signatureOf();
  const withHeader = (name: string, value: string | undefined) => ({
    ...valid,
    [name]: value,
  });
  const large = JSON.stringify({ ...MESSAGE, text: "x".repeat(262_144) });
  return [
    ...ROUTES.map((route) => call(`no key: ${route}`, route, UNAUTHORIZED, [])),
    ...Object.entries(AUTHORIZATIONS).map(([name, value]) =>
      post(name, MESSAGE, UNAUTHORIZED, [`Authorization: ${value}`, JSON_TYPE]),
    ),
    call(
      "the key in the address",
      `GET /v1/messages/${ID}?key=${KEY}`,
      UNAUTHORIZED,
      [],
    ),
    post("no key before a broken body", "{", UNAUTHORIZED, []),
    post("no key before a large body", large, UNAUTHORIZED, []),
    post("a wrong key next to a signature", MESSAGE, UNAUTHORIZED, [
      `Authorization: Bearer ${WRONG_KEY}`,
      JSON_TYPE,
      ...Object.entries(valid).map(([name, value]) => `${name}: ${value}`),
    ]),
    ...Object.keys(valid).flatMap((name) => [
      signed(`no ${name}`, withHeader(name, undefined)),
      signed(`an empty ${name}`, withHeader(name, "")),
    ]),
    ...["soon", "1e9", "-1", "1.5", "0x5f", "9".repeat(30)].map((time) =>
      signed(`the time ${time}`, withHeader("webhook-timestamp", time)),
    ),
    signed("an expired time", signatureOf({ at: Date.now() - 400_000 })),
    signed("a future time", signatureOf({ at: Date.now() + 400_000 })),
    signed(
      "a time other than the signed one",
      withHeader(
        "webhook-timestamp",
        String(Math.floor(Date.now() / 1000) - 7),
      ),
    ),
    signed(
      "an id other than the signed one",
      withHeader("webhook-id", "other"),
    ),
    signed("a full stop in its id", signatureOf({ id: "msg.1" })),
    signed("an id that is too long", signatureOf({ id: "i".repeat(129) })),
    signed("a body other than the signed one", valid, {
      body: JSON.stringify({ ...MESSAGE, user: "mallory" }),
    }),
    signed("no body", valid, { body: "" }),
    signed(
      "an unknown secret",
      signatureOf({ secret: `whsec_${btoa("nobody knows this secret")}` }),
    ),
    signed(
      "an Ed25519 signature",
      withHeader("webhook-signature", `v1a,${"A".repeat(86)}==`),
    ),
    signed(
      "a signature without a version",
      withHeader("webhook-signature", valid["webhook-signature"]?.slice(3)),
    ),
    signed(
      "a truncated signature",
      withHeader("webhook-signature", valid["webhook-signature"]?.slice(0, -4)),
    ),
    signed(
      "90 wrong signatures",
      withHeader(
        "webhook-signature",
        Array.from({ length: 90 }, () => `v1,${"A".repeat(43)}=`).join(" "),
      ),
    ),
    ...ROUTES.slice(1).map((route) =>
      call(
        `a signature for ${route}`,
        route,
        UNAUTHORIZED,
        Object.entries(valid).map(([name, value]) => `${name}: ${value}`),
      ),
    ),
    signed("broken JSON", signatureOf({ body: "{" }), {
      body: "{",
      expected: [400, "broken-json"],
    }),
    signed("another media type", valid, {
      expected: [415, "not-json"],
      more: ["Content-Type: text/plain"],
    }),
    signed("a body that is too large", signatureOf({ body: large }), {
      body: large,
      expected: [413, "body-too-large"],
    }),
    signed("an Idempotency-Key that differs from the id", valid, {
      expected: [422, "invalid-fields"],
      more: [JSON_TYPE, "Idempotency-Key: other"],
    }),
    signed("bytes that are not UTF-8", valid, {
      body: new Uint8Array([...toBytes(MESSAGE), 0xff]),
    }),
    post(
      "a valid key without a body",
      "",
      [400, "broken-json"],
      [...AUTHORIZED, JSON_TYPE],
    ),
  ];
}
