import { describe, expect, it } from "vitest";
import {
  createFailureList,
  reportFailures,
} from "../../src/conversation/failures/failure-list.ts";
import { ModelError } from "../../src/types/errors.ts";
import { finalAnswer } from "../fakes/create-agent.ts";
import { createMemoryStore } from "../fakes/memory-store.ts";
import { setUpConversation } from "./set-up-conversation.ts";

/** A conversation whose first turn has failed. */
async function setUp(
  replies: readonly (string | Error)[] = [finalAnswer("Here it is.")],
) {
  const conversation = setUpConversation([
    new ModelError({ kind: "quota" }),
    ...replies,
  ]);
  await conversation.accept({ id: "1" });
  await conversation.run();
  const { memory } = conversation;
  const list = createFailureList({ store: createMemoryStore() });
  const idsInList = async () =>
    (await list.list({ limit: 10 })).map(({ id }) => id);
  return { ...conversation, memory, list, idsInList };
}

it("puts a failed turn into the list, and takes it out once it runs again", async () => {
  const { memory, list, idsInList, run } = await setUp();
  expect(await reportFailures({ memory, list })).toBe(true);
  expect(await list.list({ limit: 10 })).toMatchObject([
    { id: "1", failure: "model-quota", attempts: 1, channel: "telegram" },
  ]);
  await memory.reopenTurn("1");
  expect(await reportFailures({ memory, list })).toBe(true);
  expect(await idsInList()).toEqual([]);
  await run();
  expect(await reportFailures({ memory, list })).toBe(true);
  expect(await idsInList()).toEqual([]);
});

it("reports again if it is unknown whether the list has received it", async () => {
  const { memory, list, idsInList } = await setUp();
  const lost = {
    ...list,
    add: async (...turn: Parameters<typeof list.add>) => {
      await list.add(...turn);
      throw new Error("The answer was lost.");
    },
  };
  expect(await reportFailures({ memory, list: lost })).toBe(false);
  expect(await reportFailures({ memory, list })).toBe(true);
  expect(await idsInList()).toEqual(["1"]);
});

it("removes a turn that was retried while it was reported", async () => {
  const { memory, list, idsInList } = await setUp();
  const slow = {
    ...list,
    add: async (...turn: Parameters<typeof list.add>) => {
      await list.add(...turn);
      await memory.reopenTurn("1");
    },
  };
  expect(await reportFailures({ memory, list: slow })).toBe(false);
  expect(await reportFailures({ memory, list })).toBe(true);
  expect(await idsInList()).toEqual([]);
});

it("relists a turn that failed again before the list received its recovery", async () => {
  const { memory, list, run } = await setUp([
    new ModelError({ kind: "refused" }),
  ]);
  await reportFailures({ memory, list });
  const [first] = await list.list({ limit: 10 });
  await memory.reopenTurn("1");
  await run();
  expect(await reportFailures({ memory, list })).toBe(true);
  const listed = await list.list({ limit: 10 });
  expect(listed).toMatchObject([{ id: "1", failure: "model-refused" }]);
  expect(listed[0]?.number).toBeGreaterThan(first?.number ?? 0);
});

describe("a report that the list has, and the conversation has not recorded", () => {
  const reportInVain = async () => {
    const conversation = await setUp();
    const { memory, list } = conversation;
    const noteReported = () => Promise.reject(new Error("The process dies."));
    await reportFailures({ memory: { ...memory, noteReported }, list });
    expect(await conversation.idsInList()).toEqual(["1"]);
    return conversation;
  };

  it("is removed once the turn has run", async () => {
    const { memory, list, idsInList, run } = await reportInVain();
    await memory.reopenTurn("1");
    await run();
    expect(await reportFailures({ memory, list })).toBe(true);
    expect(await idsInList()).toEqual([]);
  });

  it("leaves the list once forgotten", async () => {
    const { memory, list, idsInList } = await reportInVain();
    await memory.forget();
    expect(await reportFailures({ memory, list })).toBe(true);
    expect(await idsInList()).toEqual([]);
  });
});
