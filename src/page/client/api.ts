import {
  parseConversation,
  parseConversationsList,
  parseJson,
  parseProblem,
  parseReply,
  parseSession,
  type Conversation,
  type ConversationsList,
  type Problem,
  type Reply,
  type ShownFile,
} from "./wire.ts";

/** A visitor in a frame of a site. */
export interface FrameVisitor {
  /** The origin of the site around the frame. */
  readonly site: string;
  readonly identity: string | undefined;
  /** Of the session; `undefined` if there is none, or only a cookie. */
  token: string | undefined;
  /** Called with the token of a new session. */
  readonly onSession: (token: string) => void;
}

/** The server rejected the request. */
export interface Refused {
  readonly kind: "refused";
  readonly problem: Problem;
}

/**
 * No response. The server may still have received the request; every request is
 * safe to repeat.
 */
interface Unreachable {
  readonly kind: "unreachable";
}

export type Failure = Refused | Unreachable;

export type Outcome<Value> =
  { readonly kind: "done"; readonly value: Value } | Failure;

/** The stream of a turn's events. */
export type Opening =
  | { readonly kind: "open"; readonly body: ReadableStream<Uint8Array> }
  | Failure;

export interface Message {
  /** The idempotency key: the server answers a message once. */
  readonly id: string;
  readonly text: string;
  /** After a reload, files of stored messages have only names. */
  readonly files?: readonly ShownFile[];
  /** The id of the newest message, if this one replaces it. */
  readonly edits?: string | undefined;
}

/** The server's API. Methods never throw. */
export interface Api {
  of(conversation: number): ConversationApi;
  /** Whether the site around the frame says who the visitor is. */
  isIdentified(): Promise<boolean>;
  /** Starts a session. */
  openSession(token: string | undefined): Promise<Outcome<Conversation>>;
  logIn(password: string): Promise<Outcome<unknown>>;
  logOut(): Promise<Outcome<unknown>>;
  listConversations(): Promise<Outcome<ConversationsList>>;
  setTitle(number: number, title: string): Promise<Outcome<unknown>>;
}

/** The API of one conversation. Methods never throw. */
export interface ConversationApi {
  /** `stranger`: this browser has no session yet. */
  loadConversation(): Promise<
    Outcome<Conversation> | { readonly kind: "stranger" }
  >;
  /**
   * `open`: the message is stored; its turn can be followed here, or later by
   * `watch`.
   */
  send(message: Message, options: { signal: AbortSignal }): Promise<Opening>;
  /** Streams the turn's events from the start. */
  watch(turn: string, options: { signal: AbortSignal }): Promise<Opening>;
  /** Stops a turn; its partial answer stays. */
  stop(turn: string): Promise<Outcome<unknown>>;
  loadReply(turn: string): Promise<Outcome<Reply>>;
  /** Deletes the conversation. */
  forget(): Promise<Outcome<unknown>>;
}

/** Timeout until the response starts. */
const ANSWER_LIMIT_MS = 30_000;
/** Files take long over a slow network. */
const UPLOAD_LIMIT_MS = 90_000;

