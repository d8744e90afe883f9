import { expect, it } from "vitest";
import { createRecent } from "../../src/runtime/recent.ts";

it("Recent entries are forgotten once enough newer ones were set", () => {
  const recent = createRecent<number>(2);
  for (const [key, value] of Object.entries({ a: 1, b: 2 }))
    recent.set(key, value);
  recent.set("a", 3);
  recent.set("c", 4);
  expect(["a", "b", "c"].map(recent.get)).toEqual([3, undefined, 4]);
  recent.delete("a");
  expect([...recent.values()]).toEqual([4]);
});
