import { createConversationItems } from "../../src/platforms/dynamodb/conversation-items.ts";
import { toSortableNumber } from "../../src/platforms/dynamodb/keys.ts";
import { createRootStore } from "../../src/platforms/dynamodb/root-store.ts";
import { EMPTY_ROOT } from "../../src/platforms/dynamodb/root.ts";
import type { DynamoTable } from "../../src/platforms/dynamodb/table.ts";

/** Requests at a time. */
const ABREAST = 50;

/** A conversation as if so many messages had been answered in it, of which the window has the newest. */
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
  const options = {
    table,
    pk: `conversation#${conversation}`,
    expires: () => undefined,
  };
  const { history } = createConversationItems(options);
  const at = Date.now();
  const turns = messages / 2;
  const put = (turn: number) =>
    history.put(
      [toSortableNumber(turn * 2 - 1)],
      {
        turn: crypto.randomUUID(),
        messages: [
          { role: "user", text, tokens, at },
          { role: "assistant", text, tokens, at },
        ],
        steps: 1,
      },
      { turn, count: 2 },
    );
  for (let first = 1; first <= turns; first += ABREAST)
    await Promise.all(
      Array.from({ length: Math.min(ABREAST, turns - first + 1) }, (_, place) =>
        put(first + place),
      ),
    );
  await createRootStore(options).swap(EMPTY_ROOT, {
    ...EMPTY_ROOT,
    lastNumber: turns,
    lastAnswered: turns,
    turns,
    lastSequence: messages,
    messages,
    since: at,
    window: { start: Math.max(messages - windowMessages + 1, 0), version: 1 },
    // As many as it ever has.
    addresses: Array.from({ length: 32 }, (_, place) => `addr${place}`),
    epoch: turns,
  });
}
