import { keys } from "../../src/conversation/state/pieces.ts";
import { EMPTY_STATE } from "../../src/conversation/state/state.ts";
import { createDynamoStore } from "../../src/stores/dynamodb/dynamo-store.ts";
import type { DynamoTable } from "../../src/stores/dynamodb/table.ts";

/** Concurrent requests. */
const ABREAST = 50;

/**
 * Writes a conversation as if `messages` messages had been answered; the newest
 * are in its window.
 */
export async function writeHistory(
  table: DynamoTable,
  {
    conversation,
    messages,
    windowMessages,
    text,
    tokens,
  }: {
    conversation: string;
    messages: number;
    windowMessages: number;
    text: string;
    tokens: number;
  },
): Promise<void> {
  const store = createDynamoStore({
    table,
    pk: `conversation#${conversation}`,
  });
  const at = Date.now();
  const turns = messages / 2;
  for (let first = 1; first <= turns; first += ABREAST)
    await store.put(
      Array.from(
        { length: Math.min(ABREAST, turns - first + 1) },
        (_, place) => ({
          key: keys.exchange(2 * (first + place) - 1),
          value: {
            turn: crypto.randomUUID(),
            number: first + place,
            author: "someone",
            messages: [
              { role: "user", text, tokens, at },
              { role: "assistant", text, tokens, at, steps: 1 },
            ],
          },
        }),
      ),
    );
  await store.commit({
    expected: 0,
    state: {
      ...EMPTY_STATE,
      lastTurn: turns,
      lastAnswered: turns,
      lastAcceptedAt: at,
      turns,
      lastMessage: messages,
      messages,
      since: at,
      window: {
        start: Math.max(messages - windowMessages + 1, 1),
        version: 1,
      },
      newest: turns,
      // The maximum number kept.
      addresses: Array.from({ length: 32 }, (_, place) => `addr${place % 10}`),
      epoch: turns,
    },
  });
}
