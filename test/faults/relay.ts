import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen, type ListeningServer } from "../stubs/listen.ts";

/**
 * Progress of a request.
 * - `asked`: it has left the Worker but not reached the server
 * - `done`: the server has handled it, but the Worker does not know
 * - `half answered`: the Worker has half of the response
 * - `nearly answered`: three quarters of it
 */
export type Stage = "asked" | "done" | "half answered" | "nearly answered";

/** A request as the server gets it. */
export interface RelayedRequest {
  /** Includes the query. */
  readonly path: string;
  readonly body: string;
}

/**
 * Starts a proxy between the Worker and a server that holds each request at
 * each stage until `pass` resolves. If `pass` throws, the request is aborted.
 */
export async function startRelay({
  target,
  pass,
}: {
  /** Origin of the server. */
  target: string;
  /** Called with the same object at each stage of a request. */
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
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
  ];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
