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
  const entries = messages / 2;
  for (let first = 1; first <= entries; first += ABREAST)
    await store.put(
      Array.from(
        { length: Math.min(ABREAST, entries - first + 1) },
        (_, place) => ({
          key: keys.entry(first + place),
          value: {
            turn: crypto.randomUUID(),
            number: first + place,
            at: [at, at],
            texts: [text, text],
            tokens: [tokens, tokens],
            steps: 1,
            author: "someone",
          },
        }),
      ),
    );
  await store.commit({
    expected: 0,
    state: {
      ...EMPTY_STATE,
      lastTurn: entries,
      lastAnswered: entries,
      lastAcceptedAt: at,
      turns: entries,
      lastEntry: entries,
      entries,
      since: at,
      window: {
        start: Math.max(entries - windowMessages / 2 + 1, 1),
        version: 1,
      },
      newest: entries,
      // The maximum number kept.
      addresses: Array.from({ length: 32 }, (_, place) => `addr${place % 10}`),
      epoch: entries,
    },
  });
}
