import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "./listen.ts";
import { readParameters } from "./read-parameters.ts";
import { createChats, type Draft, type SentMessage } from "./telegram-chats.ts";
import { createFloodControl } from "./telegram-flood.ts";
import { MethodError } from "./telegram-method.ts";
import {
  telegramMethods,
  type BotState,
  type TelegramUpdate,
  type Webhook,
} from "./telegram-methods.ts";

export interface RecordedCall {
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** How a call fails: with a response, or without one. */
export type ScriptedFailure = { readonly method: string } & (
  | {
      readonly status: number;
      /** JSON as in the Bot API, or text as from a proxy. */
      readonly body?: unknown;
    }
  | { readonly drop: true }
);

export interface TelegramServer {
  /** Value for `TELEGRAM_API_ROOT`. */
  readonly url: string;
  readonly token: string;
  /** All calls with the right token, in order of arrival. */
  readonly calls: readonly RecordedCall[];
  /** The bot's messages as users see them now. */
  readonly sent: readonly SentMessage[];
  /** Drafts by chat. */
  readonly drafts: ReadonlyMap<number, Draft>;
  /**
   * By scope and language, e.g. `all_group_chats/zh`; without a language for
   * all others.
   */
  readonly commands: BotState["commands"];
  /**
   * Ids of unanswered button presses; a test that presses a button adds one.
   */
  readonly presses: BotState["presses"];
  webhook(): Webhook | undefined;
  /**
   * Adds a file for `getFile`. In `calls` and `failNext`, its download is the
   * method `download`.
   */
  addFile(id: string, content: Uint8Array<ArrayBuffer>): void;
  /** Queues an update for the poller. */
  queueUpdate(update: TelegramUpdate): void;
  /** Simulates a user blocking the bot, or a group removing it. */
  block(chat: number): void;
  unblock(chat: number): void;
  deleteTopic(chat: number, thread: number): void;
  /** Simulates a user deleting the bot's message. */
  deleteMessage(id: number): void;
  /** Makes the next call of the method fail; repeated calls queue failures. */
  failNext(failure: ScriptedFailure): void;
  /**
   * Resolves once the method was called with matching parameters, failed or
   * not.
   */
  waitForCall(
    method: string,
    matches?: (parameters: RecordedCall["parameters"]) => boolean,
  ): Promise<void>;
  /** Resolves once that many messages were sent. */
  waitForSent(count: number): Promise<readonly SentMessage[]>;
  /** Resolves once the condition holds for the visible messages. */
  waitUntil(holds: (sent: readonly SentMessage[]) => boolean): Promise<void>;
  /** Also closes open connections. */
  close(): Promise<void>;
}

/**
 * An HTTP server on loopback that acts like the Bot API for one bot.
 * @param isPatient whether chats accept any number of messages, unlike
 *   Telegram's
 */
export async function startTelegramServer({
  isPatient = true,
} = {}): Promise<TelegramServer> {
  const token = "123456:stub-token_AAEhBOweik6ad9r";
  const bot: BotState = {
    chats: createChats(isPatient ? undefined : createFloodControl()),
    updates: [],
    commands: new Map(),
    webhook: undefined,
    presses: new Set(),
    files: new Map(),
  };
  const calls: RecordedCall[] = [];
  const failures: ScriptedFailure[] = [];
  const changes = new EventTarget();

  const server = await listen((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { givenToken, method, file } = readAddress(request.url);
    const parameters = await readParameters(request);
    if (givenToken === undefined) return sendError(response, 404, "Not Found");
    if (givenToken !== token) return sendError(response, 401, "Unauthorized");

    calls.push({ method, parameters });
    announceChange(changes);
    const failure = takeFailure(failures, method);
    if (failure !== undefined) return fail(response, failure);
    if (file !== undefined) return sendFile(response, bot.files.get(file));
    if (method === "getUpdates") {
      await untilUpdateOrTimeout(response, Number(parameters["timeout"] ?? 0));
    }
    runMethod(bot, { method, parameters }, response);
    announceChange(changes);
  }

  /**
   * Long polling: waits for an update, the timeout, or the poller's
   * disconnecting.
   */
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

  return {
    url: server.url,
    token,
    calls,
    sent: bot.chats.sent,
    drafts: bot.chats.drafts,
    commands: bot.commands,
    presses: bot.presses,
    webhook: () => bot.webhook,
    addFile: (id, content) => void bot.files.set(id, content),
    queueUpdate(update) {
      bot.updates.push(update);
      announceChange(changes);
    },
    block: (chat) => void bot.chats.blocked.add(chat),
    unblock: (chat) => void bot.chats.blocked.delete(chat),
    deleteTopic: (chat, thread) =>
      void bot.chats.deletedTopics.add(`${chat}:${thread}`),
    deleteMessage(message) {
      const { sent } = bot.chats;
      sent.splice(
        sent.findIndex(({ id }) => id === message),
        1,
      );
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
      await until(() => bot.chats.sent.length >= count, { changes });
      return bot.chats.sent;
    },
    waitUntil: (holds) => until(() => holds(bot.chats.sent), { changes }),
    close: server.close,
  };
}

function readAddress(address = ""): {
  givenToken?: string | undefined;
  method: string;
  file?: string | undefined;
} {
  const [, isFile, givenToken, rest = ""] =
    /^(\/file)?\/bot([^/]+)\/([\w/-]+)$/.exec(address) ?? [];
  return isFile === undefined
    ? { givenToken, method: rest }
    : { givenToken, method: "download", file: rest.replace("files/", "") };
}

function sendFile(
  response: ServerResponse,
  content: Uint8Array | undefined,
): void {
  if (content === undefined) return sendError(response, 404, "Not Found");
  response
    .writeHead(200, { "content-type": "application/octet-stream" })
    .end(content);
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
    sendError(response, error.status, error.message, error.parameters);
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
  parameters?: MethodError["parameters"],
): void {
  sendJson(response, status, {
    ok: false,
    error_code: status,
    description,
    ...(parameters !== undefined && { parameters }),
  });
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
