import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/**
 * A piece of a streamed reply: text, a delta (e.g. of tool calls), a complete
 * chunk, or raw bytes. A promise pauses the stream until it settles; one that
 * never settles makes it hang.
 */
export type ReplyPiece =
  | string
  | { delta: object }
  | { chunk: object }
  | { raw: string }
  | Promise<unknown>;

export interface ChatReply {
  chunks: readonly ReplyPiece[];
  /** Delay before each piece. */
  delayMs?: number;
  /** `null` sends none. */
  finishReason?: string | null;
  /** In the provider's format; `null` sends none. */
  usage?: object | null;
  /**
   * `done`: complete. `close`: without `[DONE]`. `cut`: the connection breaks.
   */
  end?: "done" | "close" | "cut";
}

/** How an API formats choices: complete, and in stream chunks. */
interface Shape {
  readonly whole: { readonly object: string };
  readonly chunk: { readonly object: string };
  choose(text: string): object;
  delta(text: string): object;
}

const SHAPES = {
  chat: {
    whole: { object: "chat.completion" },
    chunk: { object: "chat.completion.chunk" },
    choose: (content) => ({ message: { role: "assistant", content } }),
    delta: (content) => ({ delta: { content } }),
  },
  text: {
    whole: { object: "text_completion" },
    chunk: { object: "text_completion" },
    choose: (text) => ({ text }),
    delta: (text) => ({ text }),
  },
} as const satisfies Record<string, Shape>;

const USAGE = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };

/**
 * Writes a reply to a chat or text completion, as a stream of chunks or one
 * JSON object, as requested.
 */
export async function writeChatReply({
  response,
  reply,
  kind,
  body: { model, stream = false },
}: {
  response: ServerResponse;
  reply: ChatReply;
  kind: keyof typeof SHAPES;
  body: { model: string; stream?: boolean | undefined };
}): Promise<void> {
  const closed = new Promise((left) => response.once("close", left));
  const about = { id: "cmpl-stub", created: 0, model };
  const shape: Shape = SHAPES[kind];
  if (!stream) return writeWhole(response, reply, { about, shape });

  const { chunks, delayMs = 0, finishReason = "stop" } = reply;
  const { usage = USAGE, end = "done" } = reply;
  const send = (content: object) =>
    response.write(
      `data: ${JSON.stringify({ ...about, ...shape.chunk, ...content })}\n\n`,
    );
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  for (const piece of chunks) {
    if (delayMs > 0) await delay(delayMs);
    if (piece instanceof Promise) await Promise.race([piece, closed]);
    if (response.destroyed) return;
    if (typeof piece === "string") send(choice(shape.delta(piece)));
    else if ("delta" in piece) send(choice(piece));
    else if ("chunk" in piece) send(piece.chunk);
    else if ("raw" in piece) response.write(piece.raw);
  }
  if (finishReason !== null) send(choice(shape.delta(""), finishReason));
  if (usage !== null) send({ choices: [], usage });
  endStream(response, end);
}

function choice(content: object, finishReason: string | null = null): object {
  return { choices: [{ index: 0, ...content, finish_reason: finishReason }] };
}

function endStream(
  response: ServerResponse,
  end: NonNullable<ChatReply["end"]>,
): void {
  if (end === "close") response.end();
  else if (end === "done") response.end("data: [DONE]\n\n");
  // Wait until the bytes are flushed: `destroy` would drop them.
  else response.write("", () => response.destroy());
}

function writeWhole(
  response: ServerResponse,
  { chunks, finishReason = "stop", usage = USAGE }: ChatReply,
  { about, shape }: { about: object; shape: Shape },
): void {
  const text = chunks.filter((piece) => typeof piece === "string").join("");
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      ...about,
      ...shape.whole,
      ...choice(shape.choose(text), finishReason),
      ...(usage && { usage }),
    }),
  );
}
