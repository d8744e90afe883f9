import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/**
 * A piece of a streamed reply: text, a delta (e.g. of tool calls), a whole chunk, or raw bytes of the stream. A promise
 * holds the stream until it is settled; one that never is lets it hang.
 */
export type ReplyPiece =
  | string
  | { delta: object }
  | { chunk: object }
  | { raw: string }
  | Promise<unknown>;

export interface ChatReply {
  chunks: readonly ReplyPiece[];
  /** Before each piece. */
  delayMs?: number;
  /** `null`: none is sent. */
  finishReason?: string | null;
  /** As the provider writes it; `null`: none is sent. */
  usage?: object | null;
  /** `done`: as it should. `close`: without `[DONE]`. `cut`: the connection breaks. */
  end?: "done" | "close" | "cut";
}

const USAGE = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };

/** Writes a reply in the way that the request wants: as a stream of chunks or as one JSON object. */
export async function writeChatReply({
  response,
  reply,
  body: { model, stream = false },
}: {
  response: ServerResponse;
  reply: ChatReply;
  body: { model: string; stream?: boolean | undefined };
}): Promise<void> {
  const closed = new Promise((left) => response.once("close", left));
  const about = { id: "chatcmpl-stub", created: 0, model };
  if (!stream) return writeWhole(response, reply, about);

  const { chunks, delayMs = 0, finishReason = "stop", usage = USAGE } = reply;
  const send = (content: object) =>
    response.write(
      `data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", ...content })}\n\n`,
    );
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  for (const piece of chunks) {
    if (delayMs > 0) await delay(delayMs);
    if (piece instanceof Promise) await Promise.race([piece, closed]);
    if (response.destroyed) return;
    if (typeof piece === "string") send(choice({ content: piece }));
    else if ("delta" in piece) send(choice(piece.delta));
    else if ("chunk" in piece) send(piece.chunk);
    else if ("raw" in piece) response.write(piece.raw);
  }
  if (finishReason !== null) send(choice({}, finishReason));
  if (usage !== null) send({ choices: [], usage });
  endStream(response, reply.end ?? "done");
}

function choice(delta: object, finishReason: string | null = null): object {
  return { choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

function endStream(
  response: ServerResponse,
  end: NonNullable<ChatReply["end"]>,
): void {
  if (end === "close") response.end();
  else if (end === "done") response.end("data: [DONE]\n\n");
  // Only once the bytes are out: destroying at once would drop them.
  else response.write("", () => response.destroy());
}

function writeWhole(
  response: ServerResponse,
  { chunks, finishReason = "stop", usage = USAGE }: ChatReply,
  about: object,
): void {
  const content = chunks.filter((piece) => typeof piece === "string").join("");
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      ...about,
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content },
          finish_reason: finishReason,
        },
      ],
      ...(usage && { usage }),
    }),
  );
}
