import { describe, expect, it } from "vitest";
import { toPointer } from "../../src/channels/to-pointer.ts";

describe("toPointer", () => {
  it("writes the path as RFC 6901 has it", () => {
    expect(toPointer(["metadata", "a/b~c", 3, ""])).toBe(
      "/metadata/a~1b~0c/3/",
    );
    expect(toPointer([])).toBe("");
  });

  it("cuts what is too long for an answer, between characters", () => {
    expect(toPointer(["x".repeat(100)])).toBe(`/${"x".repeat(100)}`);
    expect(toPointer(["x".repeat(101)])).toBe(`/${"x".repeat(100)}…`);
    expect(toPointer([`${"x".repeat(99)}${"😀".repeat(9_000)}`])).toBe(
      `/${"x".repeat(99)}…`,
    );
  });
});
