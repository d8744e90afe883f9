import { expect, it } from "vitest";
import { createTelegramChannel } from "../../../src/channels/telegram/telegram-channel.ts";
import { deliverReply } from "../../../src/conversation/deliver/deliver-reply.ts";
import { createPace } from "../../../src/conversation/deliver/pace.ts";
import { createMessageIndex } from "../../fakes/message-index.ts";
import { NO_CALLBACKS } from "../../fakes/no-callbacks.ts";
import { createNodeSqliteDatabase } from "../../fakes/node-sqlite-database.ts";
import { createSqliteMemory } from "../../fakes/sqlite-memory.ts";
import { createLongAnswer, LANDMARKS } from "../../fixtures/long-answer.ts";
import { createMessage } from "../../fixtures/messages.ts";
import { createOutcome } from "../../fixtures/turns.ts";
import { startTelegramServer } from "../../stubs/telegram-server.ts";

it("delivers an answer of 100,000 characters whole and in order", async () => {
  const server = await startTelegramServer();
  const channel = createTelegramChannel({
    token: server.token,
    webhookSecret: "secret",
    apiRoot: server.url,
    index: createMessageIndex(),
  });
  const memory = createSqliteMemory({ database: createNodeSqliteDatabase() });
  const message = createMessage({ id: "a", replyTo: { chat: 42 } });
  await memory.openTurn(message, { limit: 1 });
  const reply = createLongAnswer();
  const parts = await channel.split(reply);
  const outcome = createOutcome({ reply, parts });
  const turn = await memory.commitTurn("a", outcome);
  if (typeof turn !== "object")
    return expect.unreachable("The turn has no answer.");
  const result = await deliverReply({
    turn,
    attempt: 1,
    memory,
    channel,
    callbacks: NO_CALLBACKS,
    pace: createPace({ intervalMs: 0 }),
    signal: new AbortController().signal,
  });
  expect(result).toEqual({ kind: "closed" });
  const shown = server.sent.map(({ text }) => text).join("\n");
  expect(shown.match(LANDMARKS)).toEqual(reply.match(LANDMARKS));
  expect(server.sent.length).toBeGreaterThan(24);
  expect(server.calls).toHaveLength(server.sent.length);
  await server.close();
});
