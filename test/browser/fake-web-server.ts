import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { accentStyle } from "../../src/page/server/accent.ts";
import type { ChallengeWidget } from "../../src/page/server/challenge.ts";
import {
  ACCENT_PATH,
  pageResponse,
} from "../../src/page/server/page-response.ts";
import { PARLEY, type Identity } from "../../src/types/identity.ts";
import type {
  AcceptedFiles,
  FoundMessage,
  ShownModel,
} from "../../src/types/page.ts";
import { readBuiltAsset } from "../fakes/read-built-asset.ts";
import {
  openFakeStream,
  toReplyBody,
  type FakeReply,
  type FakeStream,
} from "./fake-stream.ts";

export interface FakeProblem {
  readonly status: number;
  readonly slug: string;
  readonly title: string;
  readonly detail: string;
}

/** The server's behaviour; a test may change it at any time. */
export interface FakeBehaviour {
  model: ShownModel;
  messages: {
    turn: string;
    role: "user" | "assistant";
    text: string;
    at: number;
    files?: string[];
    steps?: number;
    has_sources?: boolean;
    thumb?: "up" | "down";
    versions?: string[];
  }[];
  open: { turn: string; text: string }[];
  /** The visitor's list. */
  conversations: { number: number; title: string; at: number }[];
  /** What any search finds. */
  matches: FoundMessage[];
  password: string | undefined;
  /** Whether visitors need `POST /web/session` first. */
  hasStrangers: boolean;
  /** Shown to visitors without a session. */
  widget: ChallengeWidget | undefined;
  identity: Identity;
  /** Names of the bot's tools. */
  tools: readonly string[];
  takes: AcceptedFiles;
  /** What is remembered. */
  notes: string[];
  /** Suggested after each answer; `undefined`: that is off. */
  suggested: readonly string[] | undefined;
  /** Answers every API request with this problem. */
  problem: FakeProblem | undefined;
  /** Closes every connection to the API. */
  isDown: boolean;
  /** Writes the events of a new message. */
  onMessage: (stream: FakeStream, text: string) => void | Promise<void>;
  /** Writes the events of a turn that the page follows again. */
  onWatch: (stream: FakeStream) => void | Promise<void>;
  /** Called when the page stops a turn. */
  onStop: (turn: string) => void;
  /** The replies of finished turns, by turn. */
  replies: Record<string, FakeReply>;
}

export interface FakeWebServer extends FakeBehaviour {
  readonly url: string;
  /** All requests in order, e.g. `POST /web/messages`, with their bodies. */
  readonly requests: readonly {
    route: string;
    search: string;
    body: unknown;
  }[];
  requestsTo(route: string): readonly unknown[];
  close(): Promise<void>;
}

/** Serves the built page and a scripted version of its API over real HTTP. */
export async function startFakeWebServer(): Promise<FakeWebServer> {
  const requests: { route: string; search: string; body: unknown }[] = [];
  const http = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => {
    http.listen(0, "127.0.0.1", resolve);
  });
  const address = z.object({ port: z.number() }).parse(http.address());

  const server: FakeWebServer = {
    url: `http://127.0.0.1:${address.port}/`,
    requests,
    requestsTo: (route) =>
      requests
        .filter((request) => request.route === route)
        .map(({ body }) => body),
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => {
        http.close(resolve);
      });
    },
    model: { demo: false },
    messages: [],
    open: [],
    conversations: [],
    matches: [],
    password: undefined,
    hasStrangers: false,
    widget: undefined,
    identity: PARLEY,
    tools: ["search", "calculator"],
    takes: { images: true, speech: false },
    notes: [],
    suggested: undefined,
    problem: undefined,
    isDown: false,
    onMessage: (stream, text) => stream.reply({ text: `You said: ${text}` }),
    onWatch: (stream) => stream.reply({ text: "Done." }),
    onStop: () => {},
    replies: {},
  };

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { pathname, search } = new URL(request.url ?? "/", server.url);
    if (await sendFile(pathname, server, response)) return;
    const route = `${request.method} ${pathname}`;
    const hasBody = request.headers["content-type"] !== undefined;
    const body = hasBody ? await json(request) : undefined;
    requests.push({ route, search, body });
    if (server.isDown) {
      response.destroy();
      return;
    }
    const problem = server.problem ?? findLock(server, request, pathname);
    if (problem === undefined) await answerApi(route, body, request, response);
    else sendProblem(problem, response);
  }

  async function answerApi(
    route: string,
    body: unknown,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const [, method, turn] = /^(\w+) \/web\/messages\/(.+)$/.exec(route) ?? [];
    if (route === "GET /web/conversation" || route.endsWith("/chosen")) {
      const { model, messages, open, hasStrangers } = server;
      const shown = {
        model,
        messages: messages.map((message) => ({
          steps: 1,
          has_sources: true,
          ...message,
        })),
        open,
        can_sign_out: server.password !== undefined,
      };
      if (hasStrangers) response.writeHead(204).end();
      else sendJson(shown, response);
    } else if (route === "GET /web/conversations") {
      sendJson({ conversations: server.conversations, limit: 48 }, response);
    } else if (route === "GET /web/search") {
      sendJson({ matches: server.matches }, response);
    } else if (route.startsWith("PUT /web/conversations/")) {
      const number = Number(route.split("/").at(-1));
      const { title } = z.object({ title: z.string() }).parse(body);
      const others = server.conversations.filter(
        (listed) => listed.number !== number,
      );
      server.conversations = [{ number, title, at: Date.now() }, ...others];
      response.writeHead(204).end();
    } else if (route === "POST /web/logout") {
      response.writeHead(204, { "set-cookie": "parley=out; HttpOnly" }).end();
    } else if (route === "POST /web/session") {
      sendJson({ model: server.model, messages: [], open: [] }, response);
    } else if (route === "DELETE /web/conversation") {
      sendJson({ messages: server.messages.length }, response);
    } else if (route === "POST /web/login") {
      logIn(server, body, response);
    } else if (route === "POST /web/messages") {
      const { id, text } = z
        .object({ id: z.uuid(), text: z.string() })
        .parse(body);
      await server.onMessage(openFakeStream(id, response), text);
    } else if (route.includes(" /web/memory")) {
      const [, note] = /memory\/(\d+)$/.exec(route) ?? [];
      const edit = z.object({ text: z.string() }).safeParse(body);
      if (note !== undefined)
        server.notes.splice(
          Number(note) - 1,
          1,
          ...(edit.success ? [edit.data.text] : []),
        );
      const notes = server.notes.map((text, index) => ({
        number: index + 1,
        text,
      }));
      sendJson({ version: 1, notes }, response);
    } else if (route.endsWith("/suggestions")) {
      sendJson({ questions: server.suggested }, response);
    } else if (turn !== undefined && method === "PUT") {
      response.writeHead(204).end();
    } else if (turn !== undefined && method === "DELETE") {
      server.onStop(turn);
      response.writeHead(204).end();
    } else if (turn !== undefined) {
      await answerTurn(server, turn, request, response);
    } else {
      response.writeHead(404).end();
    }
  }

  return server;
}

