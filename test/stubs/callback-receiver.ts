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
 * A callback endpoint on this machine.
 * @param accepts whether a request is genuine; others get 401
 */
export async function startCallbackReceiver({
  accepts = () => true,
}: {
  accepts?: (request: ReceivedCallback) => boolean;
} = {}): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  const answers: CallbackReceiver["answers"] = [];
  let brokenOff = 0;
  const receive = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const { method = "", url: path = "", headers } = request;
    const body = await text(request);
    const one = { method, path, headers, body, at: Date.now() };
    received.push(one);
    response.on("close", () => (brokenOff += response.writableEnded ? 0 : 1));
    answer(response, accepts(one) ? (answers.shift() ?? 204) : 401);
  };
  const server = await listen(
    (request, response) => void receive(request, response),
  );
  return {
    ...server,
    received,
    answers,
    brokenOff: () => brokenOff,
  };
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