/** @param frame missing on the page itself */
export function createApi(frame?: Promise<FrameVisitor>): Api {
  async function request(
    path: string,
    {
      method = "GET",
      accept = "application/json",
      body,
      signal,
      keepalive = false,
      limitMs = ANSWER_LIMIT_MS,
    }: Call = {},
  ): Promise<Outcome<Response>> {
    const visitor = await frame;
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), limitMs);
    try {
      const init = {
        method,
        keepalive,
        headers: {
          accept,
          ...(visitor === undefined ? {} : { "x-parley-frame": "1" }),
          ...(visitor?.token === undefined
            ? {}
            : { authorization: `Bearer ${visitor.token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal:
          signal === undefined
            ? timeout.signal
            : AbortSignal.any([signal, timeout.signal]),
      };
      const response = await fetch(path, init);
      return response.ok
        ? { kind: "done", value: response }
        : await readRefusal(response);
    } catch {
      return { kind: "unreachable" };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    of: (conversation) =>
      createConversationApi(request, conversation, {
        isUnopened: async () => {
          const visitor = await frame;
          return visitor?.identity !== undefined && visitor.token === undefined;
        },
      }),
    isIdentified: async () => (await frame)?.identity !== undefined,
    async openSession(token) {
      const visitor = await frame;
      if (visitor === undefined)
        return readBody(
          await request("/web/session", { method: "POST", body: { token } }),
          parseConversation,
        );
      const { site, identity } = visitor;
      visitor.token = undefined;
      return readBody(
        await request("/web/embedded-session", {
          method: "POST",
          body: { token, site, identity },
        }),
        (body) => {
          visitor.token = parseSession(body);
          visitor.onSession(visitor.token);
          return parseConversation(body);
        },
      );
    },
    logIn: (password) =>
      request("/web/login", { method: "POST", body: { password } }),
    logOut: () => request("/web/logout", { method: "POST", body: {} }),
    listConversations: async () =>
      readBody(await request("/web/conversations"), parseConversationsList),
    setTitle: (number, title) =>
      request(`/web/conversations/${number}`, {
        method: "PUT",
        body: { title },
      }),
  };
}

function createConversationApi(
  request: (path: string, call?: Call) => Promise<Outcome<Response>>,
  conversation: number,
  { isUnopened }: { isUnopened: () => Promise<boolean> },
): ConversationApi {
  /** Number 0 is the default. */
  const withNumber = (path: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({
      ...(conversation > 0 && { conversation: String(conversation) }),
      ...more,
    });
    return query.size === 0 ? path : `${path}?${query}`;
  };
  const addressOf = (turn: string) =>
    withNumber(`/web/messages/${encodeURIComponent(turn)}`);

  return {
    async loadConversation() {
      // Never by the cookie, which is a stranger's.
      if (await isUnopened()) return { kind: "stranger" };
      const outcome = await request(withNumber("/web/conversation"));
      return outcome.kind === "done" && outcome.value.status === 204
        ? { kind: "stranger" }
        : readBody(outcome, parseConversation);
    },
    send: async ({ id, text, files = [], edits }, { signal }) =>
      openStream(
        await request(
          withNumber("/web/messages", edits === undefined ? {} : { edits }),
          {
            method: "POST",
            accept: "text/event-stream",
            body: {
              id,
              text,
              time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
              ...(files.length > 0 && { files }),
            },
            ...(files.length > 0 && { limitMs: UPLOAD_LIMIT_MS }),
            signal,
          },
        ),
      ),
    watch: async (turn, { signal }) =>
      openStream(
        await request(addressOf(turn), { accept: "text/event-stream", signal }),
      ),
    stop: (turn) => request(addressOf(turn), { method: "DELETE" }),
    loadReply: async (turn) =>
      readBody(await request(addressOf(turn)), parseReply),
    // Must complete even if the page is being closed.
    forget: () =>
      request(withNumber("/web/conversation"), {
        method: "DELETE",
        keepalive: true,
      }),
  };
}

interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly keepalive?: boolean;
  readonly limitMs?: number;
  readonly accept?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

async function readRefusal(response: Response): Promise<Refused> {
  const body = parseJson(await response.text());
  return { kind: "refused", problem: parseProblem(body, response.status) };
}

async function readBody<Value>(
  outcome: Outcome<Response>,
  parse: (body: unknown) => Value,
): Promise<Outcome<Value>> {
  if (outcome.kind !== "done") return outcome;
  try {
    return { kind: "done", value: parse(await outcome.value.json()) };
  } catch {
    return { kind: "unreachable" };
  }
}

function openStream(outcome: Outcome<Response>): Opening {
  if (outcome.kind !== "done") return outcome;
  const { body, headers } = outcome.value;
  // Anything else comes from a proxy, e.g. the login page of a public network.
  const isStream = headers.get("content-type")?.startsWith("text/event-stream");
  return body !== null && isStream === true
    ? { kind: "open", body }
    : { kind: "unreachable" };
}
