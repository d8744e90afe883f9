/** A problem type of the API. */
export interface CataloguedProblem {
  readonly status: number;
  readonly title: string;
  /** When it occurs and what to do; Markdown. */
  readonly meaning: string;
  /** An example. */
  readonly detail: string;
  readonly errors?: readonly {
    readonly pointer: string;
    readonly detail: string;
  }[];
}

/**
 * All problems, keyed by the last segment of their `type`. A test compares them
 * with the sources.
 */
export const PROBLEMS = {
  "broken-json": {
    status: 400,
    title: "The body is not valid JSON",
    meaning: "The body is empty or is not JSON.",
    detail: "Check the quotes, commas and brackets.",
  },
  "not-utf8": {
    status: 400,
    title: "The body is not UTF-8",
    meaning: "The body contains bytes that are not UTF-8.",
    detail: "Send the text encoded as UTF-8.",
  },
  "incomplete-body": {
    status: 400,
    title: "Incomplete body",
    meaning: "The connection closed before the whole body arrived.",
    detail: "The connection closed before the whole body arrived.",
  },
  "invalid-query": {
    status: 400,
    title: "Invalid query parameters",
    meaning:
      "`errors` names each invalid query parameter and what is wrong with it.",
    detail: "?limit must be a whole number from 1 to 100",
    errors: [
      {
        pointer: "?limit",
        detail: "must be a whole number from 1 to 100",
      },
    ],
  },
  "ambiguous-json": {
    status: 400,
    title: "The JSON body is ambiguous",
    meaning:
      "An object in the body has a duplicate name, or the name `__proto__`; `errors` points to it.",
    detail: "/text appears twice.",
    errors: [{ pointer: "/text", detail: "appears twice" }],
  },
  "json-too-deep": {
    status: 400,
    title: "The JSON body is nested too deeply",
    meaning: "Arrays and objects may nest at most 32 levels deep.",
    detail: "Arrays and objects may nest at most 32 levels deep.",
  },
  "broken-idempotency-key": {
    status: 400,
    title: "Invalid Idempotency-Key",
    meaning:
      "It must be 1 to 128 printable ASCII characters, with or without double quotes.",
    detail:
      "It must be 1 to 128 printable ASCII characters, with or without double quotes.",
  },
  "unknown-parameter": {
    status: 400,
    title: "Unknown query parameter",
    meaning: "The operation does not know this query parameter.",
    detail: '"page" is not a parameter of this endpoint; it has none.',
  },
  unauthorized: {
    status: 401,
    title: "Missing or invalid credentials",
    meaning:
      "The key or signature is missing or invalid; `detail` says which. Nothing was stored.",
    detail:
      "Send your API key in the Authorization header: Authorization: Bearer <key>.",
  },
  "unknown-message": {
    status: 404,
    title: "Message not found",
    meaning:
      "You have not sent a message with this id, or its conversation was deleted. Other callers' ids get the same response.",
    detail:
      "No message with this id was accepted, or its conversation was deleted. Check the id.",
  },
  "no-callback": {
    status: 404,
    title: "This message has no callback",
    meaning: "It was sent without a `callback_url`.",
    detail:
      "It was sent without a callback_url, so there are no deliveries. Fetch the message to see its reply.",
  },
  "deliveries-forgotten": {
    status: 404,
    title: "The deliveries have expired",
    meaning: "Deliveries are kept for 30 days after the last attempt.",
    detail:
      "Deliveries are kept for 30 days. POST here to send the callback again, or fetch the message to see its reply.",
  },
  "unknown-conversation": {
    status: 404,
    title: "Conversation not found",
    meaning:
      "You have no conversation of this name, or it was deleted. Other callers' conversations get the same response.",
    detail: "There is no conversation of this name, or it was deleted.",
  },
  "unknown-route": {
    status: 404,
    title: "Not found",
    meaning: "The path is wrong, or that part is off.",
    detail:
      "There is no route GET /v1/message. The routes of the API are listed at /docs.",
  },
  "method-not-allowed": {
    status: 405,
    title: "Method not allowed",
    meaning:
      "The path does not support this method; the `Allow` header lists those it does.",
    detail: "This path does not support PUT. Use POST.",
  },
  "slow-body": {
    status: 408,
    title: "The body took too long",
    meaning:
      "The body did not arrive completely within 10 seconds. Nothing was stored.",
    detail:
      "The body did not arrive completely within 10 seconds. Nothing was stored. Send it again.",
  },
  "callback-pending": {
    status: 409,
    title: "The callback is still pending",
    meaning:
      "The message has no reply yet, or another attempt is scheduled: there is nothing to resend.",
    detail:
      "The message has no reply yet, or another attempt is scheduled at next_attempt_at. Resend the callback when its status is delivered, failed or stopped.",
  },
  "already-answered": {
    status: 409,
    title: "The message has already been answered",
    meaning: "There is nothing to stop.",
    detail: "There is nothing to stop. Fetch the message to see its reply.",
  },
  "outdated-edit": {
    status: 409,
    title: "The message can no longer be edited",
    meaning:
      "Only the latest message of a conversation can be edited. This API cannot edit messages yet, so this problem does not occur.",
    detail:
      "Only the latest message of a conversation can be edited. Send a new message.",
  },
  forgotten: {
    status: 410,
    title: "The conversation was deleted",
    meaning:
      "The message was deleted with its conversation, before or during its answer.",
    detail:
      "This message belonged to a conversation that was deleted. Send a new message with a new id.",
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    meaning: "The body exceeds 256 KiB or 10,000 values. Nothing was stored.",
    detail:
      "The body may be at most 262144 bytes long. Split it into smaller requests.",
  },
  "not-json": {
    status: 415,
    title: "The Content-Type is not JSON",
    meaning: "`Content-Type` is not `application/json`.",
    detail: "Send JSON with Content-Type: application/json.",
  },
  "unsupported-charset": {
    status: 415,
    title: "Unsupported charset",
    meaning: "`Content-Type` names a charset other than UTF-8.",
    detail:
      "Send UTF-8 with Content-Type: application/json and no other charset.",
  },
  "unsupported-encoding": {
    status: 415,
    title: "Compressed bodies are not supported",
    meaning:
      "The request has a `Content-Encoding` header. Send the body uncompressed.",
    detail: "Send the body uncompressed, without a Content-Encoding header.",
  },
  "invalid-fields": {
    status: 422,
    title: "Invalid fields in the body",
    meaning:
      "`errors` points to each invalid field and says what is wrong with it. Nothing was stored.",
    detail: "/text is missing; /txt is not a known field",
    errors: [
      { pointer: "/text", detail: "is missing" },
      { pointer: "/txt", detail: "is not a known field" },
    ],
  },
  "idempotency-mismatch": {
    status: 422,
    title: "The id belongs to another message",
    meaning:
      "An earlier message with this id was different: `errors` names the differences. Nothing was stored.",
    detail:
      "An earlier message with this id was different (/text). Nothing was stored. Use a new id for a new message, or resend the same message.",
    errors: [
      {
        pointer: "/text",
        detail: "differs from the first message with this id",
      },
    ],
  },
  "too-many-messages": {
    status: 429,
    title: "Message rate limit exceeded",
    meaning:
      "One `user` sent more than `USER_MESSAGES_PER_MINUTE` messages. Nothing was stored: resend the message after `Retry-After`.",
    detail:
      "The limit is 20 messages per minute for each person. The message was not stored; send it again in 12 seconds.",
  },
  "conversation-busy": {
    status: 429,
    title: "Too many messages waiting in this conversation",
    meaning:
      "50 messages are already waiting for an answer. Nothing was stored: resend the message after `Retry-After`.",
    detail:
      "50 messages are already waiting for an answer. The message was not stored; send it again later.",
  },
  "too-many-requests": {
    status: 429,
    title: "Rate limit exceeded",
    meaning:
      "You made more than `WEBHOOK_REQUESTS_PER_MINUTE` requests. Nothing was done: retry after `Retry-After`.",
    detail:
      "The limit is 600 requests per minute for each caller. The request was not processed; retry in 12 seconds.",
  },
  "too-many-streams": {
    status: 429,
    title: "Too many concurrent streams",
    meaning:
      "You already have `WEBHOOK_STREAMS_PER_CALLER` open streams. Nothing was done: retry when one of them ends, or without `Accept: text/event-stream`.",
    detail:
      "The limit is 500 concurrent streams for each caller. The request was not processed; retry when a stream ends, or without Accept: text/event-stream.",
  },
  "too-many-wrong-keys": {
    status: 429,
    title: "Too many failed authentication attempts",
    meaning:
      "Your IP address sent more than `WRONG_KEYS_PER_MINUTE` invalid keys or signatures. Until `Retry-After`, keys that it has not used before are rejected.",
    detail:
      "Your IP address sent more than 10 invalid keys or signatures within a minute, so new keys from it are rejected. Check your key and retry in 40 seconds.",
  },
  "internal-error": {
    status: 500,
    title: "Internal error",
    meaning:
      "The message may or may not have been stored. Resend it with the same id: it is answered once.",
    detail:
      "The message may or may not have been stored. Resend it with the same id: it is answered once.",
  },
  "turn-failed": {
    status: 502,
    title: "The message could not be answered",
    meaning:
      "The message is stored, but all attempts to answer it failed. `detail` is the notice for the user.",
    detail:
      "Something went wrong on my side, and retrying did not help. I cannot answer this message.",
  },
  "wrong-format": {
    status: 502,
    title: "The answer is not in the requested format",
    meaning:
      "Only with `response_format`: neither the model's answer nor its repair is JSON that matches the schema. `detail` is a notice for the user.",
    detail:
      "My language model did not write the answer in the requested format, not even when asked again. Send the message again, or make the schema simpler.",
  },
  "no-json": {
    status: 502,
    title: "There is no answer in the requested format",
    meaning:
      "Only with `response_format`: the turn ended with a notice instead, since it was stopped. `detail` is that notice.",
    detail: "Stopped before I had written anything.",
  },
  "model-unreachable": {
    status: 503,
    title: "The language model cannot be reached",
    meaning:
      "The message is stored, but the model was unreachable or overloaded in all attempts to answer it. `detail` is the notice for the user.",
    detail:
      "I could not reach my language model, and tried several times. Please send your message again in a while.",
  },
  "model-unauthorized": {
    status: 502,
    title: "The language model's provider rejected the key",
    meaning:
      "The message is stored, but cannot be answered until the operator corrects `OPENAI_API_KEY`. `detail` is the notice for the user.",
    detail:
      "My language model did not accept the request: something in my configuration is wrong. Only my owner can fix that; the log says what it is.",
  },
  "model-quota": {
    status: 503,
    title: "The account with the language model's provider has no credit left",
    meaning:
      "The message is stored, but cannot be answered until the operator adds credit. `detail` is the notice for the user.",
    detail:
      "My language model did not accept the request: something in my configuration is wrong. Only my owner can fix that; the log says what it is.",
  },
  "model-unknown": {
    status: 502,
    title: "The provider does not have the configured language model",
    meaning:
      "The message is stored, but cannot be answered until the operator corrects `OPENAI_MODEL` or `OPENAI_BASE_URL`. `detail` is the notice for the user.",
    detail:
      "My language model did not accept the request: something in my configuration is wrong. Only my owner can fix that; the log says what it is.",
  },
  "stream-broken": {
    status: 502,
    title: "The event stream broke off",
    meaning:
      "Sent as an event only. It does not affect the answer: reconnect to the stream.",
    detail:
      "The message is stored and will be answered. Reconnect to the event stream, or poll the status.",
  },
  busy: {
    status: 503,
    title: "Too many concurrent requests",
    meaning:
      "Other requests got in the way, usually in the same conversation. Retry after `Retry-After`; resend a message with the same id, so that it is answered once.",
    detail:
      "Other requests got in the way of this one. Retry later; resend a message with the same id, so that it is answered once.",
  },
  "wrong-configuration": {
    status: 503,
    title: "Parley is not set up",
    meaning:
      "The deployment has invalid variables; `errors` names them for the operator.",
    detail:
      "AGENT_MAX_STEPS must be a whole number from 1 to 50. Fix that and restart: variables are read once, at startup.",
    errors: [
      {
        pointer: "/AGENT_MAX_STEPS",
        detail: "must be a whole number from 1 to 50",
      },
    ],
  },
  "invalid-header": {
    status: 400,
    title: "Invalid X-Conversation-Id header",
    meaning: "It is not a valid conversation name.",
    detail: "X-Conversation-Id has more than 128 characters.",
  },
  "unknown-model": {
    status: 404,
    title: "Model not found",
    meaning: "The only model is `parley`.",
    detail: "The only model here is parley.",
  },
  "budget-spent": {
    status: 429,
    title: "Daily budget exhausted",
    meaning:
      "The remaining budget of the user, or of all users, is too low for an answer. `/openai/v1` only: elsewhere, this is the reply.",
    detail:
      "Your budget for today is too low for an answer. It resets in 3 hours: please ask me again then.",
  },
  "not-answered-yet": {
    status: 504,
    title: "The answer took too long",
    meaning:
      "More than ten minutes passed, or the platform's time limit. `/openai/v1` only.",
    detail:
      "The request timed out. If it named a conversation, the message will still be answered: fetch the answer with GET /v1/messages/{id}. Otherwise nothing was kept; send it again.",
  },
} as const satisfies Readonly<Record<string, CataloguedProblem>>;

export type ProblemName = keyof typeof PROBLEMS;
