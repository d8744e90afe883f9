import {
  startPlatformServer,
  type PlatformCall,
  type PlatformServer,
  type StubAnswer,
} from "./platform-server.ts";

export const LINE_TOKEN = "line-token-of-this-test";

/** A message visible in a chat. */
export interface LineMessage {
  readonly to: string;
  readonly by: "reply" | "push";
  readonly message: Readonly<Record<string, unknown>>;
}

export interface LineServer extends PlatformServer {
  readonly shown: readonly LineMessage[];
  /** Chats that were shown the loading animation. */
  readonly loading: readonly string[];
  /** Issues a one-time reply token, as a webhook does. */
  issue(token: string, chat: string): void;
  /** Downloadable content by message id. */
  readonly contents: Map<string, string>;
  /** The webhook's address, and the status of a test delivery. */
  readonly webhook: { endpoint: string; active: boolean; status: number };
}

/**
 * LINE's Messaging API with its documented rules
 * (https://developers.line.biz/en/reference/messaging-api/): reply tokens and
 * retry keys work once, texts have at most 5,000 UTF-16 units, a call has at
 * most five messages, and groups have no loading animation.
 */
export async function startLineServer(): Promise<LineServer> {
  const shown: LineMessage[] = [];
  const loading: string[] = [];
  const tokens = new Map<string, string>();
  const keys = new Map<string, string>();
  const contents = new Map<string, string>();
  const webhook = {
    endpoint: "https://bot.example/line/webhook",
    active: true,
    status: 200,
  };
  let nextId = 1;

  const show = (
    to: string,
    by: LineMessage["by"],
    messages: readonly Record<string, unknown>[],
  ): StubAnswer => {
    const isFit = messages.every(
      ({ type, text }) =>
        type === "text" &&
        typeof text === "string" &&
        text !== "" &&
        text.length <= 5_000,
    );
    if (messages.length === 0 || messages.length > 5 || !isFit)
      return refuse("A message (messages[0]) in the request body is invalid");
    for (const message of messages) shown.push({ to, by, message });
    const sentMessages = messages.map(() => ({ id: `${nextId++}` }));
    return { body: { sentMessages } };
  };

  const answer = (call: PlatformCall): StubAnswer => {
    if (call.headers.authorization !== `Bearer ${LINE_TOKEN}`)
      return { status: 401, body: { message: "Authentication failed" } };
    const content = /^\/v2\/bot\/message\/([^/]+)\/content$/.exec(call.path);
    if (content !== null) {
      const body = contents.get(content[1] ?? "");
      return body === undefined ? { status: 404 } : { body };
    }
    if (call.path === "/v2/bot/info")
      return { body: { displayName: "Parley", basicId: "@parley" } };
    if (call.path === "/v2/bot/channel/webhook/endpoint")
      return webhook.endpoint === ""
        ? { status: 404, body: { message: "Not found" } }
        : { body: { endpoint: webhook.endpoint, active: webhook.active } };
    if (call.path === "/v2/bot/channel/webhook/test") {
      const isTaken = webhook.status === 200;
      return {
        body: {
          success: isTaken,
          timestamp: "2026-11-25T12:00:00.000Z",
          statusCode: webhook.status,
          reason: isTaken ? "OK" : "ERROR_STATUS_CODE",
          detail: String(webhook.status),
        },
      };
    }
    const body = call.body as {
      replyToken?: string;
      to?: string;
      chatId?: string;
      loadingSeconds?: number;
      messages?: Record<string, unknown>[];
    };
    switch (call.path) {
      case "/v2/bot/message/reply": {
        const chat = tokens.get(body.replyToken ?? "");
        if (chat === undefined) return refuse("Invalid reply token");
        tokens.delete(body.replyToken ?? "");
        return show(chat, "reply", body.messages ?? []);
      }
      case "/v2/bot/message/push": {
        const key = String(call.headers["x-line-retry-key"]);
        if (
          !/^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(
            key,
          )
        )
          return refuse("Invalid X-Line-Retry-Key");
        const known = keys.get(key);
        if (known !== undefined)
          return {
            status: 409,
            body: {
              message: "The retry key is already accepted",
              sentMessages: [{ id: known }],
            },
          };
        if (body.to === "Ugone")
          return { status: 403, body: { message: "Blocked" } };
        const given = show(body.to ?? "", "push", body.messages ?? []);
        if (given.status === undefined) keys.set(key, `${nextId - 1}`);
        return given;
      }
      case "/v2/bot/chat/loading/start":
        if (
          !body.chatId?.startsWith("U") ||
          (body.loadingSeconds ?? 0) % 5 !== 0
        )
          return refuse("The request body is invalid");
        loading.push(body.chatId);
        return { status: 202, body: {} };
    }
    return { status: 404, body: { message: "Not found" } };
  };

  const server = await startPlatformServer(answer);
  return {
    ...server,
    shown,
    loading,
    contents,
    webhook,
    issue: (token, chat) => void tokens.set(token, chat),
  };
}

function refuse(message: string): StubAnswer {
  return { status: 400, body: { message } };
}
