import { createTimeLimit, sleep } from "../../abort.ts";
import type { JsonObject } from "../../json.ts";
import { VERSION } from "../../version.ts";
import type { Connection, ConnectionOptions } from "./mcp-connection.ts";
import { McpFailure } from "./mcp-failure.ts";
import { Handshake, LEGACY_VERSIONS } from "./server-results.ts";
import {
  discard,
  readAnswer,
  requireSuccess,
  send,
} from "./streamable-http.ts";

/**
 * Limits of how often a server may close a stream early, and of how many of its
 * requests are answered.
 */
const MAX_RESUMES = 30;
const MAX_RESPONSES = 10;

/** Default delay before a stream is resumed. */
const RETRY_MS = 1_000;

/**
 * Time limit of messages that nothing waits for: responses to the server's
 * requests, and the end of the session.
 */
const UNAWAITED_MS = 2_000;

interface Session extends ConnectionOptions {
  /** Contain the session id, if there is one, and the negotiated version. */
  readonly headers: Record<string, string>;
  lastId: number;
  /** Id of the request in progress. */
  runningId: number | undefined;
  /** Number of answered requests of the server. */
  responses: number;
}

const SESSION_ID = "mcp-session-id";

/** Performs the handshake. Throws `McpFailure`. */
export async function openLegacyConnection(
  options: ConnectionOptions,
): Promise<Connection> {
  const session: Session = {
    ...options,
    headers: {},
    lastId: 0,
    runningId: undefined,
    responses: 0,
  };
  try {
    const { capabilities } = await initialize(session);
    return {
      era: "legacy",
      hasTools: capabilities.tools !== undefined,
      async request(method, params) {
        const id = ++session.lastId;
        session.runningId = id;
        const response = await post(session, { id, method, params });
        const result = await readResult(session, response, id);
        session.runningId = undefined;
        return result;
      },
      close: () => close(session),
    };
  } catch (error) {
    void close(session);
    throw error;
  }
}

async function initialize(session: Session) {
  const id = ++session.lastId;
  const response = await post(session, {
    id,
    method: "initialize",
    params: {
      protocolVersion: LEGACY_VERSIONS[0],
      capabilities: {},
      clientInfo: { name: "parley", version: VERSION },
    },
  });
  const sessionId = response.headers.get(SESSION_ID);
  if (sessionId) session.headers[SESSION_ID] = sessionId;
  const { data } = Handshake.safeParse(await readResult(session, response, id));
  if (data === undefined) throw new McpFailure({ kind: "invalid" });
  session.headers["mcp-protocol-version"] = data.protocolVersion;
  await notify(session, { method: "notifications/initialized" });
  return data;
}

async function post(
  { server, headers, signal }: Session,
  message: JsonObject,
): Promise<Response> {
  const response = await send(server, { headers, message, signal });
  const ofSession = response.status === 404 && SESSION_ID in headers;
  // The specification says that the session has expired.
  if (ofSession) delete headers[SESSION_ID];
  await requireSuccess(response, { ofSession });
  return response;
}

/** Sends a notification or a response, which have no response. */
async function notify(
  { server, headers, signal }: Session,
  message: JsonObject,
): Promise<void> {
  const response = await send(server, { headers, message, signal });
  await requireSuccess(response);
  await discard(response);
}

/**
 * Reads the response to a request. Resumes a stream that the server closes
 * early after its last event.
 */
async function readResult(
  session: Session,
  first: Response,
  id: number,
): Promise<JsonObject> {
  const { server, signal } = session;
  const onRequest = (request: JsonObject) => void respond(session, request);
  let response = first;
  let last: { eventId?: string | undefined; retryMs?: number | undefined } = {};
  for (let resumes = 0; resumes <= MAX_RESUMES; resumes++) {
    const reading = await readAnswer(response, { id, onRequest });
    if (reading.kind === "answered") return reading.result;
    const { eventId = last.eventId, retryMs = last.retryMs } = reading;
    if (eventId === undefined) break;
    last = { eventId, retryMs };
    await sleep(retryMs ?? RETRY_MS, { signal });
    const headers = { ...session.headers, "last-event-id": eventId };
    response = await send(server, { method: "GET", headers, signal });
    if (response.ok) continue;
    await discard(response);
    break;
  }
  throw new McpFailure({ kind: "broken-off" });
}

/** Responds to pings and rejects other requests. Never throws. */
async function respond(
  session: Session,
  { id, method }: JsonObject,
): Promise<void> {
  if (++session.responses > MAX_RESPONSES) return;
  const outcome =
    method === "ping"
      ? { result: {} }
      : { error: { code: -32601, message: "Method not found" } };
  using limit = createTimeLimit({ ms: UNAWAITED_MS, signal: session.signal });
  const { signal } = limit;
  await notify({ ...session, signal }, { id, ...outcome }).catch(() => {});
}

async function close(session: Session): Promise<void> {
  const { server, headers, runningId } = session;
  const { signal: always } = new AbortController();
  using limit = createTimeLimit({ ms: UNAWAITED_MS, signal: always });
  const { signal } = limit;
  try {
    // A legacy server does not notice that the client has gone.
    if (session.signal.aborted && runningId !== undefined)
      await notify(
        { ...session, signal },
        { method: "notifications/cancelled", params: { requestId: runningId } },
      );
    if (SESSION_ID in headers)
      await discard(await send(server, { method: "DELETE", headers, signal }));
  } catch {
    // The session expires on the server.
  }
}
