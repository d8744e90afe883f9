import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatEventId, parseEventId } from "../../src/http/follow-turn.ts";

describe("an event's id", () => {
  it.each([
    { steps: 2, isEnd: false },
    { steps: 0, isEnd: true },
  ])("parses to what was formatted: %o", (position) => {
    expect(parseEventId(formatEventId(position, "m1"), "m1")).toEqual(position);
  });

  it("is ignored if it is another message's or malformed", () => {
    const id = formatEventId({ steps: 2, isEnd: true }, "m2");
    expect(parseEventId(id, "m1")).toBeUndefined();
    expect(parseEventId(undefined, "m1")).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseEventId(text, "m1")).toBeUndefined();
      }),
    );
  });
});
