import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import {
  type BotState,
  MethodError,
  type SentMessage,
  telegramMethods,
  type TelegramUpdate,
  type Webhook,
} from "./telegram-methods.ts";

export interface RecordedCall {
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** How a call fails: with an answer, or without one. */
export type ScriptedFailure = { readonly method: string } & (
  | {
      readonly status: number;
      /** JSON as the Bot API has it, unless it is text: then that, as proxies answer. */
      readonly body?: unknown;
    }
  | { readonly drop: true }
);

export interface TelegramServer {
  /** For `TELEGRAM_API_ROOT`. */
  readonly url: string;
  readonly token: string;
  /** All calls with the right token, in the order of their arrival. */
  readonly calls: readonly RecordedCall[];
  readonly sent: readonly SentMessage[];
  /** By language; `""` is for all others. */
  readonly commands: BotState["commands"];
  webhook(): Webhook | undefined;
  /** Hands an update to whoever polls. */
  queueUpdate(update: TelegramUpdate): void;
  /** Makes the next call of the method fail; several failures in turn. */
  failNext(failure: ScriptedFailure): void;
  /** Resolves once the method was called, with such parameters, whether it failed or not. */
  waitForCall(
    method: string,
    matches?: (parameters: RecordedCall["parameters"]) => boolean,
  ): Promise<void>;
  /** Resolves once that many messages are sent. */
  waitForSent(count: number): Promise<readonly SentMessage[]>;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** An HTTP server on loopback that behaves like the Bot API towards one bot. */
export async function startTelegramServer(): Promise<TelegramServer> {
  const token = "123456:stub-token_AAEhBOweik6ad9r";
  const bot: BotState = {
    sent: [],
    updates: [],
    commands: new Map(),
    webhook: undefined,
  };
  const calls: RecordedCall[] = [];
  const failures: ScriptedFailure[] = [];
  const changes = new EventTarget();

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const [, givenToken, method = ""] =
      /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    const parameters = await readParameters(request);
    if (givenToken === undefined) return sendError(response, 404, "Not Found");
    if (givenToken !== token) return sendError(response, 401, "Unauthorized");

    calls.push({ method, parameters });
    announceChange(changes);
    const failure = takeFailure(failures, method);
    if (failure !== undefined) return fail(response, failure);
    if (method === "getUpdates") {
      await untilUpdateOrTimeout(response, Number(parameters["timeout"] ?? 0));
    }
    runMethod(bot, { method, parameters }, response);
    announceChange(changes);
  }

  /** Long polling: waits for an update, for the end of the time, or until the poller is gone. */
  function untilUpdateOrTimeout(
    response: ServerResponse,
    timeoutSeconds: number,
  ): Promise<unknown> {
    const left = new AbortController();
    response.once("close", () => left.abort());
    const signal = AbortSignal.any([
      left.signal,
      AbortSignal.timeout(timeoutSeconds * 1000),
    ]);
    const hasNews = () => bot.updates.length > 0 || bot.webhook !== undefined;
    return until(hasNews, { changes, signal });
  }

  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    calls,
    sent: bot.sent,
    commands: bot.commands,
    webhook: () => bot.webhook,
    queueUpdate(update) {
      bot.updates.push(update);
      announceChange(changes);
    },
    failNext: (failure) => void failures.push(failure),
    waitForCall: (method, matches = () => true) =>
      until(
        () =>
          calls.some(
            (call) => call.method === method && matches(call.parameters),
          ),
        { changes },
      ),
    async waitForSent(count) {
      await until(() => bot.sent.length >= count, { changes });
      return bot.sent;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function listen(server: Server): Promise<number | undefined> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" ? address?.port : undefined;
}

function runMethod(
  bot: BotState,
  { method, parameters }: RecordedCall,
  response: ServerResponse,
): void {
  const run = telegramMethods[method];
  if (run === undefined)
    return sendError(response, 404, "Not Found: method not found");
  try {
    sendJson(response, 200, { ok: true, result: run(bot, parameters) });
  } catch (error) {
    if (!(error instanceof MethodError)) throw error;
    sendError(response, error.status, error.message);
  }
}

function announceChange(changes: EventTarget): void {
  changes.dispatchEvent(new Event("change"));
}

/** Resolves once the condition holds, or the signal is aborted. */
function until(
  holds: () => boolean,
  { changes, signal }: { changes: EventTarget; signal?: AbortSignal },
): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!holds() && !signal?.aborted) return;
      changes.removeEventListener("change", check);
      signal?.removeEventListener("abort", check);
      resolve();
    };
    changes.addEventListener("change", check);
    signal?.addEventListener("abort", check);
    check();
  });
}

/** JSON, as grammY sends all that holds no file, or a form. */
async function readParameters(
  request: IncomingMessage,
): Promise<Record<string, unknown>> {
  const body = await buffer(request);
  const type = request.headers["content-type"] ?? "";
  if (body.length === 0) return {};
  if (type.startsWith("application/json")) {
    const parameters: unknown = JSON.parse(body.toString("utf8"));
    return { ...(typeof parameters === "object" ? parameters : {}) };
  }
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": type },
  }).formData();
  return Object.fromEntries(form.entries());
}

function takeFailure(
  failures: ScriptedFailure[],
  method: string,
): ScriptedFailure | undefined {
  const index = failures.findIndex((failure) => failure.method === method);
  return index === -1 ? undefined : failures.splice(index, 1)[0];
}

function fail(response: ServerResponse, failure: ScriptedFailure): void {
  if ("drop" in failure) return void response.destroy();
  const {
    status,
    body = { ok: false, error_code: status, description: "Scripted failure" },
  } = failure;
  if (typeof body === "string") {
    response.writeHead(status, { "content-type": "text/html" }).end(body);
  } else {
    sendJson(response, status, body);
  }
}

function sendError(
  response: ServerResponse,
  status: number,
  description: string,
): void {
  sendJson(response, status, { ok: false, error_code: status, description });
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
): void {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify(body));
}
