import type { Memory } from "../../src/conversation/memory.ts";

/** What the suite reads of a conversation, besides its platform's own. */
export async function readConversation(
  memory: Pick<Memory, "recall" | "readRecord">,
) {
  const [recollection, record] = await Promise.all([
    memory.recall(),
    memory.readRecord(),
  ]);
  return {
    messages: record?.messages ?? [],
    summary: recollection.summary ?? null,
    windowStart: recollection.messages.at(0)?.sequence ?? null,
  };
}
