import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/tools/read-page/decode-text.ts";
import { isBinary } from "../../../src/tools/read-page/page-text.ts";

function isBinaryBody(body: string | Uint8Array): boolean {
  const bytes = typeof body === "string" ? Buffer.from(body, "latin1") : body;
  return isBinary(decodeText(bytes, { declared: undefined, isHtml: true }));
}

describe("a body is", () => {
  it.each([
    ["a PDF", "%PDF-1.7\n1 0 obj << >>"],
    ["a PDF after blanks", "\r\n %PDF-1.4\n\xe2\xe3\xcf\xd3\n"],
    ["PostScript", "%!PS-Adobe-3.0\n%%Pages: 1"],
    ["an image", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01"],
    ["an archive", "PK\x03\x04\x14\0\0\0\x08\0"],
    ["of any kind", "\0\x01\x02\x03".repeat(100)],
  ])("binary: %s", (_, body) => {
    expect(isBinaryBody(body)).toBe(true);
  });

  it.each([
    ["an empty page", ""],
    ["HTML", "<!DOCTYPE html><title>A</title>"],
    ["a drawing", '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ["a text that begins like an image", "BM and GIF8 are signatures."],
    ["a text that begins like a program", "MZ was a designer of DOS."],
    ["a text that begins like music", "ID3 tags name the artist."],
    ["a text about PDF", "A file begins with %PDF-1.7."],
    ["a text with a stray control character", `${"A line.\n".repeat(30)}\x08`],
    ["a text with colours", "\x1b[31mred\x1b[0m"],
    ["a text with page breaks", "One\f\r\nTwo"],
    ["a text in UTF-16", Buffer.from("\u{FEFF}One, 上海", "utf16le")],
    ["a text in windows-1252", "R\xe4tsel \x80 \x93\x94"],
  ])("text: %s", (_, body) => {
    expect(isBinaryBody(body)).toBe(false);
  });
});
