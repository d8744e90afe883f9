import { expect, it, vi } from "vitest";
import { listTurns, listWhileRunning } from "../../src/conversation/reports.ts";
import { sumUsage } from "../../src/text/tokens.ts";
import { ModelError } from "../../src/types/errors.ts";
import type { TurnIndex } from "../../src/types/turn-index.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { createMemoryTurnIndex } from "../fakes/turn-index.ts";
import { createMessage } from "../fixtures/messages.ts";
import { createOutcome } from "../fixtures/turns.ts";
import { setUpConversation } from "./set-up-conversation.ts";

type Replies = Parameters<typeof setUpConversation>[0];

/** A conversation, an index, and what is in it. */
function setUp(replies: Replies = [finalAnswer("Here it is.")]) {
  const conversation = setUpConversation(replies, { isIndexed: true });
  const { memory } = conversation;
  const turnIndex = createMemoryTurnIndex();
  const tell = (index: TurnIndex = turnIndex) =>
    listTurns(memory, { turnIndex: index, model: "gpt-5.5" });
  const rows = async () => (await turnIndex.list({ limit: 50 })).turns;
  const outcomes = async () =>
    Object.fromEntries((await rows()).map(({ id, outcome }) => [id, outcome]));
  return { ...conversation, turnIndex, tell, rows, outcomes };
}

const FAILURE = new ModelError({ kind: "quota" });

it("lists a turn with when it came and ended, and what it took", async () => {
  const { accept, run, tell, rows } = setUp();
  await accept({ id: "1" });
  expect(await tell()).toBe(true);
  expect(await rows()).toMatchObject([{ id: "1", outcome: "waiting" }]);
  await run();
  expect(await tell()).toBe(true);
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    id: "1",
    number: 1,
    channel: "telegram",
    outcome: "answered",
    model: "gpt-5.5",
  });
  expect(row?.endedAt).toBeGreaterThanOrEqual(row?.at ?? Infinity);
  expect(row?.outputTokens).toBeGreaterThan(0);
});

it("tells the index nothing twice", async () => {
  const { accept, run, tell, turnIndex } = setUp();
  const put = vi.spyOn(turnIndex, "put");
  expect(await tell()).toBe(true);
  await accept({ id: "1" });
  await run();
  for (let time = 0; time < 2; time++) expect(await tell()).toBe(true);
  expect(put).toHaveBeenCalledTimes(1);
});

it("has nothing to tell where there is no index", async () => {
  const { accept, memory } = setUp();
  await accept({ id: "1" });
  const nowhere = { turnIndex: undefined, model: "gpt-5.5" };
  expect(await listTurns(memory, nowhere)).toBe(true);
});

it("lists a failure with its reason, and a retry as unanswered again", async () => {
  const { accept, run, memory, tell, rows, outcomes } = setUp([
    FAILURE,
    finalAnswer("Now."),
  ]);
  await accept({ id: "1" });
  await run();
  await tell();
  expect(await rows()).toMatchObject([
    { outcome: "failed", failure: "model-quota" },
  ]);
  await memory.reopenTurn("1");
  await tell();
  expect(await outcomes()).toEqual({ 1: "waiting" });
  await run();
  await tell();
  expect(await outcomes()).toEqual({ 1: "answered" });
});

it("lists a failed turn as answered once an edit has replaced it", async () => {
  const { accept, run, tell, outcomes } = setUp([FAILURE, finalAnswer("Now.")]);
  await accept({ id: "1", text: "Wrog" });
  await run();
  await tell();
  await accept({ id: "2", text: "Wrong", isEdit: true });
  await run();
  await tell();
  expect(await outcomes()).toEqual({ 1: "answered", 2: "answered" });
});

it("lists what is left to a person, and who asks for one", async () => {
  const { accept, run, memory, tell, outcomes } = setUp();
  await accept({ id: "1" });
  await run();
  await memory.takeOver({ name: "anna", silenceMs: 0 });
  await accept({ id: "2" });
  await run();
  await memory.handBack({ askedAt: Date.now() });
  await accept({ id: "3", command: { name: "human", argument: "" } });
  const asking = createOutcome({ asked: {}, by: "anyone" });
  await memory.commitTurn("3", asking);
  await tell();
  const ended = { 1: "answered", 2: "person" };
  expect(await outcomes()).toEqual({ ...ended, 3: "asked" });
  await memory.takeOver({ name: "anna", silenceMs: 0 });
  await tell();
  expect(await outcomes()).toEqual({ ...ended, 3: "answered" });
});

it("lists what users think of an answer, until they take it back", async () => {
  const { accept, run, memory, tell, rows } = setUp();
  await accept({ id: "1" });
  expect(await memory.rateTurn("1", { thumb: "up" })).toBe("unanswered");
  await run();
  await tell();
  const reason = "Wrong year.";
  expect(await memory.rateTurn("1", { thumb: "down", reason })).toBe("rated");
  await tell();
  const [row] = await rows();
  expect(row?.thumb).toBe("down");
  expect(JSON.stringify(row)).not.toContain(reason);
  await memory.rateTurn("1", null);
  await tell();
  expect((await rows())[0]).not.toHaveProperty("thumb");
});

it("lists a turn again when tokens are used after its end", async () => {
  const { accept, run, memory, tell, rows } = setUp();
  await accept({ id: "1" });
  await run();
  await tell();
  const [before] = await rows();
  await memory.addUsage("1", { ...sumUsage([]), outputTokens: 40 });
  await tell();
  const [row] = await rows();
  expect(row?.outputTokens).toBe((before?.outputTokens ?? 0) + 40);
});

