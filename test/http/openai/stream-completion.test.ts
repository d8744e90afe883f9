import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAppendedText } from "../../../src/http/openai/stream-completion.ts";
import { runs } from "../../property-runs.ts";

describe("an append-only answer", () => {
  it("continues, even if it was started over", () => {
    const text = createAppendedText();
    expect(text.write({ offset: 0, text: "Hello" })).toBe("Hello");
    expect(text.write({ offset: 0, text: "" })).toBe("");
    expect(text.write({ offset: 0, text: "Hel" })).toBe("");
    expect(text.write({ offset: 3, text: "lo you" })).toBe(" you");
    expect(text.finish("Hello you.")).toBe(".");
  });

  it("is sent in full after a blank line if it differs", () => {
    const text = createAppendedText();
    text.write({ offset: 0, text: "Hello" });
    expect(text.write({ offset: 0, text: "Good evening" })).toBe("");
    expect(text.finish("Good evening!")).toBe("\n\nGood evening!");
  });

  it("is sent in full if it is shorter than what was sent", () => {
    const text = createAppendedText();
    text.write({ offset: 0, text: "Hello you" });
    expect(text.finish("Hello")).toBe("\n\nHello");
  });

  it("ends with the final answer, whatever was written before", () => {
    const deltas = fc.array(
      fc.record({
        offset: fc.nat({ max: 12 }),
        text: fc.string({
          unit: fc.constantFrom("a", "b", "😀"),
          maxLength: 4,
        }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(
        deltas,
        fc.boolean(),
        fc.string(),
        (writings, isOther, end) => {
          const text = createAppendedText();
          let answer = "";
          let sent = "";
          for (const { offset, text: written } of writings) {
            const from = Math.min(offset, answer.length);
            answer = answer.slice(0, from) + written;
            const more = text.write({ offset: from, text: written });
            sent += more;
            if (more !== "") expect(sent).toBe(answer);
            expect(sent.length < answer.length && answer.startsWith(sent)).toBe(
              false,
            );
          }
          const whole = isOther ? end : answer + end;
          const all = sent + text.finish(whole);
          expect([whole, `${sent}\n\n${whole}`]).toContain(all);
          if (whole.startsWith(sent)) expect(all).toBe(whole);
        },
      ),
      { numRuns: runs(150) },
    );
  });
});
