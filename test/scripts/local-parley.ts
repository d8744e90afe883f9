import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

export interface LocalParley {
  readonly url: string;
  /** Ids of the accepted updates. */
  readonly accepted: readonly number[];
  /** Sets the response to accepted updates. */
  answerWith(answer: object): void;
  /** Rejects one more request with this status. */
  failNext(failure: { status: number; retryAfter?: string }): void;
  close(): Promise<void>;
}

const Update = z.object({ update_id: z.int() });

/** A server on loopback that accepts updates like Parley's Telegram channel. */
export async function startLocalParley({
  secret,
  port = 0,
}: {
  secret: string;
  port?: number;
}): Promise<LocalParley> {
  const accepted: number[] = [];
  let answerBody: object = {};
  const failures: { status: number; retryAfter?: string }[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { update_id } = Update.parse(await json(request));
    const failure = failures.shift();
    if (failure !== undefined) {
      const { status, retryAfter } = failure;
      if (retryAfter !== undefined)
        response.setHeader("retry-after", retryAfter);
      return void response.writeHead(status).end("Scripted failure");
    }
    const status = statusOf(request, secret);
    if (status === 200) accepted.push(update_id);
    response.writeHead(status).end(JSON.stringify(answerBody));
  }

  await new Promise<void>((resolve) =>
    server.listen(port, "127.0.0.1", resolve),
  );
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    accepted,
    answerWith: (given) => void (answerBody = given),
    failNext: (failure) => void failures.push(failure),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function statusOf(
  { method, url, headers }: IncomingMessage,
  secret: string,
): 200 | 401 | 404 {
  if (method !== "POST" || url !== "/telegram/webhook") return 404;
  return headers["x-telegram-bot-api-secret-token"] === secret ? 200 : 401;
}
