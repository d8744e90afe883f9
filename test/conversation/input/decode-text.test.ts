import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/conversation/input/read-document.ts";

const TEXT = "Grüße, 你好\tfine\r\n";

describe("a file's text", () => {
  it.each([
    ["UTF-8", [...new TextEncoder().encode(TEXT)]],
    [
      "UTF-8 with a mark",
      [0xef, 0xbb, 0xbf, ...new TextEncoder().encode(TEXT)],
    ],
    ["UTF-16, little end first", [0xff, 0xfe, ...utf16(TEXT, [0, 1])]],
    ["UTF-16, big end first", [0xfe, 0xff, ...utf16(TEXT, [1, 0])]],
  ])("is read in %s", (_, bytes) => {
    expect(decodeText(new Uint8Array(bytes))).toBe(TEXT);
  });

  it("is read in GB 18030", () => {
    const bytes = [0xc4, 0xe3, 0xba, 0xc3, 0x2c, 0x20, 0x41, 0x64, 0x61, 0x0a];
    expect(decodeText(new Uint8Array(bytes))).toBe("你好, Ada\n");
  });

  it.each([
    ["nothing", []],
    ["blanks", [0x20, 0x0a]],
    ["an image", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]],
    ["an archive", [0x50, 0x4b, 0x03, 0x04, 0x14, 0, 0, 0]],
    ["half of UTF-16", [0xff, 0xfe, 0x41, 0x00, 0x42]],
    ["UTF-16 without a mark", utf16("Hello", [0, 1])],
    ["what is no character in GB 18030", [0x41, 0xaa, 0xa1, 0x42]],
    ["bytes that no encoding has", [0x41, 0xff, 0xff, 0x42]],
  ])("is none for %s", (_, bytes) => {
    expect(decodeText(new Uint8Array(bytes))).toBeUndefined();
  });

  it("is found in any text in UTF-8", () => {
    const printable = fc
      .string({ unit: "grapheme-composite", minLength: 1 })
      .filter((text) => !/[\p{Cc}\uFEFF]/u.test(text) && text.trim() !== "");
    fc.assert(
      fc.property(printable, (text) => {
        expect(decodeText(new TextEncoder().encode(text))).toBe(text);
      }),
    );
  });

  it("never throws, whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(["string", "undefined"]).toContain(typeof decodeText(bytes));
      }),
    );
  });
});

function utf16(text: string, order: readonly [0 | 1, 0 | 1]): number[] {
  return Array.from({ length: text.length }, (_, index) => {
    const unit = text.charCodeAt(index);
    return order.map((end) => (unit >> (8 * end)) & 0xff);
  }).flat();
}
