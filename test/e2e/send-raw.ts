import { connect } from "node:net";

/** A raw request, of which each character is sent as one byte. */
export interface RawRequest {
  /** Method and target, verbatim. */
  readonly route: string;
  readonly headers: readonly string[];
  /** Sent verbatim; `headers` may contain its `Content-Length`. */
  readonly body: Uint8Array;
  /** The connection stays open after the body: the server waits for more. */
  readonly isUnfinished?: boolean;
}

export interface RawResponse {
  /** 0: none. */
  readonly status: number;
  /** Keyed by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/**
 * A server that rejects early closes the connection while the body is still
 * being sent. TCP may then drop the response, so such a request is sent again.
 */
const MAX_ATTEMPTS = 5;

/** Sends a request that no client would send, and reads the response. */
export async function sendRaw(
  url: string,
  request: RawRequest,
): Promise<RawResponse> {
  let response = await send(url, request);
  for (let i = 1; response.status === 0 && i < MAX_ATTEMPTS; i++)
    response = await send(url, request);
  return response;
}

async function send(
  url: string,
  { route, headers, body, isUnfinished = false }: RawRequest,
): Promise<RawResponse> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = [
    `${route} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    ...headers,
    "",
    "",
  ].join("\r\n");
  socket.write(Buffer.from(head, "latin1"));
  if (isUnfinished) socket.write(body);
  else socket.end(body);
  // The remaining writes fail if the server closes the connection early.
  socket.on("error", () => {});
  const response = await new Promise<RawResponse>((resolve) => {
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
  socket.destroy();
  return response;
}

const NO_RESPONSE = { status: 0, headers: new Map<string, string>(), text: "" };

/** `undefined` until it is complete. */
function parseResponse(
  source: string,
  { isOver = false } = {},
): RawResponse | undefined {
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
