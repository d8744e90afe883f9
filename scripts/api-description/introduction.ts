import { type CataloguedProblem, PROBLEMS } from "./problem-catalogue.ts";

/** What a reader has to know before any operation; Markdown, whose headings are those of the reference. */
const CHAPTERS = `
Send a message, get the answer: at once, later, or as it is written. Each message that was accepted is stored, and is answered once.

## First steps

This API is at \`https://parley.example.com\`. Put your key where the examples look for it, with \`export PARLEY_KEY=<key>\` (under \`npm run dev\`, \`export PARLEY_KEY=$(npm run --silent key)\`), and paste any of them into a shell.

## Who calls

Send your API key with each request: \`Authorization: Bearer <key>\`. The operator of the deployment gives each caller a name and a key. Conversations and messages belong to the caller.

\`POST /v1/messages\` can be signed instead, as [Standard Webhooks](https://www.standardwebhooks.com) says: \`webhook-id\`, \`webhook-timestamp\` (at most 5 minutes off) and \`webhook-signature\`, without \`Authorization\`. A key and a secret of the same name are one caller.

## Ways to get the answer

| You send | You get |
| --- | --- |
| nothing of these | the answer, if it comes within 25 seconds; else 202 |
| \`Prefer: wait=60\` | the same, with that many seconds, at most 120 |
| \`Prefer: respond-async\` | 202 at once, with the address to ask at in \`Location\` |
| \`Accept: text/event-stream\` | steps, and the text of the answer while it is written |

## Events

| Event | Data |
| --- | --- |
| \`step\` | \`StepEvent\`: a finished step |
| \`delta\` | \`DeltaEvent\`: text of the answer while it is written |
| \`waiting\` | \`WaitingEvent\`: the model could not be reached, and is asked again |
| \`reply\` | \`Reply\`: the last event; the message with its answer |
| \`error\` | \`ErrorEvent\`: the last event; there is no answer |

## Sending again is safe

Give each message an \`id\` of your own, or an \`Idempotency-Key\`. If you do not know whether a message has arrived, send the same request again: it is answered once, and you get the same reply, or watch the turn that runs. Another message with the same id is refused.

## When a stream breaks

Each event has an id. Ask for the message's events again, with the id of the last one that you have as \`Last-Event-ID\`: nothing is lost, and nothing comes twice. After the last event you get 204.

## Limits

Each answer to a known caller says how much of its limit is left: \`RateLimit-Limit\`, \`RateLimit-Remaining\`, \`RateLimit-Reset\` (in seconds) and \`RateLimit-Policy\`. Past it you get 429; \`Retry-After\` says when to send the request again. Bodies may have 256 KiB.

## Errors

Each error is \`application/problem+json\` (RFC 9457). Decide by \`type\`, which is stable; show \`title\`; read \`detail\`, which says what to do. Where fields are wrong, \`errors\` points at each of them (RFC 6901).

## What may change

Answers and events may gain fields, and the stream may gain events: skip what you do not know. Nothing else changes within \`/v1\`.
`.trim();

const HEADINGS = /^## /m;

/** The introduction, with a list of all problems at its end. @param translate called with each heading, text and problem */
export function createIntroduction(
  translate: (text: string) => string = (text) => text,
): string {
  const [preface = "", ...chapters] = CHAPTERS.split(HEADINGS);
  return [
    translate(preface.trim()),
    ...chapters.map((chapter) => {
      const [heading = "", ...lines] = chapter.split("\n");
      return writeChapter(
        translate(heading),
        translate(lines.join("\n").trim()),
      );
    }),
    writeChapter(translate("All errors"), listProblems(translate)),
  ].join("\n\n");
}

function writeChapter(heading: string, text: string): string {
  return `## ${heading}\n\n${text}`;
}

function listProblems(translate: (text: string) => string): string {
  const rows = Object.entries<CataloguedProblem>(PROBLEMS).map(
    ([slug, { status, meaning }]) =>
      `| \`${slug}\` | ${status} | ${translate(meaning)} |`,
  );
  const explanation = translate(
    "The last part of `type`, its HTTP status, and what to do about it.",
  );
  return [
    `${explanation}\n`,
    "| `type` | | |",
    "| --- | --- | --- |",
    ...rows,
  ].join("\n");
}
