import { describe, expect, it } from "vitest";
import { createMemory } from "../../src/conversation/memory.ts";
import type { ConversationState } from "../../src/conversation/state/state.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";

describe("versions", () => {
  it("cost no read in a conversation without any", async () => {
    const { ask, open, reads } = createConversation();
    await ask("a");
    await open().recall();
    await open().readRecord();
    expect(reads.filter(({ from }) => from.startsWith("fork"))).toEqual([]);
  });

  it("that are not chosen are not read for the next prompt, however many", async () => {
    const { ask, open, reads } = createConversation();
    await ask("a");
    for (let count = 0; count < 30; count++)
      await ask(`b${count}`, count === 0 ? undefined : `b${count - 1}`);
    await ask("c");
    reads.length = 0;
    const { messages } = await open().recall();
    expect(messages.map(({ turn }) => turn)).toEqual(
      ["a", "b29", "c"].flatMap((id) => [id, id]),
    );
    const read = reads.map(({ pieces }) => pieces);
    expect(read.reduce((sum, pieces) => sum + pieces, 0)).toBe(3);
  });

  it("are recalled as far as what was chosen before, however long that was", async () => {
    const { ask, open } = createConversation();
    for (let count = 0; count < 24; count++)
      await ask(`a${count}`, undefined, 100);
    for (let count = 0; count < 24; count++)
      await ask(`b${count}`, count === 0 ? "a0" : undefined, 100);
    await open().chooseVersion("a0");
    const { messages } = await open().recall();
    expect(messages).toHaveLength(48);
    expect(messages[0]?.turn).toBe("a0");
  });

  it("do not make the state grow", async () => {
    const { ask, open, size } = createConversation();
    const sizes: number[] = [];
    for (let count = 0; count < 40; count++) {
      await ask(`a${count}`, count < 2 ? undefined : `a${count - 2}`);
      await open().chooseVersion(`a${count >> 1}`);
      await open().chooseVersion(`a${count}`);
      sizes.push(size());
    }
    expect(Math.max(...sizes.slice(-10))).toBeLessThan(
      1.3 * Math.max(...sizes.slice(0, 10)),
    );
  });
});

function createConversation() {
  const store = createMemoryStore<ConversationState>();
  const reads: { from: string; pieces: number }[] = [];
  const open = () =>
    createMemory({
      store: {
        ...store,
        async list(query) {
          const pieces = await store.list(query);
          reads.push({ from: query.from, pieces: pieces.length });
          return pieces;
        },
      },
    });
  const ask = async (id: string, edits?: string, tokens = 1) => {
    const edit = edits && {
      isEdit: true as const,
      isAgain: true as const,
      edits,
    };
    const memory = open();
    await memory.openTurn(createMessage({ id, ...edit }), { limit: 9 });
    await memory.beginAttempt(id);
    const { history } = createOutcome();
    const said = history.map((message) => ({ ...message, tokens }));
    await memory.commitTurn(id, createOutcome({ parts: [], history: said }));
  };
  const size = () => JSON.stringify(store.dump().state).length;
  return { ask, open, reads, size };
}
