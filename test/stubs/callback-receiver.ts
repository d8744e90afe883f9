import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";
import { listen, type ListeningServer } from "./listen.ts";

/** A request that the receiver got. */
export interface ReceivedCallback {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface CallbackReceiver extends ListeningServer {
  readonly received: readonly ReceivedCallback[];
  /** Verification requests, which are not in `received`. */
  readonly verifications: readonly ReceivedCallback[];
  /**
   * The next responses, in order; then 204. `silent`: none. `endless`: 200 with
   * a body that never ends.
   */
  readonly answers: (
    | number
    | { status: number; headers: Record<string, string> }
    | "silent"
    | "endless"
    | "reset"
  )[];
  /** Number of responses that the caller aborted. */
  readonly brokenOff: () => number;
}

/**
 * A callback endpoint on this machine that confirms its verification.
 * @param accepts whether a request is genuine; others get 401
 */
export async function startCallbackReceiver({
  accepts = () => true,
}: {
  accepts?: (request: ReceivedCallback) => boolean;
} = {}): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  const verifications: ReceivedCallback[] = [];
  const answers: CallbackReceiver["answers"] = [];
  let brokenOff = 0;
  const receive = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const { method = "", url: path = "", headers } = request;
    const body = await text(request);
    const one = { method, path, headers, body, at: Date.now() };
    const challenge = readChallenge(body);
    (challenge === undefined ? received : verifications).push(one);
    response.on("close", () => (brokenOff += response.writableEnded ? 0 : 1));
    if (!accepts(one)) answer(response, 401);
    else if (challenge === undefined) answer(response, answers.shift() ?? 204);
    else response.end(JSON.stringify({ challenge }));
  };
  const server = await listen(
    (request, response) => void receive(request, response),
  );
  return {
    ...server,
    received,
    verifications,
    answers,
    brokenOff: () => brokenOff,
  };
}

/** `undefined` if it is not a verification request. */
function readChallenge(body: string): string | undefined {
  if (!body.startsWith('{"type":"callback.verification"')) return undefined;
  const { data } = JSON.parse(body) as { data: { challenge: string } };
  return data.challenge;
}

function answer(
  response: ServerResponse,
  given: CallbackReceiver["answers"][number],
): void {
  if (given === "silent") return;
  if (given === "reset") return void response.socket?.destroy();
  if (given === "endless") return writeForEver(response);
  const { status, headers } =
    typeof given === "number" ? { status: given, headers: {} } : given;
  response.writeHead(status, headers).end(status === 204 ? "" : "An answer.");
}

function writeForEver(response: ServerResponse): void {
  const write = (): void => {
    while (!response.destroyed && response.write("x".repeat(65_536)));
  };
  response.writeHead(200).on("drain", write);
  write();
}
