import { describe, expect, it } from "vitest";
import { isSound, judge, type Evidence, type Expectation } from "./judge.ts";

const EXPECTED: Expectation = {
  sent: ["part 1", "part 2"],
  history: ["user: Hello", "assistant: Hi!"],
  kills: 1,
  mayRepeat: new Set(["model call 2"]),
};

function judgeWith(
  evidence: Partial<Evidence>,
  expected: Partial<Expectation> = {},
) {
  const asExpected = {
    sent: EXPECTED.sent,
    calls: ["model call 1", "model call 2"],
    history: EXPECTED.history,
  };
  return judge({ ...asExpected, ...evidence }, { ...EXPECTED, ...expected });
}

describe("the judge of a run", () => {
  it("finds no violation if all is well", () => {
    expect(isSound(judgeWith({}))).toBe(true);
  });

  it.for<[string, Partial<Evidence>, string]>([
    ["a part that never came", { sent: ["part 1"] }, "isLost"],
    [
      "a part that came twice",
      { sent: ["part 1", "part 1", "part 2"] },
      "isTwice",
    ],
    [
      "something that nobody asked for",
      { sent: ["part 1", "part 2", "notice"] },
      "isTwice",
    ],
    ["parts in another order", { sent: ["part 2", "part 1"] }, "isOutOfOrder"],
    ["half a turn", { history: ["user: Hello"] }, "isHistoryBroken"],
    [
      "a turn that is there twice",
      { history: [...EXPECTED.history, ...EXPECTED.history] },
      "isHistoryBroken",
    ],
    [
      "a call made again whose outcome was stored",
      { calls: ["model call 1", "model call 1"] },
      "isRepeated",
    ],
    [
      "a call made more often than its process has died",
      { calls: ["model call 2", "model call 2", "model call 2"] },
      "isRepeated",
    ],
  ])("finds %s", ([, evidence, finding]) => {
    const verdict = judgeWith(evidence);
    expect(verdict).toMatchObject({ [finding]: true });
    expect(isSound(verdict)).toBe(false);
  });

  it("permits repeating a call whose outcome was not stored", () => {
    const calls = ["model call 1", "model call 2", "model call 2"];
    expect(isSound(judgeWith({ calls }))).toBe(true);
  });

  it("counts a duplicate part in the documented window separately", () => {
    const sent = ["part 1", "part 1", "part 2"];
    const verdict = judgeWith({ sent }, { inWindow: "part 1" });
    expect(verdict).toMatchObject({ isTwice: false, isTwiceInWindow: true });
    expect(isSound(verdict)).toBe(true);
    expect(judgeWith({ sent }, { inWindow: "part 2" }).isTwice).toBe(true);
    const thrice = { sent: ["part 1", ...sent] };
    expect(judgeWith(thrice, { inWindow: "part 1" }).isTwice).toBe(true);
  });

  it("counts a repeated call in the documented window separately", () => {
    const calls = ["model call 1", "model call 1", "model call 2"];
    const verdict = judgeWith({ calls }, { inWindow: "model call 1" });
    expect(verdict).toMatchObject({ isRepeated: false, isTwiceInWindow: true });
    expect(isSound(verdict)).toBe(true);
    const thrice = { calls: ["model call 1", ...calls] };
    const again = judgeWith(thrice, { inWindow: "model call 1" });
    expect(again.isRepeated).toBe(true);
  });

  it("counts a leftover preview in the documented window separately", () => {
    const sent = ["preview", ...EXPECTED.sent];
    const verdict = judgeWith({ sent }, { inWindow: "preview" });
    expect(verdict).toMatchObject({ isTwice: false, isTwiceInWindow: true });
    expect(isSound(verdict)).toBe(true);
    const twice = { sent: ["preview", ...sent] };
    expect(judgeWith(twice, { inWindow: "preview" }).isTwice).toBe(true);
    const none = judgeWith({}, { inWindow: "preview" });
    expect(none.isTwiceInWindow).toBe(false);
  });
});
