import { unconfirmedEndpoint } from "../../src/channels/webhook/callbacks/accept-callback.ts";

/** A kind of problem that the API answers with. */
export interface CataloguedProblem {
  readonly status: number;
  readonly title: string;
  /** When it comes, and what to do; Markdown. */
  readonly meaning: string;
  /** As it may be in an answer. */
  readonly detail: string;
  readonly errors?: readonly {
    readonly pointer: string;
    readonly detail: string;
  }[];
}

/** All of them, by the last part of their `type`. A test compares them with the sources. */
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
    meaning: "The body has bytes that are not UTF-8.",
    detail: "Send the text encoded as UTF-8.",
  },
  "incomplete-body": {
    status: 400,
    title: "The body broke off",
    meaning: "The connection ended before the whole body had come.",
    detail: "The connection ended before the whole body had come.",
  },
  "invalid-query": {
    status: 400,
    title: "The address has wrong parameters",
    meaning:
      "`errors` names each wrong parameter of the address, and says what is wrong with it.",
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
    title: "The body can be read in more than one way",
    meaning:
      "An object of the body has a name twice, or the name `__proto__`; `errors` points at it.",
    detail: "/text appears twice.",
    errors: [{ pointer: "/text", detail: "appears twice" }],
  },
  "json-too-deep": {
    status: 400,
    title: "The body is nested too deeply",
    meaning: "It has more than 32 lists and objects within each other.",
    detail: "It has more than 32 lists and objects within each other.",
  },
  "broken-idempotency-key": {
    status: 400,
    title: "The Idempotency-Key cannot be read",
    meaning:
      "It must be 1 to 128 printable ASCII characters, in double quotes or without.",
    detail:
      "It must be 1 to 128 printable ASCII characters, with or without double quotes around them.",
  },
  "unknown-parameter": {
    status: 400,
    title: "There is no such parameter",
    meaning: "The address has a parameter that this operation does not know.",
    detail: '"page" is no parameter of this address; it has none.',
  },
  unauthorized: {
    status: 401,
    title: "The key or signature is missing or wrong",
    meaning:
      "The key or the signature is missing or wrong; the detail says what. Nothing was stored.",
    detail: "Send your API key in the header Authorization: Bearer <key>.",
  },
  "unknown-message": {
    status: 404,
    title: "There is no such message",
    meaning:
      "You have sent no message with this id, or its conversation was forgotten. Ids of other callers look the same.",
    detail:
      "No message with this id was accepted here, or its conversation was forgotten. Check the id.",
  },
  "no-callback": {
    status: 404,
    title: "This message has no callback",
    meaning: "It was sent without a `callback_url`.",
    detail:
      "It was sent without a callback_url, so nothing is delivered. Ask for the message itself to see its reply.",
  },
  "deliveries-forgotten": {
    status: 404,
    title: "The deliveries of this message are not known any more",
    meaning: "They are kept for 30 days after the last attempt.",
    detail:
      "They are kept for 30 days. POST to this address has the callback sent once more; ask for the message itself to see its reply.",
  },
  "unknown-conversation": {
    status: 404,
    title: "There is no such conversation",
    meaning:
      "You have no conversation of this name, or it was forgotten. Those of other callers look the same.",
    detail:
      "Nothing was ever said in a conversation of this name, or it was forgotten.",
  },
  "unknown-route": {
    status: 404,
    title: "There is nothing at this address",
    meaning: "The address or the method is wrong, or that part is off here.",
    detail:
      "No route takes GET /v1/message. Those of the API are listed at /docs.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This cannot be done here",
    meaning:
      "There is such an address, but not with this method; the header `Allow` names those that there are.",
    detail: "PUT is not for this address; POST is.",
  },
  "slow-body": {
    status: 408,
    title: "The body took too long",
    meaning: "The body was not whole after 10 seconds. Nothing was stored.",
    detail:
      "It was not whole after 10 seconds, and nothing was stored. Send it again.",
  },
  "callback-pending": {
    status: 409,
    title: "The callback is sent by itself",
    meaning:
      "The message has no reply yet, or another attempt is planned: there is nothing to send once more.",
    detail:
      "The message has no reply yet, or another attempt comes at next_attempt_at. Send it again once its status is delivered, failed or stopped.",
  },
  "already-answered": {
    status: 409,
    title: "This message has its reply already",
    meaning: "There is nothing left to stop.",
    detail:
      "There is nothing left to stop. Ask for the message to see its reply.",
  },
  "outdated-edit": {
    status: 409,
    title: "This edit comes too late",
    meaning:
      "Only the newest message of a conversation can be changed. Messages of this API cannot be edited so far, so it does not come.",
    detail:
      "Only the newest message of a conversation can be changed. Send a new message.",
  },
  forgotten: {
    status: 410,
    title: "The conversation was forgotten",
    meaning:
      "The message was deleted with its conversation, before or while it was answered.",
    detail:
      "This message belonged to a conversation that was deleted. Send a new message with a new id.",
  },
  "body-too-large": {
    status: 413,
    title: "The body is too large",
    meaning:
      "It has more than 256 KiB, or more than 10,000 values. Nothing was stored.",
    detail: "It has more than 262144 bytes. Send less at once.",
  },
  "not-json": {
    status: 415,
    title: "The body is not marked as JSON",
    meaning: "The header `Content-Type` does not say `application/json`.",
    detail: "Send JSON with the header Content-Type: application/json.",
  },
  "unsupported-charset": {
    status: 415,
    title: "The body is not marked as UTF-8",
    meaning: "`Content-Type` names another charset than UTF-8.",
    detail:
      "Send UTF-8, with the header Content-Type: application/json and no other charset.",
  },
  "unsupported-encoding": {
    status: 415,
    title: "The body is compressed",
    meaning: "The header `Content-Encoding` says so. Send it as it is.",
    detail: "Send it as it is, without the header Content-Encoding.",
  },
  "invalid-fields": {
    status: 422,
    title: "The body has wrong fields",
    meaning:
      "`errors` names each wrong field by a JSON pointer, and says what is wrong with it. Nothing was stored.",
    detail: "/text is missing; /txt is not a field of this request",
    errors: [
      { pointer: "/text", detail: "is missing" },
      { pointer: "/txt", detail: "is not a field of this request" },
    ],
  },
  "callback-unconfirmed": {
    status: 422,
    title: "The callback's endpoint has not confirmed",
    meaning:
      "The endpoint of `callback_url` was asked whether it wants your callbacks, and has not sent the challenge back. Nothing was stored. The detail says what came of it, and what the endpoint has to answer; nothing of its answer is shown but the status.",
    detail: unconfirmedEndpoint({
      caller: "shop",
      url: new URL("https://shop.example.com/hooks/parley"),
      reason: "It answered with the status 404.",
    }).detail,
    errors: [
      {
        pointer: "/callback_url",
        detail: "is not confirmed. It answered with the status 404.",
      },
    ],
  },
  "idempotency-mismatch": {
    status: 422,
    title: "Another message has this id",
    meaning:
      "A message with this id came before, and was different: `errors` names what differs. Nothing was stored.",
    detail:
      "A message with this id came before, and was different (/text). Nothing was stored. Send a new message with a new id, or the same message again.",
    errors: [
      {
        pointer: "/text",
        detail: "is not what it was when this id came first",
      },
    ],
  },
  "too-many-messages": {
    status: 429,
    title: "Too many messages in a minute",
    meaning:
      "One `user` sent more than `USER_MESSAGES_PER_MINUTE`. Nothing was stored: send the message again after `Retry-After`.",
    detail:
      "Nobody may send more than 20 messages a minute. Nothing was stored; send this one again in 12 seconds.",
  },
  "conversation-busy": {
    status: 429,
    title: "Too many messages wait in this conversation",
    meaning:
      "50 messages wait for their answers already. Nothing was stored: send the message again after `Retry-After`.",
    detail:
      "50 messages wait for their answer already. Nothing was stored; send this one again in a while.",
  },
  "too-many-verifications": {
    status: 429,
    title: "Too many new endpoints in a minute",
    meaning:
      "Ten endpoints were asked for you within the minute whether they want your callbacks. Nothing was stored: send the message again after `Retry-After`.",
    detail:
      "At most 10 endpoints a minute are asked whether they want a caller's callbacks. Nothing was stored; send this message again in 12 seconds.",
  },
  "too-many-requests": {
    status: 429,
    title: "Too many requests in a minute",
    meaning:
      "You made more than `WEBHOOK_REQUESTS_PER_MINUTE`. Nothing was done: make the request again after `Retry-After`.",
    detail:
      "A caller may make 600 requests a minute here. Nothing was done; make this one again in 12 seconds.",
  },
  "too-many-streams": {
    status: 429,
    title: "Too many answers are open at once",
    meaning:
      "You have `WEBHOOK_STREAMS_PER_CALLER` answers streamed at the same time. Nothing was done: make the request again when one of them is finished, or without `Accept: text/event-stream`.",
    detail:
      "A caller may have 500 answers streamed at the same time here. Nothing was done; make this request again when one of them is finished, or without Accept: text/event-stream.",
  },
  "too-many-wrong-keys": {
    status: 429,
    title: "Too many wrong keys come from your address",
    meaning:
      "More than `WRONG_KEYS_PER_MINUTE` wrong keys or signatures came from your internet address. Keys that it has not shown before are not looked at until `Retry-After`.",
    detail:
      "More than 10 wrong keys or signatures came from this internet address within a minute: no other key is looked at. Check yours, and try again in 40 seconds.",
  },
  "internal-error": {
    status: 500,
    title: "Something went wrong here",
    meaning:
      "It is not known whether the message was stored. Send it again with the same id: it is answered once.",
    detail:
      "It is not known whether the message was stored. Send it again with the same id: it is answered once.",
  },
  "turn-failed": {
    status: 502,
    title: "The message could not be answered",
    meaning:
      "The message is kept, but all attempts to answer it have failed. The detail is the notice for the person who waits.",
    detail:
      "I could not reach my language model. Please try again in a few minutes.",
  },
  "stream-broken": {
    status: 502,
    title: "The events broke off",
    meaning:
      "Comes as an event only. It says nothing of the answer: ask for the events again.",
    detail:
      "The message is stored and will be answered. Ask for its events again, or for its status.",
  },
  busy: {
    status: 503,
    title: "Too much happens here at once",
    meaning:
      "Others are in the way, mostly of one conversation. Send it again after `Retry-After`, a message with the same id: it is answered once.",
    detail:
      "Others are in the way of this request. Send it again in a while, a message with the same id: it is answered once.",
  },
  "wrong-configuration": {
    status: 503,
    title: "Parley is not set up",
    meaning:
      "Variables of the deployment are wrong; `errors` names them. For its operator.",
    detail:
      "AGENT_MAX_STEPS must be a whole number from 1 to 50. Mend that and start again: variables are read once, at the start.",
    errors: [
      {
        pointer: "/AGENT_MAX_STEPS",
        detail: "must be a whole number from 1 to 50",
      },
    ],
  },
  "invalid-header": {
    status: 400,
    title: "The header X-Conversation-Id is wrong",
    meaning: "It is no name of a conversation.",
    detail: "X-Conversation-Id has more than 128 characters.",
  },
  "unknown-model": {
    status: 404,
    title: "There is no such model",
    meaning: "Only `parley` can be looked at.",
    detail: "There is one model here: parley.",
  },
  "budget-spent": {
    status: 429,
    title: "The day's budget is spent",
    meaning:
      "What is left for the user, or for everybody, does not reach for an answer. Of `/openai/v1` only: elsewhere this is the reply.",
    detail:
      "What is left of your budget for today does not reach for an answer to this. It starts afresh in 3 hours: please ask me again then.",
  },
  "not-answered-yet": {
    status: 504,
    title: "The answer takes too long",
    meaning:
      "Ten minutes are over, or the platform's time. Of `/openai/v1` only.",
    detail:
      "Nothing can wait for it any longer here. Where the request names its conversation, the message will be answered: GET /v1/messages/{id} has the answer then. Otherwise nothing of it was kept; send it again.",
  },
} as const satisfies Readonly<Record<string, CataloguedProblem>>;

export type ProblemName = keyof typeof PROBLEMS;
