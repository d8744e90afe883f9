import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { text as readText } from "node:stream/consumers";
import * as z from "zod";
import { type ChatReply, writeChatReply } from "./write-chat-reply.ts";

const chatRequestBody = z.looseObject({
  model: z.string(),
  messages: z.array(
    z.looseObject({ role: z.string(), content: z.string().nullish() }),
  ),
  stream: z.boolean().optional(),
});

export type ChatRequestBody = z.infer<typeof chatRequestBody>;

/** An answer in JSON, e.g. an error. */
export interface JsonReply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A text, a reply in detail, or what to reply to a request; a promise that stays open lets the client wait. */
export type StubReply =
  | string
  | ChatReply
  | JsonReply
  | ((body: ChatRequestBody) => StubReply | Promise<StubReply>);

export interface RecordedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatRequestBody;
  /** `left`: the client went away before the reply was whole. */
  readonly ended: Promise<"answered" | "left">;
}

export interface OpenAIServer {
  /** The base URL, up to and with `/v1`. */
  readonly url: string;
  /** Chat completion requests, in the order of their arrival. */
  readonly requests: readonly RecordedRequest[];
  /** Scripts the reply to one more request. */
  reply(reply: StubReply): void;
  /** Throws when a scripted reply was never asked for. */
  assertUsedUp(): void;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/**
 * An HTTP server on loopback that speaks OpenAI's Chat Completions. Replies are scripted one by one; `respond` answers
 * when none is left. A request that nobody has a reply for gets status 500.
 */
export async function startOpenAIServer({
  respond,
}: {
  respond?: (body: ChatRequestBody) => StubReply | Promise<StubReply>;
} = {}): Promise<OpenAIServer> {
  const script: StubReply[] = [];
  const requests: RecordedRequest[] = [];

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const route = `${request.method} ${request.url}`;
    if (route === "GET /v1/models")
      return sendJson(response, { status: 200, body: MODELS });
    if (route !== "POST /v1/chat/completions")
      return sendJson(response, failure(404, `No such route: ${route}`));
    const body = parseBody(await readText(request));
    if (body === undefined)
      return sendJson(response, failure(400, "This is no chat request."));
    requests.push({
      headers: request.headers,
      body,
      ended: watchEnd(response),
    });
    const reply = await resolve(script.shift() ?? respond ?? UNEXPECTED, body);
    if ("status" in reply) sendJson(response, reply);
    else await writeChatReply({ response, reply, body });
  };

  await new Promise<void>((listening) =>
    server.listen(0, "127.0.0.1", listening),
  );
  return {
    url: `http://127.0.0.1:${portOf(server.address())}/v1`,
    requests,
    reply: (reply) => void script.push(reply),
    assertUsedUp() {
      if (script.length > 0)
        throw new Error(`${script.length} scripted replies were not asked for`);
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

const MODELS = {
  object: "list",
  data: [{ id: "stub", object: "model", created: 0, owned_by: "tests" }],
};

const UNEXPECTED: JsonReply = {
  ...failure(500, "The test has no reply for this request."),
  headers: { "x-should-retry": "false" },
};

function failure(status: number, message: string): JsonReply {
  return {
    status,
    body: { error: { message, type: "stub_error", param: null, code: null } },
  };
}

function parseBody(source: string): ChatRequestBody | undefined {
  try {
    return chatRequestBody.parse(JSON.parse(source));
  } catch {
    return undefined;
  }
}

async function resolve(
  reply: StubReply,
  body: ChatRequestBody,
): Promise<ChatReply | JsonReply> {
  if (typeof reply === "function") return resolve(await reply(body), body);
  return typeof reply === "string" ? { chunks: splitWords(reply) } : reply;
}

function splitWords(text: string): string[] {
  return text.match(/\s*\S+\s*$|\s*\S+/g) ?? [text];
}

function watchEnd(response: ServerResponse): Promise<"answered" | "left"> {
  return new Promise((ended) => {
    response.once("close", () =>
      ended(response.writableEnded ? "answered" : "left"),
    );
  });
}

function sendJson(
  response: ServerResponse,
  { status, headers, body }: JsonReply,
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...headers,
  });
  response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}));
}

function portOf(
  address: ReturnType<ReturnType<typeof createServer>["address"]>,
): number {
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return address.port;
}
