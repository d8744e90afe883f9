import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Candidate,
  rankPassages,
} from "../../src/library/rank-passages.ts";

const candidate = (text: string, rest: Partial<Candidate> = {}): Candidate => ({
  title: "",
  heading: "",
  score: 1,
  text,
  ...rest,
});

/** The texts of the ranked passages. */
const rank = (query: string, words: readonly string[], all: Candidate[]) =>
  rankPassages(all, {
    query,
    words: words.map((text) => ({ text, share: 0.1 })),
  }).map(({ text }) => text);

describe("the ranking of passages", () => {
  it("puts a passage whose heading names the subject first", () => {
    expect(
      rank(
        "return policy",
        ["return", "policy"],
        [
          candidate("Our return policy."),
          candidate("Send it back.", { heading: "Returns › Return policy" }),
        ],
      )[0],
    ).toBe("Send it back.");
  });

  it("puts a line with a figure first where the question asks how many", () => {
    const [first, second] = ["Parcels weigh little.", "Parcels weigh 3 kg."];
    const all = [candidate(first), candidate(second)];
    expect(rank("what parcels weigh", ["parcels", "weigh"], all)[0]).toBe(
      first,
    );
    expect(
      rank("how much do parcels weigh", ["parcels", "weigh"], all)[0],
    ).toBe(second);
  });

  it("takes a question alone in its line for a heading, and one in quotes for none", () => {
    const query = "How long is the warranty?";
    const quoted = `Try it: ask {"text": "${query}"} on the page.`;
    const alone = `${query}\nTwo years.`;
    expect(
      rank(query, ["warranty"], [candidate(quoted), candidate(alone)])[0],
    ).toBe(alone);
  });

  it("knows a word in its other forms", () => {
    expect(
      rank(
        "deleted accounts",
        ["deleted", "accounts"],
        [candidate("Tea."), candidate("Deleting an account is final.")],
      )[0],
    ).toBe("Deleting an account is final.");
  });

  it("ranks any texts for any query, and makes none up", () => {
    const text = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(
        text,
        fc.array(text),
        fc.array(text),
        (query, words, texts) => {
          const ranked = rank(
            query,
            words,
            texts.map((one) => candidate(one)),
          );
          expect(ranked.every((one) => texts.includes(one))).toBe(true);
          expect(ranked.length).toBeLessThanOrEqual(texts.length);
        },
      ),
    );
  });
});
