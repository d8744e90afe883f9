import { connect } from "node:net";
import type { WrongRequest } from "./wrong-request.ts";

export interface RawResponse {
  readonly status: number;
  /** Keyed by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** Time until it was complete. */
  readonly ms: number;
}

/** Sends a raw request that no client would send, and reads the response. */
export async function sendRaw(
  url: string,
  { method, target, headers, body, isUnfinished = false }: WrongRequest,
): Promise<RawResponse> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const startedAt = performance.now();
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    ...headers,
    "",
    "",
  ].join("\r\n");
  socket.write(Buffer.from(head, "latin1"));
  if (isUnfinished) socket.write(body);
  else socket.end(body);
  // A server that rejects early closes the connection, so the remaining writes
  // fail.
  socket.on("error", () => {});
  const response = await new Promise<Omit<RawResponse, "ms">>((resolve) => {
    let source = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      source += chunk;
      const whole = parseResponse(source);
      if (whole !== undefined) resolve(whole);
    });
    // Without a length, the body ends with the connection.
    socket.once("close", () =>
      resolve(parseResponse(source, { isOver: true }) ?? NO_RESPONSE),
    );
  });
  const ms = performance.now() - startedAt;
  socket.destroy();
  return { ...response, ms };
}

const NO_RESPONSE = { status: 0, headers: new Map<string, string>(), text: "" };

/** `undefined` until it is complete. */
function parseResponse(
  source: string,
  { isOver = false } = {},
): Omit<RawResponse, "ms"> | undefined {
  const end = source.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const [statusLine = "", ...lines] = source.slice(0, end).split("\r\n");
  const headers = new Map(lines.map(parseHeader));
  const status = Number(statusLine.split(" ")[1] ?? 0);
  const body = source.slice(end + 4);
  if (headers.get("transfer-encoding") === "chunked") {
    // Problems arrive in one chunk.
    const [, text = ""] =
      /^[0-9a-f]+\r\n([^]*)\r\n0\r\n\r\n$/i.exec(body) ?? [];
    return text === "" ? undefined : { status, headers, text };
  }
  const isWhole =
    Buffer.byteLength(body) >=
    Number(headers.get("content-length") ?? Infinity);
  return isWhole || isOver ? { status, headers, text: body } : undefined;
}

function parseHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
