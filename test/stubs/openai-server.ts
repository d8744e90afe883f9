import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { buffer, text as readText } from "node:stream/consumers";
import * as z from "zod";
import { withoutTime } from "../fakes/without-time.ts";
import { listen } from "./listen.ts";
import { writeChatReply, type ChatReply } from "./write-chat-reply.ts";

const chatRequestBody = z.looseObject({
  model: z.string(),
  messages: z.array(
    z.preprocess(
      splitContent,
      z.looseObject({
        role: z.string(),
        content: z.string().transform(withoutTime).nullish(),
        images: z.array(z.string()).optional(),
      }),
    ),
  ),
  prompt: z.undefined().optional(),
  stream: z.boolean().optional(),
});

const textRequestBody = z.looseObject({
  model: z.string(),
  prompt: z.string(),
  stream: z.boolean().optional(),
});

/**
 * Body of a chat completion, or of a text completion, which has a prompt and no
 * messages.
 */
export type RequestBody =
  | z.infer<typeof chatRequestBody>
  | (z.infer<typeof textRequestBody> & { readonly messages: [] });

/** A JSON response, e.g. an error. */
export interface JsonReply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The response never ends. */
  isOpen?: boolean;
}

/**
 * A text, a detailed reply, or a function of the request; a pending promise
 * lets the client wait.
 */
export type StubReply =
  | string
  | ChatReply
  | JsonReply
  | ((body: RequestBody) => StubReply | Promise<StubReply>);

export interface RecordedRequest {
  /** Includes the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: RequestBody;
  /** `left`: the client disconnected before the reply was complete. */
  readonly ended: Promise<"answered" | "left">;
}

/** A transcription request. */
export interface RecordedTranscription {
  readonly model: unknown;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface OpenAIServer {
  /** Base URL, including `/v1`. */
  readonly url: string;
  /** Chat and text completion requests, in order of arrival. */
  readonly requests: readonly RecordedRequest[];
  readonly transcriptions: readonly RecordedTranscription[];
  /** Sets the response to the next transcription request. */
  transcribeNext(reply: JsonReply): void;
  /** Scripts the reply to one more request. */
  reply(reply: StubReply): void;
  /** Throws if scripted replies are left. */
  assertUsedUp(): void;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/**
 * An HTTP server on loopback for OpenAI's chat and text completions, below any
 * path. Plays scripted replies in order, then calls `respond`. A request
 * without any reply gets status 500.
 */
export async function startOpenAIServer({
  respond,
}: {
  respond?: (body: RequestBody) => StubReply | Promise<StubReply>;
} = {}): Promise<OpenAIServer> {
  const script: StubReply[] = [];
  const requests: RecordedRequest[] = [];
  const transcripts: JsonReply[] = [];
  const transcriptions: RecordedTranscription[] = [];

  const server = await listen((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  const handle = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const { method, url: path = "" } = request;
    if (`${method} ${path}` === "GET /v1/models")
      return sendJson(response, { status: 200, body: MODELS });
    if (/^POST .*\/audio\/transcriptions$/.test(`${method} ${path}`)) {
      transcriptions.push(await readRecording(request));
      return sendJson(response, transcripts.shift() ?? UNEXPECTED);
    }
    const kind = kindOf(method, path);
    if (kind === undefined)
      return sendJson(response, failure(404, `No such route: ${path}`));
    const body = parseBody(await readText(request), kind);
    if (body === undefined)
      return sendJson(response, failure(400, `This is no ${kind} request.`));
    requests.push({
      path,
      headers: request.headers,
      body,
      ended: watchEnd(response),
    });
    const reply = await resolve(script.shift() ?? respond ?? UNEXPECTED, body);
    if ("status" in reply) sendJson(response, reply);
    else await writeChatReply({ response, reply, kind, body });
  };

  return {
    url: `${server.url}/v1`,
    requests,
    transcriptions,
    transcribeNext: (reply) => void transcripts.push(reply),
    reply: (reply) => void script.push(reply),
    assertUsedUp() {
      if (script.length > 0)
        throw new Error(`${script.length} scripted replies were not asked for`);
    },
    close: server.close,
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

function kindOf(
  method: string | undefined,
  path: string,
): "chat" | "text" | undefined {
  const route = `${method} ${path.split("?")[0]}`;
  if (/^POST .*\/chat\/completions$/.test(route)) return "chat";
  return /^POST .*\/completions$/.test(route) ? "text" : undefined;
}

function parseBody(
  source: string,
  kind: "chat" | "text",
): RequestBody | undefined {
  try {
    const body: unknown = JSON.parse(source);
    return kind === "chat"
      ? chatRequestBody.parse(body)
      : { ...textRequestBody.parse(body), messages: [] };
  } catch {
    return undefined;
  }
}

/** Splits content into text and images. */
function splitContent(message: unknown): unknown {
  const parsed = z
    .looseObject({
      content: z.array(
        z.union([
          z.object({ type: z.literal("text"), text: z.string() }),
          z.object({
            type: z.literal("image_url"),
            image_url: z.object({ url: z.string() }),
          }),
        ]),
      ),
    })
    .safeParse(message);
  if (!parsed.success) return message;
  const { content: parts, ...rest } = parsed.data;
  return {
    ...rest,
    content: parts
      .map((part) => (part.type === "text" ? part.text : ""))
      .join(""),
    images: parts.flatMap((part) =>
      part.type === "image_url" ? [part.image_url.url] : [],
    ),
  };
}

async function readRecording(
  request: IncomingMessage,
): Promise<RecordedTranscription> {
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const body = new Uint8Array(await buffer(request));
  const form = await new Response(body, { headers }).formData();
  const file = form.get("file");
  if (!(file instanceof File)) throw new Error("There is no recording.");
  return {
    model: form.get("model"),
    fileName: file.name,
    mediaType: file.type,
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}

async function resolve(
  reply: StubReply,
  body: RequestBody,
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
  { status, headers, body, isOpen = false }: JsonReply,
): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...headers,
  });
  const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
  if (isOpen) response.write(text);
  else response.end(text);
}
