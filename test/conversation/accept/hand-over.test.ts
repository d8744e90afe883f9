import { expect, it } from "vitest";
import { MAX_OPEN_WITH_REPLIES } from "../../../src/conversation/accept/accept-message.ts";
import { handOver } from "../../../src/conversation/accept/hand-over.ts";
import { createMemory } from "../../../src/conversation/memory.ts";
import type { HandoverRequest } from "../../../src/types/handover.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";
import { createMessage } from "../../fixtures/messages.ts";

/** A conversation, and what its scheduler was asked for. */
function setUp() {
  const memory = createMemory({ store: createMemoryStore() });
  const asked: string[] = [];
  const scheduler = {
    scheduleRun: async (turn: string) => void asked.push(`run ${turn}`),
    interrupt: async (turn: string) => void asked.push(`interrupt ${turn}`),
  };
  const inbox = { memory, scheduler, silenceMs: 0 };
  return {
    memory,
    asked,
    open: (id: string) =>
      memory.openTurn(createMessage({ id }), { limit: MAX_OPEN_WITH_REPLIES }),
    does: (request: HandoverRequest) =>
      handOver({ operator: "anna", ...request }, inbox),
  };
}

const REPLY = { kind: "reply", id: "r", text: "I am Anna." } as const;

it.each<[string, HandoverRequest]>([
  ["take over", { kind: "take-over" }],
  ["reply in", REPLY],
])("does not %s a conversation that nobody has begun", async (_, request) => {
  const { does, asked } = setUp();
  expect(await does(request)).toEqual({ kind: "unknown" });
  expect(asked).toEqual([]);
});

it.each([
  ["an answer", "is running", ["interrupt 1"]],
  ["nothing", "only waits", []],
])(
  "ends %s that %s when the conversation is taken",
  async (_, state, ended) => {
    const { open, memory, does, asked } = setUp();
    await open("1");
    if (state === "is running") await memory.beginAttempt("1");
    expect(await does({ kind: "take-over" })).toMatchObject({
      kind: "taken",
      owner: { name: "anna" },
    });
    expect(asked).toEqual(ended);
  },
);

it("runs a reply's turn after the answer that it ends, also if it is repeated", async () => {
  const { open, memory, does, asked } = setUp();
  await open("1");
  await memory.beginAttempt("1");
  for (const kind of ["accepted", "duplicate"]) {
    const said = { kind, turn: { id: "operator/r" }, owner: { name: "anna" } };
    expect(await does(REPLY)).toMatchObject(said);
  }
  const once = ["run operator/r", "interrupt 1"];
  expect(asked).toEqual([...once, ...once]);
});

it("takes no reply while too many turns are open", async () => {
  const { open, does, asked } = setUp();
  for (let number = 1; number <= MAX_OPEN_WITH_REPLIES; number++)
    await open(`${number}`);
  const limit = MAX_OPEN_WITH_REPLIES;
  expect(await does(REPLY)).toMatchObject({ kind: "full", limit });
  expect(asked).toEqual([]);
});

it("says who had the conversation that is handed back", async () => {
  const { open, does } = setUp();
  await open("1");
  const back = { kind: "hand-back" } as const;
  expect(await does(back)).toEqual({ kind: "returned", was: undefined });
  await does({ kind: "take-over" });
  const was = { name: "anna", since: expect.any(Number) };
  expect(await does(back)).toEqual({ kind: "returned", was });
});