async function sendFile(
  pathname: string,
  { widget, identity, tools, takes, suggested }: FakeBehaviour,
  response: ServerResponse,
): Promise<boolean> {
  const suggests = suggested !== undefined;
  const page = pageResponse({ widget, identity, tools, takes, suggests });
  const headers = Object.fromEntries(page.headers);
  const [, name = "", extension] =
    /^\/assets\/([\w-]+\.(css|js))$/.exec(pathname) ?? [];
  const { accentColor } = identity;
  if (pathname === ACCENT_PATH && accentColor !== undefined) {
    response
      .writeHead(200, { "content-type": "text/css" })
      .end(accentStyle(accentColor));
    return true;
  }
  if (pathname !== "/" && extension === undefined) return false;
  const type =
    extension === undefined
      ? "text/html"
      : extension === "css"
        ? "text/css"
        : "text/javascript";
  const content =
    pathname === "/" ? await page.text() : await readBuiltAsset(name);
  response
    .writeHead(200, { ...headers, "content-type": `${type}; charset=utf-8` })
    .end(content);
  return true;
}

function findLock(
  { password }: FakeBehaviour,
  request: IncomingMessage,
  pathname: string,
): FakeProblem | undefined {
  const isIn = request.headers.cookie?.includes("parley=in") ?? false;
  return password === undefined || isIn || pathname === "/web/login"
    ? undefined
    : {
        status: 401,
        slug: "password-required",
        title: "This page has a password",
        detail: "Log in first.",
      };
}

function logIn(
  { password }: FakeBehaviour,
  body: unknown,
  response: ServerResponse,
): void {
  const attempt = z.object({ password: z.string() }).parse(body);
  if (attempt.password === password) {
    response.writeHead(204, { "set-cookie": "parley=in; HttpOnly" }).end();
  } else {
    sendProblem(
      {
        status: 401,
        slug: "wrong-password",
        title: "Wrong password",
        detail: "Try another one.",
      },
      response,
    );
  }
}

async function answerTurn(
  { replies, onWatch }: FakeBehaviour,
  turn: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.headers.accept === "text/event-stream") {
    await onWatch(openFakeStream(turn, response));
    return;
  }
  const reply = replies[turn];
  if (reply === undefined) response.writeHead(404).end();
  else sendJson(toReplyBody(turn, reply), response);
}

function sendJson(body: unknown, response: ServerResponse): void {
  response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify(body));
}

function sendProblem(
  { status, slug, title, detail }: FakeProblem,
  response: ServerResponse,
): void {
  const type = `https://parley.chat/problems/${slug}`;
  response
    .writeHead(status, { "content-type": "application/problem+json" })
    .end(JSON.stringify({ type, status, title, detail }));
}
