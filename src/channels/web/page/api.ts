import {
  parseConversation,
  parseConversationsList,
  parseJson,
  parseProblem,
  parseReply,
  type Conversation,
  type ConversationsList,
  type Problem,
  type Reply,
  type ShownFile,
} from "./wire.ts";

/** The server said no. */
export interface Refused {
  readonly kind: "refused";
  readonly problem: Problem;
}

/** There was no answer, so nobody knows whether the request arrived; each may be repeated. */
interface Unreachable {
  readonly kind: "unreachable";
}

export type Failure = Refused | Unreachable;

export type Outcome<Value> =
  { readonly kind: "done"; readonly value: Value } | Failure;

/** A turn's stream of events, or why there is none. */
export type Opening =
  | { readonly kind: "open"; readonly body: ReadableStream<Uint8Array> }
  | Failure;

export interface Message {
  /** The same id again is the same message: the server answers it once. */
  readonly id: string;
  readonly text: string;
  /** Those of a message that the server has already are not here after a reload: only their names are. */
  readonly files?: readonly ShownFile[];
  /** The newest message, in whose place this one comes. */
  readonly edits?: string | undefined;
}

/** The server's side of the chat. No method throws. */
export interface Api {
  of(conversation: number): ConversationApi;
  /** Begins as a new visitor: the conversation is empty. */
  openSession(token: string | undefined): Promise<Outcome<Conversation>>;
  logIn(password: string): Promise<Outcome<unknown>>;
  logOut(): Promise<Outcome<unknown>>;
  listConversations(): Promise<Outcome<ConversationsList>>;
  setTitle(number: number, title: string): Promise<Outcome<unknown>>;
}

/** One conversation. No method throws. */
export interface ConversationApi {
  /** `stranger`: this browser has no session yet. */
  loadConversation(): Promise<
    Outcome<Conversation> | { readonly kind: "stranger" }
  >;
  /** `open`: the message is stored, and its turn may be followed here or, later, with `watch`. */
  send(message: Message, options: { signal: AbortSignal }): Promise<Opening>;
  /** The turn's events from its beginning. */
  watch(turn: string, options: { signal: AbortSignal }): Promise<Opening>;
  /** Ends a turn with what is written of its answer. */
  stop(turn: string): Promise<Outcome<unknown>>;
  loadReply(turn: string): Promise<Outcome<Reply>>;
  /** Erases the conversation. */
  forget(): Promise<Outcome<unknown>>;
}

/** A server that has not begun to answer by then is not reachable. */
const ANSWER_LIMIT_MS = 30_000;
/** Files take their time over a slow network. */
const UPLOAD_LIMIT_MS = 90_000;

export function createApi(): Api {
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
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), limitMs);
    try {
      const init = {
        method,
        keepalive,
        headers: {
          accept,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal:
          signal === undefined
            ? patience.signal
            : AbortSignal.any([signal, patience.signal]),
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
    of: (conversation) => createConversationApi(request, conversation),
    openSession: async (token) =>
      readBody(
        await request("/web/session", { method: "POST", body: { token } }),
        parseConversation,
      ),
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
): ConversationApi {
  /** Number 0 goes without saying. */
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
            body: { id, text, ...(files.length > 0 && { files }) },
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
    // Also when the page is being left.
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
  // Anything else comes from something between here and the server, e.g. the log-in page of a public network.
  const isStream = headers.get("content-type")?.startsWith("text/event-stream");
  return body !== null && isStream === true
    ? { kind: "open", body }
    : { kind: "unreachable" };
}
