import { Hono } from "hono";
import { createUndeliveredList } from "../../../src/conversation/undelivered-list.ts";
import {
  createConsoleRoutes,
  type ConsoleRoutesOptions,
} from "../../../src/http/console/routes.ts";
import { createLimiter } from "../../../src/limits/limiter.ts";
import { createAuditLog } from "../../../src/stores/audit-log.ts";
import { createSqliteLibrary } from "../../../src/stores/sqlite/sqlite-library.ts";
import { createTitleIndex } from "../../../src/stores/title-index.ts";
import type { Mailbox } from "../../../src/types/mailbox.ts";
import type {
  Undelivered,
  UndeliveredList,
} from "../../../src/types/undelivered.ts";
import { createConversationsArchive } from "../../fakes/conversations-archive.ts";
import { createMemoryCounters } from "../../fakes/memory-counters.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { ANY_GUESSES } from "../../fakes/no-limits.ts";
import { createNodeSqliteDatabase } from "../../fakes/node-sqlite-database.ts";
import { createMemoryTurnIndex } from "../../fakes/turn-index.ts";
import { createOutcome } from "../../fixtures/turns.ts";

export const ANN = { name: "ann", key: "key-of-ann-in-these-tests-0123456789" };
export const BOB = { name: "bob", key: "key-of-bob-in-these-tests-0123456789" };
export const ORIGIN = "https://parley.example";
export const NOW = Date.UTC(2026, 10, 28, 12);

/** How a turn ends whose author got a notice only. */
export const FAILED_OUTCOME = createOutcome({
  parts: [],
  history: [],
  reply: "Sorry.",
  status: "failed",
  failure: "error",
});

/** An event that its receiver did not take. */
export function createGivenUp(conversation: string, id: string): Undelivered {
  return {
    conversation,
    id,
    to: "receiver",
    type: "conversation.taken",
    status: "failed",
    attempts: 7,
    answer: { kind: "answered", statusCode: 503 },
    failedAt: NOW,
  };
}

/** A console, with what it is about in memory. */
export function setUpConsole(options: Partial<ConsoleRoutesOptions> = {}) {
  const clock = { at: NOW };
  // Always later, so that records are in order.
  const now = () => clock.at++;
  const turnIndex = createMemoryTurnIndex();
  const titleIndex = createTitleIndex({
    store: createMemoryStore(),
    retentionMs: 0,
  });
  const audit = createAuditLog({ store: createMemoryStore(), now });
  const { archive, handover, memoryOf } = createConversationsArchive();
  const undelivered: UndeliveredList = createUndeliveredList({
    store: createMemoryStore(),
    now,
  });
  const retried: unknown[] = [];
  const mailbox: Mailbox = {
    deliver: () => Promise.reject(new Error("Nothing is delivered here.")),
    stop: async () => ({ kind: "unknown" }),
    async retry(turn) {
      retried.push(turn);
      const found = await archive.findTurn(turn);
      return found === undefined
        ? { kind: "unknown" }
        : { kind: "retrying", turn: found };
    },
    async *watch(turn) {
      const found = await archive.findTurn(turn);
      if (found !== undefined) yield { type: "end", turn: found };
    },
  };
  const create = (changes: Partial<ConsoleRoutesOptions> = {}) =>
    new Hono().route(
      "/console",
      createConsoleRoutes({
        operators: [ANN, BOB],
        secret: "secret-of-the-deployment",
        guessGuard: ANY_GUESSES,
        turnIndex,
        titleIndex,
        audit,
        mailbox,
        archive,
        handover,
        index: createMessageIndex(),
        callbacks: {
          forget: async () => {},
          async resend(turn) {
            await undelivered.remove(turn);
            return "resending";
          },
        },
        undelivered,
        limiter: createLimiter({ counters: createMemoryCounters() }),
        library: createSqliteLibrary({
          database: createNodeSqliteDatabase(),
          now,
        }),
        channels: ["telegram", "web"],
        callers: ["shop", "desk"],
        showsTexts: true,
        now,
        ...options,
        ...changes,
      }),
    );
  const app = create();
  const call = async (
    method: string,
    path: string,
    {
      headers = { authorization: `Bearer ${ANN.key}` },
      body,
      at = app,
    }: {
      headers?: Record<string, string>;
      body?: string;
      at?: Hono;
    } = {},
  ) =>
    at.request(`${ORIGIN}/console${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
  /** What was recorded, oldest first. */
  const recorded = async () =>
    (await audit.list({ limit: 100 }))
      .map(({ operator, action, conversation, message, document }) => [
        operator,
        action,
        ...[conversation, message, document].filter(Boolean),
      ])
      .toReversed();
  return {
    call,
    create,
    clock,
    turnIndex,
    titleIndex,
    memoryOf,
    undelivered,
    retried,
    recorded,
  };
}
