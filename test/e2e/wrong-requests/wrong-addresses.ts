import { AUTHORIZED, call, ID, type WrongRequest } from "./wrong-request.ts";

const NOT_ALLOWED = [405, "method-not-allowed"] as const;
const UNKNOWN_ROUTE = [404, "unknown-route"] as const;
const UNKNOWN_PARAMETER = [400, "unknown-parameter"] as const;

const METHODS = [
  "GET /v1/messages",
  "PUT /v1/messages",
  "PATCH /v1/messages",
  "DELETE /v1/messages",
  "OPTIONS /v1/messages",
  `POST /v1/messages/${ID}`,
  `PUT /v1/messages/${ID}`,
  `OPTIONS /v1/messages/${ID}`,
  `POST /v1/conversations/${ID}`,
  "POST /healthz",
  "POST /openapi.json",
  "PUT /docs",
  "DELETE /",
  "GET /openai/v1/chat/completions",
  "DELETE /openai/v1/models",
  `PUT /v1/messages/${ID}/deliveries`,
  `PUT /v1/conversations/${ID}`,
  "POST /v1/conversations",
  "DELETE /v1/conversations",
];

const ROUTES = [
  "GET /v1/",
  "GET /v1/nothing",
  "GET /v1/messages/",
  "POST /v1/messages/",
  "POST //v1/messages",
  "POST /v1//messages",
  "GET /v1/conversations/",
  `DELETE /v1/conversations/${ID}/`,
  `GET /v1/messages/${ID}/`,
  `GET /v1/messages/${ID}/deliveries/`,
  `GET /v1/messages/${ID}/deliveries/1`,
  "POST /openai/v1/chat/completions/",
  "POST /openai/chat/completions",
  "POST /openai/v1/responses",
  "POST /openai/v1/embeddings",
  "GET /openai/v1/",
  "GET /v1/messages/a/b/c",
  "GET /v1/messages/a/../../nothing",
  "GET /V1/messages/a",
  "GET //v1/messages/a",
  "POST /v1/Messages",
  "GET /v2/messages/a",
  "GET /.env",
  "GET /..%2f..%2fetc%2fpasswd",
  "GET /%00",
];

/** Unknown ids, then impossible ones. */
const IDS = {
  "with an unknown id": "none",
  "with a path traversal": "..%2f..%2fadmin",
  "with a path traversal in escaped dots": "%2e%2e%2f%2e%2e%2fadmin%2fturns",
  "with SQL in its id": "'%20OR%201=1;--",
  "with a template in its id": "$%7b7*7%7d",
  "with another caller's name": "webhook:desk:1",
  "with NUL": "a%00",
  "with an injected header": "a%0d%0aSet-Cookie:%20a=b",
  "with a line break": "%0a",
  "with a broken escape": "%zz",
  "with half an escape": "a%2",
  "with a percent sign at its end": "100%",
  "with overlong UTF-8": "%c0%ae%c0%ae",
  "with a lone surrogate": "%ed%a0%80",
  "with an invalid UTF-8 byte": "%ff",
  "with an escape sequence": "%1b%5b31m",
  "of 129 characters": "a".repeat(129),
  "of 4,000 characters": "a".repeat(4_000),
  "of 3,000 escapes": "%41".repeat(3_000),
  "of blanks": "%20%20",
};

/** Unknown paths, and known ones with wrong methods or parameters. */
export function wrongAddresses(): readonly WrongRequest[] {
  return [
    ...METHODS.map((route) =>
      call(`unsupported method: ${route}`, route, NOT_ALLOWED),
    ),
    ...ROUTES.map((route) =>
      call(`unknown route: ${route}`, route, UNKNOWN_ROUTE),
    ),
    ...Object.entries(IDS).flatMap(([name, id]) => [
      call(`a message ${name}`, `GET /v1/messages/${id}`, [
        404,
        "unknown-message",
      ]),
      call(`stopping a message ${name}`, `DELETE /v1/messages/${id}`, [
        404,
        "unknown-message",
      ]),
      call(`a conversation ${name}`, `GET /v1/conversations/${id}`, [
        404,
        "unknown-conversation",
      ]),
      call(
        `deleting a conversation ${name}`,
        `DELETE /v1/conversations/${id}`,
        [404, "unknown-conversation"],
      ),
    ]),
    call(
      "an unknown parameter",
      `GET /v1/messages/${ID}?verbose=1`,
      UNKNOWN_PARAMETER,
    ),
    call(
      "a parameter without a name",
      `GET /v1/messages/${ID}?=1`,
      UNKNOWN_PARAMETER,
    ),
    call(
      "an unknown parameter of a new message",
      "POST /v1/messages?async=true",
      UNKNOWN_PARAMETER,
    ),
    call(
      "an unknown parameter of 5,000 characters",
      `DELETE /v1/messages/${ID}?${"a".repeat(5_000)}`,
      UNKNOWN_PARAMETER,
    ),
    call(
      "events of an unknown message",
      "GET /v1/messages/none",
      [404, "unknown-message"],
      [...AUTHORIZED, "Accept: text/event-stream", "Last-Event-ID: \xff"],
    ),
  ];
}
