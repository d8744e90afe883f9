import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen, type ListeningServer } from "../stubs/listen.ts";

/**
 * How far a request has come.
 * - `asked`: it has left the Worker, and the server does not know of it
 * - `done`: the server has done it, and the Worker does not know of that
 * - `half answered`: the Worker has got half of the answer
 * - `nearly answered`: three quarters of it
 */
export type Stage = "asked" | "done" | "half answered" | "nearly answered";

/** A request as a server gets it. */
export interface RelayedRequest {
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

/**
 * Sits between the Worker and a server, and holds each request at each stage until `pass` lets it go on. Where that
 * throws, the request goes no further.
 */
export async function startRelay({
  target,
  pass,
}: {
  /** Of the server, without a path. */
  target: string;
  /** Gets the same object at each stage of a request. */
  pass: (request: RelayedRequest, stage: Stage) => Promise<void>;
}): Promise<ListeningServer> {
  const relay = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> => {
    const body = await buffer(incoming);
    const path = incoming.url ?? "/";
    const request = { path, body: body.toString("utf8") };
    await pass(request, "asked");
    const response = await fetch(`${target}${path}`, {
      method: incoming.method ?? "GET",
      headers: forwarded(incoming),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const answer = Buffer.from(await response.arrayBuffer());
    await pass(request, "done");
    const type = response.headers.get("content-type") ?? "text/plain";
    const retryAfter = response.headers.get("retry-after");
    outgoing.writeHead(response.status, {
      "content-type": type,
      ...(retryAfter !== null && { "retry-after": retryAfter }),
    });
    const half = Math.floor(answer.length / 2);
    const nearly = Math.floor((answer.length * 3) / 4);
    outgoing.write(answer.subarray(0, half));
    await pass(request, "half answered");
    outgoing.write(answer.subarray(half, nearly));
    await pass(request, "nearly answered");
    outgoing.end(answer.subarray(nearly));
  };

  return listen((request, response) => {
    relay(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
}

function forwarded({ headers }: IncomingMessage): Record<string, string> {
  const names = [
    "content-type",
    "authorization",
    "user-agent",
    "accept",
    "webhook-id",
    "x-line-retry-key",
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
