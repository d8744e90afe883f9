import { expect, it } from "vitest";
import { joinNeighbours } from "../../src/library/join-neighbours.ts";

it("shows no passage twice, neither alone nor with its neighbours", () => {
  const section = ["One.", "Two.", "Three."].map((text, id) => ({
    id,
    document: 1,
    heading: "",
    text,
  }));
  const joined = joinNeighbours(section, {
    limit: 3,
    listSection: () => section,
  });
  expect(joined.map(({ text }) => text)).toEqual(["One.\n\nTwo.\n\nThree."]);
});
