import type { ReplyBody } from "../../http/schemas/bodies.ts";
import type {
  ConversationBody,
  FoundMessage,
  MemoryBody,
} from "../../types/page.ts";
import type { Rating } from "../../types/rating.ts";
import type { ListedConversation } from "../../types/titles.ts";
import {
  openStream,
  readBody,
  request,
  type Call,
  type Opening,
  type Outcome,
} from "./parts/request.ts";

export interface FrameVisitor {
  /** The origin of the site around the frame. */
  readonly site: string;
  readonly identity: string | undefined;
  /** Of the session; `undefined` if there is none, or only a cookie. */
  token: string | undefined;
  /** Called with the token of a new session. */
  readonly onSession: (token: string) => void;
}

/** A file of a message; only its name if its content is no longer here. */
export interface ShownFile {
  readonly name: string;
  /** A media type, or empty. */
  readonly type?: string;
  /** Base64. */
  readonly content?: string;
}

export type MessageFile = Required<ShownFile>;

export function isHere(file: ShownFile): file is MessageFile {
  return file.type !== undefined && file.content !== undefined;
}

export function areHere(files: readonly ShownFile[]): boolean {
  return files.every(isHere);
}

export interface Message {
  /** The idempotency key: the server answers a message once. */
  readonly id: string;
  readonly text: string;
  /**
   * After a reload, files of stored messages have only names. Of an edit, such
   * files stay as the server has them.
   */
  readonly files?: readonly ShownFile[];
  /** What the server gets in place of the text: a button's answer. */
  readonly sends?: string | undefined;
  /** The id of the message of which this one is another version. */
  readonly edits?: string | undefined;
}

interface ConversationsBody {
  readonly conversations: readonly ListedConversation[];
  /** The most conversations a visitor can have. */
  readonly limit: number;
}

/** `stranger`: this browser has no session yet. */
type Loaded = Outcome<ConversationBody> | { readonly kind: "stranger" };

/** The server's API. Methods never throw; all are safe to repeat. */
export type Api = ReturnType<typeof createApi>;

export type ConversationApi = ReturnType<Api["of"]>;

/** Files take long over a slow network. */
const UPLOAD_LIMIT_MS = 90_000;
const EVENTS = { accept: "text/event-stream" };

