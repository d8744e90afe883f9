import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankPassages } from "../../src/library/rank-passages.ts";
import type { Passage } from "../../src/types/library.ts";

const candidate = (text: string, rest: Partial<Passage> = {}): Passage => ({
  title: "",
  heading: "",
  text,
  ...rest,
});

/** The texts of the ranked passages. */
const rank = (words: readonly string[], all: Passage[]) =>
  rankPassages(all, {
    words: words.map((text) => ({ text, share: 0.1 })),
  }).map(({ text }) => text);

describe("rankPassages", () => {
  it("prefers a passage whose heading names the subject", () => {
    expect(
      rank(
        ["return", "policy"],
        [
          candidate("Our return policy."),
          candidate("Send it back.", { heading: "Returns › Return policy" }),
        ],
      )[0],
    ).toBe("Send it back.");
  });

  it("matches inflected forms", () => {
    expect(
      rank(
        ["deleted", "accounts"],
        [candidate("Tea."), candidate("Deleting an account is final.")],
      )[0],
    ).toBe("Deleting an account is final.");
  });

  it("matches synonyms, prefers the word itself, and drops what has neither", () => {
    const [plain, same, other] = ["Tea.", "Erase an account.", "Delete it."];
    const all = [candidate(plain), candidate(same), candidate(other)];
    expect(rank(["delete"], all)).toEqual([other, same]);
  });

  it("prefers words that are close together", () => {
    const apart = "Parcels are large. They leave on Monday. Boats are small.";
    const together = "Boats carry parcels. They leave on Monday. All is large.";
    const all = [candidate(apart), candidate(together)];
    expect(rank(["boats", "parcels"], all)[0]).toBe(together);
  });

  it("weights general words less than those of the subject", () => {
    const [faint, subject] = ["It happens often.", "It is about parcels."];
    const all = [candidate(faint), candidate(subject)];
    expect(rank(["happens", "parcels"], all)[0]).toBe(subject);
  });

  it("ranks any texts for any query, and adds none", () => {
    const text = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (words, texts) => {
        const ranked = rank(
          words,
          texts.map((one) => candidate(one)),
        );
        expect(ranked.every((one) => texts.includes(one))).toBe(true);
        expect(ranked.length).toBeLessThanOrEqual(texts.length);
      }),
    );
  });
});
