import {
  createRateLimit,
  startPlatformServer,
  type PlatformCall,
  type PlatformServer,
  type StubAnswer,
} from "./platform-server.ts";

/** A card as users see it. */
export interface FeishuMessage {
  readonly id: string;
  readonly chat: string;
  /** The message it replies to. */
  readonly answers?: string;
  readonly inThread: boolean;
  readonly text: string;
  readonly buttons: readonly unknown[];
}

export interface FeishuServer extends PlatformServer {
  readonly appId: string;
  readonly appSecret: string;
  /** The existing messages, in order. */
  shown(): readonly FeishuMessage[];
  /** Invalidates all issued tokens. */
  endToken(): void;
  /** Number of issued tokens. */
  tokens(): number;
  /** Simulates a user recalling a message. */
  recall(message: string): void;
  /** Files by message and key. */
  readonly files: Map<string, string>;
  /** Messages of people by id, each with those that it forwards. */
  readonly received: Map<string, readonly unknown[]>;
  /** Scopes granted to the app. */
  readonly scopes: string[];
}

const MAX_CARD_BYTES = 30 * 1024;

/**
 * Feishu's API with its documented rules
 * (https://open.feishu.cn/document/server-docs/im-v1/message/create): tenant
 * tokens, editable cards of at most 30 KB, a `uuid` that is accepted once,
 * recalled messages.
 */
export async function startFeishuServer({
  limitsRate = false,
}: {
  /**
   * Enforces five edits of a message and five messages to a chat per second.
   */
  limitsRate?: boolean;
} = {}): Promise<FeishuServer> {
  const appId = "cli_9f5343c580712544";
  const appSecret = "the-app-secret-of-this-test";
  const messages = new Map<string, FeishuMessage>();
  const uuids = new Map<string, string>();
  const recalled = new Set<string>();
  const files = new Map<string, string>();
  const received = new Map<string, readonly unknown[]>();
  const scopes = [
    "im:message.p2p_msg:readonly",
    "im:message.group_at_msg:readonly",
    "im:message:send_as_bot",
    "im:message:update",
    "im:resource",
  ];
  const limitPlace = createRateLimit({ calls: 5, perMs: 1_000 });
  let token = "";
  let tokens = 0;
  let nextId = 1;

  const give = (data: object): StubAnswer => ({
    body: { code: 0, msg: "success", data },
  });

  const send = (
    body: Record<string, unknown>,
    place: Pick<FeishuMessage, "chat" | "answers" | "inThread">,
  ): StubAnswer => {
    const uuid = String(body["uuid"]);
    if (uuid.length > 50) return refuse(99_992_402, "field validation failed");
    const known = uuids.get(uuid);
    if (known !== undefined) return give({ message_id: known });
    const card = readCard(body["content"]);
    if (body["msg_type"] !== "interactive" || card === undefined)
      return refuse(230_099, "Failed to create card content");
    const id = `om_${nextId++}`;
    messages.set(id, { id, ...place, ...card });
    uuids.set(uuid, id);
    return give({ message_id: id });
  };

  const answer = ({ method, path, headers, body: given }: PlatformCall) => {
    const body = (given === "" ? {} : given) as Record<string, unknown>;
    const { pathname, searchParams } = new URL(path, "http://feishu.test");
    if (pathname === "/auth/v3/tenant_access_token/internal") {
      if (body["app_id"] !== appId || body["app_secret"] !== appSecret)
        return refuse(10_014, "app secret invalid", 200);
      token = `t-${++tokens}`;
      const fields = { tenant_access_token: token, expire: 7_200 };
      return { body: { code: 0, msg: "ok", ...fields } };
    }
    if (headers.authorization !== `Bearer ${token}`)
      return refuse(99_991_663, "Invalid access token for authorization");
    if (pathname === "/bot/v3/info")
      return {
        body: {
          code: 0,
          msg: "ok",
          bot: { app_name: "Parley", open_id: "ou_bot", activate_status: 2 },
        },
      };
    if (pathname === "/application/v6/scopes")
      return give({
        scopes: scopes.map((scope_name) => ({ scope_name, grant_status: 1 })),
      });
    const limited =
      limitsRate && pathname.startsWith("/im/v1/messages")
        ? limitPlace(`${pathname} ${String(body["receive_id"])}`)
        : undefined;
    if (limited !== undefined)
      return { ...limited, body: { code: 230_020, msg: "frequency limit" } };
    if (pathname === "/im/v1/messages" && method === "POST") {
      if (searchParams.get("receive_id_type") !== "chat_id")
        return refuse(99_992_402, "field validation failed");
      return send(body, { chat: String(body["receive_id"]), inThread: false });
    }
    const [, id = "", rest = ""] =
      /^\/im\/v1\/messages\/(\w+)(\/.*)?$/.exec(pathname) ?? [];
    if (rest === "/reply") {
      if (recalled.has(id)) return refuse(230_011, "The message was recalled");
      const inThread = body["reply_in_thread"] === true;
      return send(body, { chat: "oc_group", answers: id, inThread });
    }
    if (rest.startsWith("/resources/")) {
      const file = files.get(`${id}/${rest.replace("/resources/", "")}`);
      return file === undefined
        ? refuse(234_003, "File not in msg")
        : { body: file };
    }
    const items = received.get(id);
    if (method === "GET" && items !== undefined) return give({ items });
    const known = messages.get(id);
    if (known === undefined) return refuse(230_011, "The message was recalled");
    if (method === "DELETE") {
      messages.delete(id);
      return give({});
    }
    const card = readCard(body["content"]);
    if (card === undefined) return refuse(230_099, "Failed to create card");
    messages.set(id, { ...known, ...card });
    return give({});
  };

  const server = await startPlatformServer(answer);
  return {
    ...server,
    appId,
    appSecret,
    shown: () => [...messages.values()],
    endToken: () => void (token = "ended"),
    tokens: () => tokens,
    recall: (message) => void recalled.add(message),
    files,
    received,
    scopes,
  };
}

interface Card {
  readonly schema: string;
  readonly config: { readonly update_multi: boolean };
  readonly body: {
    readonly elements: readonly {
      tag: string;
      content?: string;
      behaviors?: readonly { value: unknown }[];
    }[];
  };
}

function readCard(
  content: unknown,
): Pick<FeishuMessage, "text" | "buttons"> | undefined {
  if (typeof content !== "string") return undefined;
  if (Buffer.byteLength(content) > MAX_CARD_BYTES) return undefined;
  const { schema, config, body } = JSON.parse(content) as Card;
  const [markdown, ...buttons] = body.elements;
  const isFit =
    schema === "2.0" &&
    config.update_multi &&
    markdown?.tag === "markdown" &&
    markdown.content?.trim() !== "" &&
    buttons.every(({ tag }) => tag === "button");
  if (!isFit) return undefined;
  return {
    text: markdown.content ?? "",
    buttons: buttons.map(({ behaviors }) => behaviors?.[0]?.value),
  };
}

function refuse(code: number, msg: string, status = 400): StubAnswer {
  return { status, body: { code, msg } };
}
