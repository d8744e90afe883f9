import { expect, it } from "vitest";
import { joinNeighbours } from "../../src/library/join-neighbours.ts";

const HEAD = "| a |\n| --- |\n";
const long = (letter: string) => letter.repeat(1_000);

it.each([
  [
    "whole, once",
    ["One.", "Two.", "Three."],
    [1, 0, 2],
    ["One.\n\nTwo.\n\nThree."],
  ],
  [
    "up to a length, with what follows before what precedes",
    [long("a"), long("b"), long("c"), long("d")],
    [1, 2],
    [`${long("b")}\n\n${long("c")}`],
  ],
  [
    "without parts that an earlier one has",
    [long("a"), long("b"), long("c"), long("d")],
    [1, 3, 0],
    [`${long("b")}\n\n${long("c")}`, long("d")],
  ],
  [
    "with the header of a table once",
    [`${HEAD}| 1 |`, `${HEAD}| 2 |`],
    [0],
    [`${HEAD}| 1 |\n| 2 |`],
  ],
  [
    "up to their number",
    [long("a").repeat(2), long("b").repeat(2), long("c").repeat(2), "d"],
    [2, 1, 0],
    [`${long("c").repeat(2)}\n\nd`, long("b").repeat(2)],
  ],
])("shows passages with their neighbours %s", (_, texts, ranked, joined) => {
  const section = texts.map((text, id) => ({
    id,
    document: 1,
    heading: "",
    text,
  }));
  expect(
    joinNeighbours(
      ranked.flatMap((id) => section[id] ?? []),
      { limit: 2, listSection: () => section },
    ).map(({ text }) => text),
  ).toEqual(joined);
});
