import { vi } from "vitest";
import { createOpenAIRoutes } from "../../../src/http/openai/routes.ts";
import {
  problemResponse,
  UNKNOWN_MESSAGE,
} from "../../../src/http/problems.ts";
import { sleep } from "../../../src/runtime/abort.ts";
import type { Archive } from "../../../src/types/archive.ts";
import type { IncomingMessage } from "../../../src/types/message.ts";
import type { Turn, TurnEvent } from "../../../src/types/turn.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { ANY_GUESSES, ANY_REQUESTS } from "../../fakes/no-limits.ts";

export const USAGE = {
  inputTokens: 10,
  cachedInputTokens: 4,
  outputTokens: 5,
  modelCalls: 1,
};

function turnOf(message: IncomingMessage, rest: Partial<Turn> = {}): Turn {
  return {
    id: message.id,
    status: "thinking",
    message,
    steps: [],
    usage: USAGE,
    attempts: 1,
    acceptedAt: 1_795_000_000_500,
    ...rest,
  };
}

const never = (): never => {
  throw new Error("Not asked for here.");
};

/**
 * The routes over a mailbox whose turns have these events. If they have no end,
 * the last one is held back.
 */
export function serve(
  events: (turn: Turn) => readonly TurnEvent[],
  archive: Partial<Archive> = {},
) {
  const forget = vi.fn(async (_conversation: string) => ({
    messages: 0,
    turns: 1,
    openTurns: [],
    failedTurns: 0,
    hadSettings: false,
  }));
  const stop = vi.fn(async () => ({ kind: "unknown" }) as const);
  const delivered: IncomingMessage[] = [];
  const routes = createOpenAIRoutes({
    callerCheck: {
      credentials: {
        keys: [{ name: "shop", key: "secret" }],
        secrets: async () => [],
      },
      guessGuard: ANY_GUESSES,
    },
    callerLimits: ANY_REQUESTS,
    mailbox: {
      async deliver(message) {
        delivered.push(message);
        const usage = { ...USAGE, inputTokens: 0, outputTokens: 0 };
        return { kind: "accepted", turn: turnOf(message, { usage }) };
      },
      stop,
      retry: never,
      async *watch(_turn, { signal }) {
        const [message] = delivered;
        const told = message === undefined ? [] : events(turnOf(message));
        yield* told;
        if (told.at(-1)?.type !== "end") await sleep(60_000, { signal });
      },
    },
    archive: {
      findTurn: never,
      read: never,
      rate: never,
      addUsage: never,
      choose: never,
      recallNotes: never,
      editNote: never,
      changeSettings: never,
      forget,
      ...archive,
    },
    index: createMessageIndex(),
  });
  routes.notFound(() => problemResponse(UNKNOWN_MESSAGE));
  const ask = (
    body: object,
    init: { headers?: Record<string, string>; signal?: AbortSignal } = {},
  ) =>
    routes.request("/chat/completions", {
      ...init,
      method: "POST",
      headers: {
        authorization: "Bearer secret",
        "content-type": "application/json",
        ...init.headers,
      },
      body: JSON.stringify({
        model: "parley",
        messages: [{ role: "user", content: "Hi" }],
        ...body,
      }),
    });
  return { ask, routes, forget, stop, delivered };
}

export const answered = (turn: Turn, rest: Partial<Turn> = {}): TurnEvent => ({
  type: "end",
  turn: { ...turn, status: "delivered", reply: "It is 42.", ...rest },
});
