/**
 * When each problem of the API occurs and what to do, in Markdown. The build
 * alone reads this.
 */
export const PROBLEM_MEANINGS = {
  "broken-json": "The body is empty or is not JSON.",
  "not-utf8": "The body contains bytes that are not UTF-8.",
  "incomplete-body": "The connection closed before the whole body arrived.",
  "invalid-query":
    "`errors` names each invalid query parameter and what is wrong with it.",
  "ambiguous-json":
    "An object in the body has a duplicate name, or the name `__proto__`; `errors` points to it.",
  "json-too-deep": "The body has more than 32 levels of arrays and objects.",
  "broken-idempotency-key":
    "It is not 1 to 128 printable ASCII characters, with or without double quotes.",
  "unknown-parameter": "The operation does not know this query parameter.",
  unauthorized:
    "The key or signature is missing or invalid; `detail` says which. Nothing was stored.",
  "unknown-message":
    "You have not sent a message with this id, or its conversation was deleted. Other callers' ids get the same response.",
  "no-callback": "It was sent without a `callback_url`.",
  "deliveries-forgotten":
    "Deliveries are kept for 30 days after the last attempt.",
  "unknown-conversation":
    "You have no conversation of this name, or it was deleted. Other callers' conversations get the same response.",
  "unknown-note": "The memory has no note with this number.",
  "memory-changed":
    "The notes have changed since you read them, for example since older messages left the bot's sight. Nothing was changed: read them again.",
  "unknown-route": "The path is wrong, or that part is off.",
  "method-not-allowed":
    "The path does not support this method; the `Allow` header lists those it does.",
  "slow-body":
    "The body did not arrive completely within 10 seconds. Nothing was stored.",
  "callback-pending":
    "The message has no reply yet, or another attempt is scheduled: there is nothing to resend.",
  "already-answered": "There is nothing to stop.",
  "outdated-edit":
    "Only messages that are shown can be edited. This API cannot edit messages yet, so this problem does not occur.",
  forgotten:
    "The message was deleted with its conversation, before or during its answer.",
  "body-too-large":
    "The body exceeds 256 KiB or 10,000 values. Nothing was stored.",
  "not-json": "`Content-Type` is not `application/json`.",
  "unsupported-charset": "`Content-Type` names a charset other than UTF-8.",
  "unsupported-encoding":
    "The request has a `Content-Encoding` header. Send the body uncompressed.",
  "invalid-fields":
    "`errors` points to each invalid field and says what is wrong with it. Nothing was stored.",
  "idempotency-mismatch":
    "An earlier message with this id was different: `errors` names the differences. Nothing was stored.",
  "too-many-messages":
    "One `user` sent more than `USER_MESSAGES_PER_MINUTE` messages. Nothing was stored: resend the message after `Retry-After`.",
  "conversation-busy":
    "50 messages are already waiting for an answer. Nothing was stored: resend the message after `Retry-After`.",
  "too-many-requests":
    "You made more than `WEBHOOK_REQUESTS_PER_MINUTE` requests. Nothing was done: retry after `Retry-After`.",
  "too-many-streams":
    "You already have `WEBHOOK_STREAMS_PER_CALLER` open streams. Nothing was done: retry when one of them ends, or without `Accept: text/event-stream`.",
  "too-many-wrong-keys":
    "Your IP address sent more than `WRONG_KEYS_PER_MINUTE` invalid keys or signatures. Until `Retry-After`, keys that it has not used before are rejected.",
  "internal-error":
    "The message may or may not have been stored. Resend it with the same id: it is answered once.",
  "turn-failed":
    "The message is stored, but all attempts to answer it failed. `detail` is the notice for the user.",
  "wrong-format":
    "Only with `response_format`: neither the model's answer nor its repair is JSON that matches the schema. `detail` is a notice for the user.",
  "no-json":
    "Only with `response_format`: the turn ended with a notice instead, since it was stopped. `detail` is that notice.",
  "model-unreachable":
    "The message is stored, but the model was unreachable or overloaded in all attempts to answer it. `detail` is the notice for the user.",
  "model-unauthorized":
    "The message is stored, but cannot be answered until the operator corrects `OPENAI_API_KEY`. `detail` is the notice for the user.",
  "model-quota":
    "The message is stored, but cannot be answered until the operator adds credit. `detail` is the notice for the user.",
  "model-unknown":
    "The message is stored, but cannot be answered until the operator corrects `OPENAI_MODEL` or `OPENAI_BASE_URL`. `detail` is the notice for the user.",
  "stream-broken":
    "Sent as an event only. It does not affect the answer: reconnect to the stream.",
  busy: "Other requests got in the way, usually in the same conversation. Retry after `Retry-After`; resend a message with the same id, so that it is answered once.",
  "wrong-configuration":
    "The deployment has invalid variables; `errors` names them for the operator.",
  "invalid-header": "It is not a valid conversation name.",
  "unknown-model": "The only model is `parley`.",
  "budget-spent":
    "The remaining budget of the user, or of all users, is too low for an answer. `/openai/v1` only: elsewhere, this is the reply.",
  "not-answered-yet":
    "More than ten minutes passed, or the platform's time limit. `/openai/v1` only.",
} as const;

/** The last segment of a problem's `type`. */
export type ProblemName = keyof typeof PROBLEM_MEANINGS;
