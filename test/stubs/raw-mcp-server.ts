import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { isObject, parseJson, type JsonObject } from "../../src/text/json.ts";
import { listen } from "./listen.ts";

interface RawRequest {
  /** HTTP method. */
  readonly method: string;
  readonly path: string;
  /** The JSON-RPC message. */
  readonly message: JsonObject;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether the client has disconnected. */
  readonly hasLeft: () => boolean;
}

/** A raw response. With `open`, its body never ends. */
interface RawResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isOpen?: boolean;
}

export interface RawMcpServer {
  readonly url: string;
  /** In order of arrival. */
  readonly requests: readonly RawRequest[];
  close(): Promise<void>;
}

/** A server that sends the test's responses; `undefined` sends none. */
export async function startRawMcpServer(
  respond: (request: RawRequest) => RawResponse | undefined,
): Promise<RawMcpServer> {
  const requests: RawRequest[] = [];
  const handle = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> => {
    const { method = "", url: path = "", headers } = incoming;
    const sent = parseJson(await readText(incoming));
    const message = isObject(sent) ? sent : {};
    const hasLeft = (): boolean => incoming.socket.destroyed;
    const request = { method, path, message, headers, hasLeft };
    requests.push(request);
    const response = respond(request);
    if (response === undefined) return;
    outgoing.writeHead(response.status ?? 200, response.headers);
    outgoing.write(response.body ?? "");
    if (response.isOpen !== true) outgoing.end();
  };
  const server = await listen(
    (incoming, outgoing) => void handle(incoming, outgoing),
  );
  return { url: `${server.url}/mcp`, requests, close: server.close };
}

/** A JSON response with one message. */
export function inJson(message: unknown): RawResponse {
  return {
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(message),
  };
}

/** An event-stream response with these lines. */
export function inStream(...lines: readonly string[]): RawResponse {
  return {
    headers: { "content-type": "text/event-stream" },
    body: lines.join("\n"),
  };
}

/** An event that contains a message. */
export function event(message: unknown): string {
  return `data: ${JSON.stringify(message)}\n`;
}
