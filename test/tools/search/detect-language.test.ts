import { detectLanguage } from "../../../src/tools/search/wikipedia.ts";
import { describe, expect, it } from "vitest";

describe("the language of a query", () => {
  it.each([
    ["长城有多长", "zh"],
    ["Python 编程", "zh"],
    ["東京タワーの高さ", "ja"],
    ["서울 인구", "ko"],
    ["столица России", "ru"],
    ["столиця України", "uk"],
    ["πρωτεύουσα", "el"],
    ["عاصمة مصر", "ar"],
    ["पहाड़", "hi"],
    ["Wie hoch ist der Everest?", undefined],
    ["1 + 1", undefined],
    ["", undefined],
  ])("of %j is %s", (query, language) => {
    expect(detectLanguage(query)).toBe(language);
  });
});
