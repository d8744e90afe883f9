import { expect, it } from "vitest";
import { takeShare } from "./take-share.ts";

const runs = ["a", "b", "b", "c", "c", "c", "c", "c"].map((row, number) => ({
  row,
  number,
}));
const numbersOf = (share: number) =>
  takeShare(runs, share).map(({ number }) => number);

it("a share of the runs has some of each row, not always the first", () => {
  expect(numbersOf(2)).toEqual([0, 2, 3, 5, 7]);
  expect(numbersOf(3)).toEqual([0, 2, 5]);
  expect(numbersOf(100)).toEqual([0, 2, 5]);
});

it("a share of the runs has some of each scene, whose points are rows", () => {
  const scenes = runs.map((run) => ({
    ...run,
    scene: "a scene",
    row: `${run.number}`,
  }));
  expect(takeShare(scenes, 3).map(({ number }) => number)).toEqual([0, 3, 6]);
});

it("all of the runs are in their order", () => {
  expect(takeShare(runs, 1)).toEqual(runs);
});