/** @param frame missing on the page itself */
export function createApi(frame?: Promise<FrameVisitor>) {
  async function send(
    path: string,
    { headers, ...call }: Call = {},
  ): Promise<Outcome<Response>> {
    const visitor = await frame;
    return request(path, {
      ...call,
      headers: {
        ...(visitor && { "x-parley-frame": "1" }),
        ...(visitor?.token && { authorization: `Bearer ${visitor.token}` }),
        ...headers,
      },
    });
  }

  const post = (path: string, body: unknown) =>
    send(path, { method: "POST", body });

  async function openSession(
    token: string | undefined,
  ): Promise<Outcome<ConversationBody>> {
    const visitor = await frame;
    if (visitor === undefined)
      return readBody(await post("/web/session", { token }));
    const { site, identity } = visitor;
    visitor.token = undefined;
    const asked = { token, site, identity };
    const outcome = await readBody<ConversationBody & { session: string }>(
      await post("/web/embedded-session", asked),
    );
    if (outcome.kind === "done") {
      visitor.token = outcome.value.session;
      visitor.onSession(visitor.token);
    }
    return outcome;
  }

  async function loadConversation(address: string): Promise<Loaded> {
    const visitor = await frame;
    // Never by the cookie, which is a stranger's.
    if (visitor?.identity !== undefined && visitor.token === undefined)
      return { kind: "stranger" };
    const outcome = await send(address);
    return outcome.kind === "done" && outcome.value.status === 204
      ? { kind: "stranger" }
      : readBody(outcome);
  }

  function of(conversation: number) {
    /** Number 0 is the default. */
    const addressOf = (path: string, more: Record<string, string> = {}) => {
      const number = String(conversation);
      const query = new URLSearchParams({
        ...(conversation > 0 && { conversation: number }),
        ...more,
      });
      return query.size === 0 ? path : `${path}?${query}`;
    };
    const addressOfTurn = (turn: string, part = "") =>
      addressOf(`/web/messages/${encodeURIComponent(turn)}${part}`);
    const conversationAddress = addressOf("/web/conversation");

    return {
      /** @param turn to which it goes back */
      loadConversation: (turn?: string) =>
        loadConversation(addressOf("/web/conversation", turn ? { turn } : {})),
      /**
       * `open`: the message is stored; its turn can be followed here, or later
       * by `watch`.
       */
      async send(
        { id, text, sends = text, files = [], edits }: Message,
        { signal }: { signal: AbortSignal },
      ): Promise<Opening> {
        const path = addressOf("/web/messages", edits ? { edits } : {});
        const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
        const sent = files.filter(isHere);
        const hasFiles = sent.length > 0;
        const body = {
          id,
          text: sends,
          time_zone: timeZone,
          ...(edits && !areHere(files) && { keeps_files: true }),
        };
        const call: Call = {
          method: "POST",
          headers: EVENTS,
          body: hasFiles ? { ...body, files: sent } : body,
          ...(hasFiles && { limitMs: UPLOAD_LIMIT_MS }),
          signal,
        };
        return openStream(await send(path, call));
      },
      /** Streams the turn's events from the start. */
      watch: async (
        turn: string,
        { signal }: { signal: AbortSignal },
      ): Promise<Opening> =>
        openStream(
          await send(addressOfTurn(turn), { headers: EVENTS, signal }),
        ),
      /** Stops a turn; its partial answer stays. */
      stop: (turn: string): Promise<Outcome<unknown>> =>
        send(addressOfTurn(turn), { method: "DELETE" }),
      loadReply: async (turn: string) =>
        readBody<ReplyBody>(await send(addressOfTurn(turn))),
      /** @param rating `null`: takes it back */
      rate: (turn: string, rating: Rating | null): Promise<Outcome<unknown>> =>
        send(addressOfTurn(turn, "/rating"), {
          method: "PUT",
          body: rating ?? { thumb: null },
        }),
      /** Finds questions to go on with after an answer, once. */
      suggest: async (turn: string) =>
        readBody<{ readonly questions: readonly string[] }>(
          await post(addressOfTurn(turn, "/suggestions"), {}),
        ),
      /** Shows a version of a question from now on. */
      choose: async (turn: string) =>
        readBody<ConversationBody>(
          await send(addressOfTurn(turn, "/chosen"), { method: "PUT" }),
        ),
      loadMemory: async () =>
        readBody<MemoryBody>(await send(addressOf("/web/memory"))),
      /** @param version of the memory that the note's number is of */
      changeNote: async (version: number, note: number, text: string) =>
        readBody<MemoryBody>(
          await send(addressOf(`/web/memory/${note}`), {
            method: "PATCH",
            body: { version, text },
          }),
        ),
      deleteNote: async (version: number, note: number) =>
        readBody<MemoryBody>(
          await send(
            addressOf(`/web/memory/${note}`, { version: String(version) }),
            { method: "DELETE" },
          ),
        ),
      /** Deletes the conversation. */
      forget: (): Promise<Outcome<unknown>> =>
        send(conversationAddress, { method: "DELETE", keepalive: true }),
    };
  }

  return {
    of,
    openSession,
    /** Whether the site around the frame says who the visitor is. */
    isIdentified: async () => (await frame)?.identity !== undefined,
    logIn: (password: string) => post("/web/login", { password }),
    logOut: () => post("/web/logout", {}),
    listConversations: async () =>
      readBody<ConversationsBody>(await send("/web/conversations")),
    search: async (query: string) =>
      readBody<{ readonly matches: readonly FoundMessage[] }>(
        await send(`/web/search?${new URLSearchParams({ q: query })}`),
      ),
    setTitle: (number: number, title: string) =>
      send(`/web/conversations/${number}`, { method: "PUT", body: { title } }),
  };
}
