import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../property-runs.ts";
import type { Deviation } from "./deviation.ts";
import type { Draft } from "./draft.ts";
import { choices, DRAFTS, isRecovered, write } from "./generator.ts";

/** Fails with the smallest combinations that were not recovered. */
function expectShare(
  combinations: readonly (readonly [Draft, readonly Deviation[]])[],
  share: number,
): void {
  const lost = combinations.filter((one) => !isRecovered(...one));
  const names = lost.map(([draft, deviations]) => {
    const minimal = deviations.filter((_, index) =>
      isRecovered(draft, deviations.toSpliced(index, 1)),
    );
    return `${draft.style} ${draft.decision.kind}: ${minimal.map(({ name }) => name).join(" + ")}\n${write(draft, deviations)}`;
  });
  const recovered = 1 - lost.length / combinations.length;
  expect(
    recovered,
    [...new Set(names)].slice(0, 20).join("\n\n"),
  ).toBeGreaterThanOrEqual(share);
}

describe("readReply, with deviations from the format", () => {
  it("recovers each decision as it should be written", () => {
    expectShare(
      DRAFTS.map((draft) => [draft, []]),
      1,
    );
  });

  it("recovers each decision with one deviation", () => {
    expectShare(
      choices.flatMap(({ draft, deviations }) =>
        deviations.map((deviation) => [draft, [deviation]] as const),
      ),
      1,
    );
  });

  it("recovers 99 % of the decisions with two deviations", () => {
    expectShare(compose(2), 0.99);
  });

  it("recovers 95 % of the decisions with three deviations", () => {
    expectShare(compose(3), 0.95);
  });
});

/** Random drafts with a number of deviations; the same in each run. */
function compose(count: number): (readonly [Draft, readonly Deviation[]])[] {
  const rich = choices.filter(
    ({ deviations }) =>
      new Set(deviations.map(({ slot }) => slot)).size >= count,
  );
  const combination = fc.constantFrom(...rich).chain((choice) =>
    fc
      .uniqueArray(fc.constantFrom(...choice.deviations), {
        minLength: count,
        maxLength: count,
        selector: ({ slot }) => slot,
      })
      .map((picked) => {
        const order = choice.deviations.filter((one) => picked.includes(one));
        return [choice.draft, order] as const;
      }),
  );
  return fc.sample(
    combination.filter(([, { length }]) => length === count),
    { numRuns: runs(2_000), seed: 1 },
  );
}
