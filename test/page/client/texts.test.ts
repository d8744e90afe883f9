import { describe, expect, it } from "vitest";
import type { Texts } from "../../../src/page/client/texts-english.ts";
import { textsByLanguage } from "../../../src/page/client/texts.ts";

describe("texts", () => {
  const { en, "zh-CN": zh } = textsByLanguage;

  it("differ between the languages, so all are translated", () => {
    const same = Object.entries(sentencesOf(en)).filter(
      ([name, sentence]) => sentencesOf(zh)[name] === sentence,
    );
    expect(same).toEqual([]);
  });

  it("have a Traditional Chinese version", () => {
    const { "zh-TW": traditional } = textsByLanguage;
    expect(traditional.newConversation).toBe("新對話");
    const written = Object.values(sentencesOf(traditional)).join("");
    expect(written).not.toMatch(/[这个们来对话开关时说发题图]/);
  });

  it("are never empty", () => {
    const all = [en, zh, textsByLanguage["zh-TW"]]
      .map(sentencesOf)
      .flatMap(Object.values);
    expect(all.filter((sentence) => sentence.trim() === '""')).toEqual([]);
  });

  it("count steps in the singular and the plural", () => {
    expect([1, 2].map((count) => en.steps(count))).toEqual([
      "1 step",
      "2 steps",
    ]);
  });

  it("count sources if their number is known", () => {
    expect([en.sources(3), en.sources(undefined)]).toEqual([
      "Sources (3)",
      "Sources",
    ]);
    expect([zh.sources(3), zh.sources(undefined)]).toEqual([
      "来源（3）",
      "来源",
    ]);
  });

  it.each([
    [1, "1 second", "1 秒"],
    [15, "15 seconds", "15 秒"],
    [60, "1 minute", "1 分钟"],
    [300, "5 minutes", "5 分钟"],
  ])("show a wait of %i seconds as %s", (seconds, english, chinese) => {
    expect(en.retrying(seconds)).toContain(` ${english}…`);
    expect(zh.retrying(seconds)).toContain(`，${chinese}后`);
  });
});

function sentencesOf(texts: Texts): Record<string, string> {
  return Object.fromEntries(
    Object.entries({
      ...texts,
      steps: texts.steps(2),
      sources: texts.sources(2),
      footnote: texts.footnote(2),
      backToText: texts.backToText(2),
      retrying: texts.retrying(2),
      version: texts.version(2, 3),
      modelMs: texts.modelMs(2),
      toolMs: texts.toolMs(2),
      tokens: texts.tokens({
        input_tokens: 4,
        cached_input_tokens: 2,
        output_tokens: 3,
      }),
      fileProblems: Object.values(texts.fileProblems)
        .map((write) => write("a.txt"))
        .join(" "),
      welcomeText: texts.welcomeText({
        name: "Ada",
        greeting: "",
        examples: [],
        tools: ["search", "library", "calculator"],
        takes: { images: true, speech: true },
        suggests: false,
      }),
    })
      .filter(([name]) => name !== "problems")
      .map(([name, text]) => [
        name,
        typeof text === "function" ? text("1", "2") : JSON.stringify(text),
      ]),
  );
}
