import { createSqliteMemory } from "../../test/fakes/sqlite-memory.ts";
import {
  createParleyConversation,
  type ParleyConversation,
} from "../parley-conversation.ts";
import type { ParleyOnStub } from "../parley-on-stub.ts";
import type { HistoryTurn } from "./history.ts";
import { createRewindableDatabase } from "./rewindable-database.ts";

/** Returns a conversation, rewound to the end of its history. */
type Opening = (history: readonly HistoryTurn[]) => Promise<ParleyConversation>;

/**
 * Caches conversations by history length. Each is built once with whole turns,
 * so that its window and summary are what a deployment would have.
 */
export function keepConversations(parley: ParleyOnStub): Opening {
  const kept = new Map<
    number,
    { conversation: ParleyConversation; rewind: () => void }
  >();

  const make = async (history: readonly HistoryTurn[]) => {
    const database = createRewindableDatabase();
    const conversation = createParleyConversation(
      parley,
      createSqliteMemory({ database }),
    );
    for (const { question } of history) await conversation.ask(question);
    database.keep();
    const made = { conversation, rewind: database.rewind };
    kept.set(history.length, made);
    return made;
  };

  return async (history) => {
    const { conversation, rewind } =
      kept.get(history.length) ?? (await make(history));
    rewind();
    return conversation;
  };
}
