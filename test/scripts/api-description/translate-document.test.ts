import { describe, expect, it } from "vitest";
import { createApiDocument } from "../../../scripts/api-description/create-document.ts";
import {
  CHINESE,
  toChinese,
  translateDocument,
} from "../../../scripts/api-description/translate-document.ts";

describe("the description in Chinese", () => {
  const english = createApiDocument();

  it("translates all texts, and has no unused translations", () => {
    const used = new Set<string>();
    translateDocument(english, (text) => {
      used.add(text);
      return text;
    });
    expect([...used].filter((text) => CHINESE[text] === undefined)).toEqual([]);
    expect(Object.keys(CHINESE).filter((text) => !used.has(text))).toEqual([]);
  });

  it("differs only in its texts", () => {
    const wireOf = (document: object) =>
      JSON.stringify(document, (name, value: unknown) =>
        ["description", "summary", "x-displayName", "label"].includes(name) &&
        typeof value === "string"
          ? ""
          : value,
      );
    expect(wireOf(translateDocument(english, toChinese))).toBe(wireOf(english));
  });
});
