import * as z from "zod";
import { eventually } from "../e2e/wrangler-dev.ts";
import type { TelegramUpdate } from "../stubs/telegram-methods.ts";
import type { Workerd } from "./workerd.ts";

/** What the callers name themselves with. */
export const KEYS = {
  telegram: "secret-of-the-faults",
  api: "key-of-the-faults",
  operator: "operator-of-the-faults",
} as const;

/** What a conversation holds, and whether anything is left to do for it. */
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
  /** The sequence of the first message that is not summarised. */
  windowStart: z.number().nullable(),
  /** All tables of its database; empty where there are none. */
  stored: z.string(),
});

/** A failed turn of the deployment's list. */
export type ListedFailure = z.infer<typeof ListedFailure>;

const ListedFailure = z.object({
  /** By which its operator names it. */
  number: z.number(),
  conversation: z.string(),
  id: z.string(),
});

/** The callers of Parley, and the suite itself, which looks into it. */
export interface Callers {
  /** Sends an update as Telegram does: again and again until it is accepted. */
  post(update: TelegramUpdate): Promise<void>;
  /** Sends a platform's delivery to its channel in the same way. */
  deliver(request: Request): Promise<void>;
  /** Calls `/v1`. */
  callApi(path: string, body?: object): Promise<unknown>;
  /** Takes a message back, as its caller does: again and again until that is answered. */
  withdraw(id: string): Promise<void>;
  /** Runs a failed turn again, as its operator does: again and again until it does, or is on no list any more. */
  retry(failure: ListedFailure): Promise<void>;
  readState(conversation: string): Promise<ConversationState>;
  /** Moves the clock by which messages are kept, until the next start. */
  setClockAhead(aheadMs: number): Promise<void>;
  /** The failed turns of all conversations, as the list has them. */
  listFailures(): Promise<readonly ListedFailure[]>;
}

/** @param running the process, where one runs */
export function createCallers(running: () => Workerd | undefined): Callers {
  const processNow = () => eventually("a process that runs", running);
  const ask = async (path: string, init: RequestInit = {}) => {
    const { url } = await processNow();
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new RefusedError(response.status, text);
    return text;
  };
  /** A process that dies with the request open has not accepted anything. */
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

    async retry({ number }) {
      const headers = { authorization: `Bearer ${KEYS.operator}` };
      const path = `/admin/turns/${number}/retry`;
      await post(path, {}, headers).catch(ignoreDone);
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
      return z
        .array(ListedFailure)
        .parse(JSON.parse(await ask("/faults/failures")));
    },
  };
}

/** Parley is there, and does not take the request. */
class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly status: number;

  constructor(status: number, text: string) {
    super(`HTTP ${status}: ${text}`);
    this.status = status;
  }
}

/** Refused are those, too, whose request was carried out, and whose answer was lost with its process. */
function ignoreDone(error: unknown): void {
  const isDone =
    error instanceof RefusedError && [404, 409].includes(error.status);
  if (!isDone) throw error;
}
