import { openConversationStore } from "../dynamodb/conversation-store.ts";
import { findOpenTurn } from "../dynamodb/root.ts";
import type { DynamoTable } from "../dynamodb/table.ts";

/** What the conversation's root says of a turn. */
export interface Sight {
  /** Another text: something has become of the turn. */
  readonly state: string;
  readonly isStopped: boolean;
  readonly isForgotten: boolean;
}

/**
 * Looks at an open turn of a conversation that others work with: half a read unit a look. Not to be used for what the
 * caller itself writes at the same time: it may see it late.
 */
export function createLookout({
  table,
  conversation,
  turn: id,
}: {
  table: DynamoTable;
  conversation: string;
  turn: string;
}): () => Promise<Sight> {
  const store = openConversationStore({
    table,
    conversation,
    leaseMs: 0,
    retentionDays: 0,
    now: Date.now,
  });
  let number: number | undefined;
  return async () => {
    const root = await store.readRoot({ isConsistent: false });
    const open = findOpenTurn(root, id);
    number = open?.number ?? number;
    return {
      state: open === undefined ? "closed" : `${open.status} ${open.attempts}`,
      isStopped: open?.isStopped === true,
      isForgotten: number !== undefined && number < root.firstNumber,
    };
  };
}
