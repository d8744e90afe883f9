import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";
import { type ListeningServer, listen } from "./listen.ts";

/** What a receiver of callbacks got. */
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
  /** What is answered next, in order; then 204. `silent`: nothing at all. `endless`: 200, with a body that never ends. */
  readonly answers: (
    | number
    | { status: number; headers: Record<string, string> }
    | "silent"
    | "endless"
    | "reset"
  )[];
  /** Answers that were broken off by whoever asked. */
  readonly brokenOff: () => number;
}

/** An endpoint for callbacks on this machine. */
export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  const answers: CallbackReceiver["answers"] = [];
  let brokenOff = 0;
  const receive = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const { method = "", url: path = "", headers } = request;
    const body = await text(request);
    received.push({ method, path, headers, body, at: Date.now() });
    response.on("close", () => (brokenOff += response.writableEnded ? 0 : 1));
    answer(response, answers.shift() ?? 204);
  };
  const server = await listen(
    (request, response) => void receive(request, response),
  );
  return { ...server, received, answers, brokenOff: () => brokenOff };
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