it("lists no commands, and no message that was merged into another", async () => {
  const { accept, run, memory, tell, outcomes } = setUp();
  await accept({ id: "c", command: { name: "help", argument: "" } });
  await memory.openTurn(createMessage({ id: "p", album: "1" }), { limit: 9 });
  const aside = createMessage({ id: "a", album: "1", isAside: true });
  await memory.openTurn(aside, { limit: 9 });
  await memory.closeTurn("a", { status: "delivered" });
  await accept({ id: "1" });
  await accept({ id: "2" });
  await tell();
  const waiting = { 1: "waiting", 2: "waiting", p: "waiting" };
  expect(await outcomes()).toEqual(waiting);
  await run();
  await memory.addUsage("c", sumUsage([]));
  const turn = await memory.nextTurn();
  await memory.beginAttempt("1");
  await memory.mergeTurns("1", ["2"], turn?.message as never);
  await tell();
  expect(await outcomes()).toEqual({ 1: "waiting", p: "waiting" });
});

it("erases the rows of a conversation that is forgotten", async () => {
  const { accept, run, memory, tell, rows } = setUp();
  await accept({ id: "1" });
  await run();
  await accept({ id: "2" });
  await tell();
  expect(await rows()).toHaveLength(2);
  await memory.forget();
  await tell();
  expect(await rows()).toEqual([]);
});

it("owes the index what it could not be told, and delays no turn for it", async () => {
  const { accept, run, tell, turnIndex, outcomes } = setUp([
    finalAnswer("One."),
    finalAnswer("Two."),
  ]);
  const lost = (method: "put" | "erase"): TurnIndex => ({
    ...turnIndex,
    [method]: async () => {
      throw new Error("The index is down.");
    },
  });
  for (const id of ["1", "2"]) {
    await accept({ id });
    await run();
    expect(await tell(lost("put"))).toBe(false);
  }
  expect(await outcomes()).toEqual({});
  expect(await tell()).toBe(true);
  expect(await outcomes()).toEqual({ 1: "answered", 2: "answered" });
});

it("tells the index of an end that came while it was told of the beginning", async () => {
  const { accept, run, tell, turnIndex, outcomes } = setUp();
  await accept({ id: "1" });
  const ends = [run];
  const slow: TurnIndex = {
    ...turnIndex,
    put: async (turns) => {
      if (ends.length > 0) await ends.pop()?.();
      await turnIndex.put(turns);
    },
  };
  await tell(slow);
  await tell();
  expect(await outcomes()).toEqual({ 1: "answered" });
});

it("leaves no row of a turn that was forgotten while the index was told of it", async () => {
  const { accept, run, memory, tell, turnIndex, outcomes } = setUp();
  const forgets = [
    async () => {
      await memory.forget();
      await tell();
    },
  ];
  const slow: TurnIndex = {
    ...turnIndex,
    put: async (turns) => {
      await forgets.pop()?.();
      await turnIndex.put(turns);
    },
  };
  await accept({ id: "1" });
  await run();
  await tell(slow);
  expect(await outcomes()).toEqual({});
  expect(await memory.unlistedTurns()).toBeUndefined();
});

it("leaves no row of a turn that was forgotten while it was listed as unanswered", async () => {
  const { accept, memory, tell, turnIndex, outcomes } = setUp();
  const put = Promise.withResolvers<void>();
  const slow: TurnIndex = {
    ...turnIndex,
    put: async (turns) => {
      await memory.forget();
      await tell();
      await turnIndex.put(turns);
      put.resolve();
    },
  };
  await accept({ id: "1" });
  const listing = { turnIndex: slow, model: "" };
  {
    await using _ = listWhileRunning(memory, listing, { afterMs: 0 });
    await put.promise;
  }
  await tell();
  expect(await outcomes()).toEqual({});
});

it("erases what is forgotten although a later turn is listed as unanswered before", async () => {
  const { accept, run, memory, tell, turnIndex, outcomes } = setUp();
  await accept({ id: "1" });
  await run();
  await tell();
  await memory.forget();
  await accept({ id: "2" });
  {
    const listing = { turnIndex, model: "" };
    await using _ = listWhileRunning(memory, listing, { afterMs: 0 });
    await expect.poll(outcomes).toHaveProperty("2");
  }
  await tell();
  expect(await outcomes()).toEqual({ 2: "waiting" });
});

it("catches up with many turns", async () => {
  const { accept, memory, tell, rows } = setUp();
  for (let id = 1; id <= 50; id++) await accept({ id: `${id}` });
  expect(await tell()).toBe(true);
  expect(await rows()).toHaveLength(50);
  expect(await memory.unlistedTurns()).toBeUndefined();
});

it("lists a turn as unanswered if it runs long, and only then", async () => {
  const { accept, memory, turnIndex, outcomes } = setUp();
  await accept({ id: "1" });
  const listing = { turnIndex, model: "" };
  const runFor = async (work: () => Promise<void>, afterMs: number) => {
    await using _ = listWhileRunning(memory, listing, { afterMs });
    await work();
  };
  await runFor(async () => {}, 60_000);
  expect(await outcomes()).toEqual({});
  const isListed = () =>
    vi.waitFor(async () => {
      expect(await outcomes()).toEqual({ 1: "waiting" });
    });
  await runFor(isListed, 0);
});
