import * as z from "zod";
import { eventually } from "../e2e/wrangler-dev.ts";
import type { TelegramUpdate } from "../stubs/telegram-methods.ts";
import type { ParleyProcess } from "./parley-process.ts";

/** The callers' credentials. */
export const KEYS = {
  telegram: "secret-of-the-faults-in-these-tests",
  api: "key-of-the-faults-in-these-tests",
  operator: "operator-of-the-faults-in-these-tests",
} as const;

/** A conversation's contents, and whether it has open work. */
export type ConversationState = z.infer<typeof ConversationState>;

const ConversationState = z.object({
  isIdle: z.boolean(),
  messages: z.array(
    z.object({
      sequence: z.number(),
      turn: z.string(),
      role: z.string(),
      text: z.string(),
    }),
  ),
  summary: z.string().nullable(),
  /** Sequence of the first message that is not summarised. */
  windowStart: z.number().nullable(),
  /** All tables of its database as text; empty if there are none. */
  stored: z.string(),
});

/** A failed turn in the deployment's list. */
export type ListedFailure = z.infer<typeof ListedFailure>;

const ListedFailure = z.object({
  /** The id that operators use. */
  id: z.string(),
  conversation: z.string(),
});

/** Parley's callers, and the suite's own access to its state. */
export interface Callers {
  /** Sends an update as Telegram does, retrying until it is accepted. */
  post(update: TelegramUpdate): Promise<void>;
  /** Sends a platform's delivery in the same way. */
  deliver(request: Request): Promise<void>;
  callApi(path: string, body?: object): Promise<unknown>;
  /** Withdraws a message, retrying until there is a response. */
  withdraw(id: string): Promise<void>;
  /**
   * Retries a failed turn as its operator would, until it runs or is in no list
   * any more.
   */
  retry(failure: ListedFailure): Promise<void>;
  /** What an operator does with a conversation, until there is a response. */
  handOver(
    conversation: string,
    action: "takeover" | "replies" | "hand-back",
    body?: object,
  ): Promise<void>;
  readState(conversation: string): Promise<ConversationState>;
  /** Advances the clock for message retention until the next start. */
  setClockAhead(aheadMs: number): Promise<void>;
  /** The list of failed turns of all conversations. */
  listFailures(): Promise<readonly ListedFailure[]>;
}

/** @param running returns the running process, if any */
export function createCallers(
  running: () => ParleyProcess | undefined,
): Callers {
  const processNow = () => eventually("a process that runs", running);
  const ask = async (path: string, init: RequestInit = {}) => {
    const { url } = await processNow();
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new RefusedError(response.status, text);
    return text;
  };
  /** Retries a request whose process died before it responded. */
  const askUntilAnswered = async (path: string, init: RequestInit) => {
    for (;;) {
      const process = await processNow();
      try {
        return await ask(path, init);
      } catch (error) {
        if (error instanceof RefusedError) throw error;
        await eventually("the process's end", () =>
          running() === process ? undefined : true,
        );
      }
    }
  };
  const post = (path: string, body: object, headers: Record<string, string>) =>
    askUntilAnswered(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  return {
    async post(update) {
      await post("/telegram/webhook", update, {
        "x-telegram-bot-api-secret-token": KEYS.telegram,
      });
    },

    async deliver(request) {
      const { url, method, headers } = request;
      const body = await request.clone().text();
      const { pathname, search } = new URL(url);
      await askUntilAnswered(pathname + search, { method, headers, body });
    },

    async callApi(path, body) {
      const headers = { authorization: `Bearer ${KEYS.api}` };
      const text =
        body === undefined
          ? await ask(path, { headers })
          : await post(path, body, { ...headers, prefer: "respond-async" });
      return JSON.parse(text);
    },

    async withdraw(id) {
      const headers = { authorization: `Bearer ${KEYS.api}` };
      const request = { method: "DELETE", headers };
      await askUntilAnswered(`/v1/messages/${id}`, request).catch(ignoreDone);
    },

    async retry({ id }) {
      const headers = { authorization: `Bearer ${KEYS.operator}` };
      const path = `/admin/turns/${id}/retry`;
      await post(path, {}, headers).catch(ignoreDone);
    },

    async handOver(conversation, action, body = {}) {
      const headers = { authorization: `Bearer ${KEYS.operator}` };
      const name = encodeURIComponent(conversation);
      await post(`/admin/conversations/${name}/${action}`, body, headers);
    },

    async readState(conversation) {
      const name = encodeURIComponent(conversation);
      const text = await ask(`/faults/state?conversation=${name}`);
      return ConversationState.parse(JSON.parse(text));
    },

    async setClockAhead(aheadMs) {
      await ask(`/faults/clock?ahead-ms=${aheadMs}`);
    },

    async listFailures() {
      const headers = { authorization: `Bearer ${KEYS.operator}` };
      const text = await ask("/admin/turns?status=failed&limit=100", {
        headers,
      });
      return z.object({ turns: z.array(ListedFailure) }).parse(JSON.parse(text))
        .turns;
    },
  };
}

/** Parley responded and rejected the request. */
class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;

  constructor(status: number, text: string) {
    super(`HTTP ${status}: ${text}`);
    this.status = status;
  }
}

/**
 * A request is also rejected if an earlier attempt took effect and its response
 * was lost with the process.
 */
function ignoreDone(error: unknown): void {
  const isDone =
    error instanceof RefusedError && [404, 409].includes(error.status);
  if (!isDone) throw error;
}
