import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import {
  OBSERVATION,
  QUESTION,
  REPLY_FORMATS,
  writeAction,
  writeAnswer,
  type StubReply,
} from "./replies.ts";
import { monotonicMs, type StubOptions } from "./stub-options.ts";
import { writeChunks, writeWhole, type Chunk } from "./write-chunks.ts";

/**
 * Entry point of a process with an HTTP server for OpenAI's Chat Completions at
 * `/<format>/v1`. Replies are prepared in advance, and a request is only
 * searched for what selects the reply, so that the client never waits for the
 * stub.
 */
const options = JSON.parse(process.argv[2] ?? "") as StubOptions;

/** A reply as JSON, in chunks, and as a complete stream. */
interface PreparedReply {
  readonly whole: string;
  readonly chunks: readonly Chunk[];
  readonly stream: string;
}

const { observation = OBSERVATION } = options;
const others = Object.entries(options.answers ?? {});

const replies: Readonly<
  Record<
    string,
    { action: PreparedReply; answer: PreparedReply; others: PreparedReply[] }
  >
> = Object.fromEntries(
  REPLY_FORMATS.map((format) => [
    format,
    {
      action: prepare(writeAction(format)),
      answer: prepare(writeAnswer(format, options.answer)),
      others: others.map(([, answer]) => prepare(writeAnswer(format, answer))),
    },
  ]),
);

function prepare(reply: StubReply): PreparedReply {
  const chunks = writeChunks(reply, options.chunks);
  return {
    whole: writeWhole(reply),
    chunks,
    stream: chunks.map(({ event }) => event).join(""),
  };
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const format = request.url?.split("/")[1] ?? "";
  const body = await buffer(request);
  const isAction = body.includes(QUESTION) && !body.includes(observation);
  const prepared = replies[format];
  const other = others.findIndex(([question]) => body.includes(question));
  const reply = isAction
    ? prepared?.action
    : (prepared?.others[other] ?? prepared?.answer);
  if (reply === undefined) {
    response.writeHead(404).end();
  } else if (!body.includes('"stream":true')) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(reply.whole);
  } else {
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (options.delayMs === 0) response.end(reply.stream);
    else await writeSlowly(response, reply.chunks);
  }
}

/**
 * Schedules chunks relative to the first one, so that timer delays do not add
 * up.
 */
async function writeSlowly(
  response: ServerResponse,
  chunks: readonly Chunk[],
): Promise<void> {
  const startedAt = monotonicMs();
  let beganAt: number | undefined;
  let firstAt: number | undefined;
  let lastAt: number | undefined;
  for (const [index, { event, beginsAnswer, isText }] of chunks.entries()) {
    const dueAt = startedAt + index * options.delayMs;
    await delay(Math.max(0, dueAt - monotonicMs()));
    if (response.destroyed) break;
    if (beginsAnswer) firstAt = monotonicMs();
    if (isText) {
      lastAt = monotonicMs();
      beganAt ??= lastAt;
    }
    response.write(event);
  }
  process.send?.({ beganAt, firstAt, lastAt });
  response.end();
}

server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
process.once("disconnect", () => process.exit());
