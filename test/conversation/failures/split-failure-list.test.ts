import { expect, it } from "vitest";
import { createFailureList } from "../../../src/conversation/failures/failure-list.ts";
import {
  createSplitFailureList,
  FAILURE_LISTS,
} from "../../../src/conversation/failures/split-failure-list.ts";
import type { FailedTurn, FailureList } from "../../../src/types/archive.ts";
import { describeFailureListContract } from "../../contracts/failure-list-contract.ts";
import { createMemoryStore } from "../../fakes/memory-store.ts";

function createLists(): FailureList {
  const lists = Array.from({ length: FAILURE_LISTS }, () =>
    createFailureList({ store: createMemoryStore() }),
  );
  return createSplitFailureList((part) => lists[part] as FailureList);
}

const createTurn = (nth: number): FailedTurn => ({
  conversation: `telegram:${nth % 40}`,
  id: String(nth),
  channel: "telegram",
  failure: "model-unreachable",
  attempts: 5,
  acceptedAt: 1_000,
  failedAt: Date.UTC(2026, 10, 23) + 7 * nth,
});

describeFailureListContract("The split failure list", (work) =>
  work(createLists()),
);

it("lists the failures of all parts by time, page by page, each once, and finds each by number", async () => {
  const list = createLists();
  const added = Array.from({ length: 100 }, (_, nth) => createTurn(nth));
  // Conversations report in any order.
  for (const turn of added.toSorted(
    (one, other) =>
      (Number(one.id) % 3) - (Number(other.id) % 3) ||
      one.failedAt - other.failedAt,
  ))
    await list.add(turn);
  const seen: number[] = [];
  let before: number | undefined;
  for (;;) {
    const page = await list.list({ limit: 7, ...(before && { before }) });
    seen.push(...page.map(({ number }) => number));
    for (const failure of page)
      expect(await list.find(failure.number)).toEqual(failure);
    if (page.length < 7) break;
    before = page.at(-1)?.number;
  }
  expect(seen).toEqual(seen.toSorted((one, other) => other - one));
  expect(new Set(seen).size).toBe(100);
});
