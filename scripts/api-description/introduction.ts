import { PROBLEMS } from "./problem-catalogue.ts";

/**
 * The reference's introduction in Markdown; its headings appear in the
 * navigation.
 */
const CHAPTERS = `
Send a message and get the answer: right away, later, or as a stream. Every accepted message is stored and answered exactly once.

## Getting started

The base URL is \`https://parley.example.com\`. The operator gives you a key; under \`npm run dev\`, \`npm run --silent key\` prints one. Put it in place of the token in the examples, and paste them into a shell.

## Authentication

Send your API key with each request: \`Authorization: Bearer <key>\`. The operator gives each caller a name and a key. Conversations and messages belong to the caller.

Instead of sending a key, you can sign \`POST /v1/messages\` according to [Standard Webhooks](https://www.standardwebhooks.com): \`webhook-id\`, \`webhook-timestamp\` (at most 5 minutes off) and \`webhook-signature\`, without \`Authorization\`. A key and a secret with the same name belong to one caller.

## Ways to get the answer

| You send | You get |
| --- | --- |
| none of these | the answer, if it is ready within 25 seconds; otherwise 202 |
| \`Prefer: wait=60\` | the same, but waits that many seconds, at most 120 |
| \`Prefer: respond-async\` | 202 immediately; poll the URL in \`Location\` |
| \`Accept: text/event-stream\` | steps, and the answer's text as it is written |

## Events

| Event | Data |
| --- | --- |
| \`step\` | \`StepEvent\`: a completed step |
| \`delta\` | \`DeltaEvent\`: text of the answer as it is written |
| \`waiting\` | \`WaitingEvent\`: the model could not be reached and will be retried |
| \`reply\` | \`Reply\`: the last event; the message with its answer |
| \`error\` | \`ErrorEvent\`: the last event; there is no answer |

## Idempotency

Give each message your own \`id\` or an \`Idempotency-Key\`. If you are not sure that a message arrived, resend the same request: the message is answered once, and you get the same reply or join the running turn. A different message with the same id is rejected.

## Resuming a stream

Each event has an id. Reconnect with the last id you received as \`Last-Event-ID\`: nothing is lost, no step comes twice, and the text comes again from its beginning. After the last event you get 204.

## Rate limits

Every response to an authenticated caller reports its rate limit: \`RateLimit-Limit\`, \`RateLimit-Remaining\`, \`RateLimit-Reset\` (in seconds) and \`RateLimit-Policy\`. Above the limit you get 429; retry after \`Retry-After\` seconds. Request bodies are limited to 256 KiB (2 MB at \`/openai/v1\`).

## Errors

Each error is \`application/problem+json\` (RFC 9457). Programs should rely on \`type\`, which is stable; \`title\` is for people, and \`detail\` says what to do. \`errors\` points to each invalid field (RFC 6901).

## Versioning

Responses and events may gain fields, and streams may gain events: ignore what you do not know. Nothing else changes within \`/v1\`.
`.trim();

/** Returns the introduction, which ends with a table of all problems. */
export function createIntroduction(): string {
  const problems = [...PROBLEMS.values()].map(
    ({ slug, status, detail }) =>
      `| \`${slug}\` | ${status} | ${detail.replaceAll("<", "&lt;")} |`,
  );
  return [
    CHAPTERS,
    "",
    "## All errors",
    "",
    "The last segment of `type`, the HTTP status, and `detail` as an example.",
    "",
    "| `type` | | |",
    "| --- | --- | --- |",
    ...problems,
  ].join("\n");
}
