import { deflateRawSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/tools/read-page/decode-text.ts";
import { sniffBinary } from "../../../src/tools/read-page/page-text.ts";
import { runs } from "../../property-runs.ts";

function sniff(body: string | Uint8Array): string | undefined {
  const bytes = typeof body === "string" ? Buffer.from(body, "latin1") : body;
  const text = decodeText(bytes, { declared: undefined, isHtml: true });
  return sniffBinary(bytes, text);
}

describe("the type of a body", () => {
  it.each([
    ["application/pdf", "%PDF-1.7\n1 0 obj << >>"],
    ["application/pdf", "\r\n %PDF-1.4\n\xe2\xe3\xcf\xd3\n\0\0"],
    ["application/postscript", "%!PS-Adobe-3.0\n%%Pages: 1"],
    [
      "image/png",
      "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0",
    ],
    ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01"],
    ["image/gif", "GIF89a\x01\0\x01\0\x80\0\0"],
    ["image/webp", "RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0"],
    ["image/bmp", "BM\x46\0\0\0\0\0\0\0\x36\0\0\0"],
    ["image/avif", "\0\0\0\x1cftypavif\0\0\0\0avifmif1"],
    ["video/mp4", "\0\0\0\x18ftypmp42\0\0\0\0mp42isom"],
    ["audio/mpeg", "ID3\x04\0\0\0\0\x01\0"],
    ["application/zip", "PK\x03\x04\x14\0\0\0\x08\0"],
    ["application/gzip", gzipSync("text")],
    ["application/wasm", "\0asm\x01\0\0\0"],
    [
      "application/octet-stream",
      deflateRawSync(
        Buffer.from(
          Array.from({ length: 2_000 }, (_, index) => (index * 7_919) % 251),
        ),
      ),
    ],
    ["application/octet-stream", "\0\x01\x02\x03".repeat(100)],
  ])("is %s", (type, body) => {
    expect(sniff(body)).toBe(type);
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
  ])("is none for %s", (_, body) => {
    expect(sniff(body)).toBeUndefined();
  });

  it("never causes an error", () => {
    const signature = fc.constantFrom(
      "PK\x03\x04",
      "\x89PNG\r\n\x1a\n",
      "RIFF",
      "\x1a\x45\xdf\xa3",
      "\0\0\0\x18ftyp",
      "\x30\x26\xb2\x75\x8e\x66\xcf\x11",
      "II*\0",
      "OggS",
      "%PDF-",
      "\x1f\x8b\x08",
    );
    fc.assert(
      fc.property(
        signature,
        fc.uint8Array({ maxLength: 200 }),
        (start, rest) => {
          const type = sniff(
            Buffer.concat([Buffer.from(start, "latin1"), rest]),
          );
          expect(["string", "undefined"]).toContain(typeof type);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});
