import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Outcome } from "../../../../src/page/client/parts/request.ts";
import { createTextSearch } from "../../../../src/page/client/state/text-search.ts";
import type { FoundMessage } from "../../../../src/types/page.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Found {
  readonly matches: readonly FoundMessage[];
}

const found = (excerpt: string): Outcome<Found> => ({
  kind: "done",
  value: {
    matches: [{ number: 0, turn: "t1", role: "user", excerpt, at: 1 }],
  },
});

it("searches once the reader pauses, and shows nothing of an earlier query", async () => {
  const answers = new Map<string, PromiseWithResolvers<void>>();
  const textSearch = createTextSearch({
    async search(query) {
      const answer = Promise.withResolvers<void>();
      answers.set(query, answer);
      await answer.promise;
      return found(query);
    },
  });
  const shown = () => textSearch.matches.value.map(({ excerpt }) => excerpt);
  textSearch.write("p");
  textSearch.write("poet ");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([...answers.keys()]).toEqual(["poet"]);
  textSearch.write("poetry");
  await vi.advanceTimersByTimeAsync(1_000);
  answers.get("poetry")?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  answers.get("poet")?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(["poetry"]);
  textSearch.write("");
  expect(shown()).toEqual([]);
});

it("says while it searches, and if that failed", async () => {
  const answer = Promise.withResolvers<Outcome<Found>>();
  const textSearch = createTextSearch({ search: () => answer.promise });
  textSearch.write("poet");
  expect(textSearch.state.value).toBe("searching");
  await vi.advanceTimersByTimeAsync(1_000);
  answer.resolve({ kind: "unreachable" });
  await vi.advanceTimersByTimeAsync(0);
  expect(textSearch.state.value).toBe("failed");
  textSearch.write("");
  expect(textSearch.state.value).toBe("done");
});
