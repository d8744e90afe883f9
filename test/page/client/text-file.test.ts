import { describe, expect, it } from "vitest";
import {
  MAX_TEXT_BYTES,
  toTextFile,
} from "../../../src/page/client/text-file.ts";

describe("toTextFile", () => {
  it("has the whole text if the server reads that much", async () => {
    const text = "你好\r\n".repeat(MAX_TEXT_BYTES / 8);
    const { file, isCut } = toTextFile(text);
    expect(isCut).toBe(false);
    expect(file.size).toBe(MAX_TEXT_BYTES);
    expect(file.type).toBe("text/plain");
    expect(await file.text()).toBe(text);
  });

  it.each(["好", "👋", "é"])(
    "has the beginning of a longer text, up to a whole %s",
    async (character) => {
      const text = `x${character.repeat(MAX_TEXT_BYTES)}`;
      const { file, isCut } = toTextFile(text);
      expect(isCut).toBe(true);
      const cut = await file.text();
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
      expect(file.size).toBeGreaterThan(MAX_TEXT_BYTES - 4);
    },
  );
});
