import { describe, expect, it } from "vitest";
import { FAILED_TURN_SLUGS } from "../../../src/http/problems.ts";
import {
  describeFailure,
  describeProblem,
  toSentence,
} from "../../../src/page/client/descriptions.ts";
import { textsByLanguage } from "../../../src/page/client/texts.ts";

const { en, "zh-CN": zh } = textsByLanguage;

const busy = {
  status: 429,
  slug: "conversation-busy",
  title: "Too many messages wait",
  detail: "Send this one later.",
};

describe("describeProblem", () => {
  it("shows the server's text in English", () => {
    expect(describeProblem(busy, en)).toMatchObject({
      title: "Too many messages wait",
      detail: "Send this one later.",
    });
  });

  it("has its own texts in Chinese", () => {
    expect(describeProblem(busy, zh)).toMatchObject({
      title: "排队的消息太多了。",
      detail: "请等前面的回答完再发。",
    });
  });

  it("shows the notice of a failed turn alone", () => {
    for (const slug of FAILED_TURN_SLUGS) {
      const notice = { ...busy, slug, detail: "The notice." };
      expect(describeProblem(notice, zh)).toEqual({
        title: "",
        detail: "The notice.",
      });
    }
  });

  it("falls back to the server's text", () => {
    const unknown = { ...busy, slug: "constructor" };
    expect(describeProblem(unknown, zh).title).toBe("Too many messages wait");
  });

  it("has a text for problems without one", () => {
    const mute = { status: 502, slug: "", title: "", detail: "" };
    expect(describeProblem(mute, en).title).toBe(en.unexpected);
    expect(describeProblem({ ...mute, detail: "Oh." }, en).title).toBe("Oh.");
  });
});

describe("describeFailure", () => {
  it("distinguishes an unreachable server from a refusal", () => {
    expect(describeFailure({ kind: "unreachable" }, en).title).toBe(
      en.unreachable,
    );
    expect(describeFailure({ kind: "refused", problem: busy }, en).title).toBe(
      "Too many messages wait",
    );
  });
});

describe("toSentence", () => {
  it("prefers the detail", () => {
    expect(toSentence({ title: "A", detail: "B" })).toBe("B");
    expect(toSentence({ title: "A", detail: "" })).toBe("A");
  });
});
