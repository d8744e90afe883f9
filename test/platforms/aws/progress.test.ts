import { beforeAll, expect, it } from "vitest";
import {
  createLiveState,
  NO_LIVE_TURN,
  type LiveTurn,
} from "../../../src/platforms/aws/live-state.ts";
import { createProgress } from "../../../src/platforms/aws/run-watched.ts";
import {
  createDynamoTable,
  type Capacity,
} from "../../../src/stores/dynamodb/table.ts";
import {
  connect,
  createLocalTable,
  describeWithDynamoDb,
} from "../../stores/dynamodb/local-table.ts";

it("Progress keeps nothing that a turn has taken back", async () => {
  const answers: string[] = [];
  const write = async (live: LiveTurn) => void answers.push(live.answer);
  const progress = createProgress({ id: "a", steps: [] }, { live: { write } });
  progress.note({ type: "delta", offset: 0, text: "Let me look." });
  progress.note({ type: "delta", offset: 4, text: "it be." });
  await progress.flush({ isWatched: false });
  expect(answers).toEqual([]);
  await progress.flush({ isWatched: true });
  expect(answers).toEqual(["Let it be."]);
});

describeWithDynamoDb("Progress", () => {
  let tableName: string;
  beforeAll(async () => {
    ({ tableName } = await createLocalTable());
  });

  /**
   * Writes an answer for `seconds`, flushed once a second, and returns what
   * its worker used of the table and what a watcher reads at the end.
   */
  const write = async (seconds: number, unitsPerSecond: number) => {
    const used: Capacity[] = [];
    const live = createLiveState({
      pk: crypto.randomUUID(),
      table: createDynamoTable({
        client: connect(),
        tableName,
        onCapacity: (capacity) => used.push(capacity),
      }),
    });
    await live.noteWatcher();
    used.length = 0;
    const clock = { at: 0 };
    const progress = createProgress(
      { id: "a", steps: [] },
      { live, now: () => clock.at },
    );
    const text = "x".repeat(unitsPerSecond);
    for (let second = 0; second < seconds; second++) {
      progress.note({ type: "delta", offset: second * text.length, text });
      await progress.flush({ isWatched: await live.isWatched() });
      clock.at += 1_000;
    }
    const sum = (of: "reads" | "writes") =>
      used.reduce((total, capacity) => total + capacity[of], 0);
    const figures = {
      times: used.filter(({ writes }) => writes > 0).length,
      writesPerSecond: sum("writes") / seconds,
      readsPerSecond: sum("reads") / seconds,
    };
    const { answer } = await live.read({ isConsistent: true });
    return { ...figures, answer };
  };

  it("of an answer of usual length is written every second", async () => {
    const { times, answer } = await write(20, 200);
    expect(times).toBe(20);
    expect(answer).toHaveLength(4_000);
  });

  it("of a long answer stays below 10 write units and at half a read unit per second", async () => {
    const long = await write(200, 500);
    expect(long.writesPerSecond).toBeLessThan(10);
    expect(long.readsPerSecond).toBe(0.5);
    expect(long.answer.length).toBeGreaterThan(80_000);
  });

  it("of an answer of any length fits into an item", async () => {
    const table = createDynamoTable({ client: connect(), tableName });
    const live = createLiveState({ pk: crypto.randomUUID(), table });
    await live.write({ ...NO_LIVE_TURN, answer: "汉".repeat(140_000) });
    expect((await live.read()).answer).toHaveLength(100_000);
  });
});
