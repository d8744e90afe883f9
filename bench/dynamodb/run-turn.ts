import { createMemory } from "../../src/conversation/memory.ts";
import { listTurns } from "../../src/conversation/reports.ts";
import { toSortKey } from "../../src/stores/dynamodb/attributes.ts";
import { createDynamoStore } from "../../src/stores/dynamodb/dynamo-store.ts";
import type { DynamoTable } from "../../src/stores/dynamodb/table.ts";
import { createTurnIndex } from "../../src/stores/turn-index.ts";
import { createMessage } from "../../test/fixtures/messages.ts";
import { createStep, USAGE } from "../../test/fixtures/turns.ts";

/**
 * Makes the same memory calls as `runTurn`: two model calls and one tool call.
 * As on AWS, one process accepts the message and another, without any cached
 * state, runs the turn.
 * @param isSent whether the reply is sent as one part, as on Telegram, or
 *   fetched
 * @param isIndexed whether there is a console, and so the index of turns
 */
export async function runTurn(
  table: DynamoTable,
  {
    conversation,
    id,
    text,
    tokens,
    isSent,
    isIndexed,
  }: {
    conversation: string;
    id: string;
    text: string;
    tokens: number;
    isSent: boolean;
    isIndexed: boolean;
  },
): Promise<void> {
  const open = () =>
    createMemory({
      store: createDynamoStore({ table, pk: `conversation#${conversation}` }),
      leaseMs: 60_000,
      keepsPages: false,
      isIndexed,
    });
  const replyTo = isSent ? { chat: 42_000_000, message: Number(id) } : {};
  await open().openTurn(createMessage({ id, conversation, text, replyTo }), {
    limit: 50,
  });

  const memory = open();
  await memory.nextTurn();
  await memory.beginAttempt(id);
  if (isSent) await memory.waitingTurns();
  await memory.recall();
  await memory.saveSteps(id, 0, [createStep()]);
  await memory.saveSteps(id, 0, [createStep({ observation: text })]);
  await memory.commitTurn(id, {
    status: "answered",
    reply: text,
    parts: isSent ? [{ text }] : [],
    usage: USAGE,
    history: [
      { role: "user", text, tokens },
      { role: "assistant", text, tokens },
    ],
  });
  if (isSent) {
    await memory.pendingParts(id);
    await memory.closeTurn(id, {
      status: "delivered",
      sent: { index: 0, receipt: { id } },
    });
  }
  await memory.recall();
  if (isIndexed)
    await listTurns(memory, {
      turnIndex: createTurnIndex({
        storeOf: (...name) =>
          createDynamoStore({ table, pk: toSortKey(...name) }),
        retentionMs: 0,
      }),
      model: "gpt-5.5",
    });
}
