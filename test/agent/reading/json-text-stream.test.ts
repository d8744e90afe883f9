import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonTextStream } from "../../../src/agent/reading/json-text-stream.ts";
import { decodeEscapes } from "../../../src/agent/reading/loose-escapes.ts";
import { runs } from "../../property-runs.ts";

const PIECES =
  String.raw`\n \t \r \\ \" \/ \u00e9 \u \( \nu \neq \tau \text{ \_ \b \f \s A: C: \Users \new abla ext x <`
    .split(" ")
    .concat(" ", "\n");

function decodeInPieces(raw: string, size: number): string {
  const push = createJsonTextStream();
  const written = `So: ${raw}"`;
  let decoded = "";
  for (let index = 0; index < written.length; index += size)
    decoded += push(written.slice(index, index + size)).answer;
  return decoded.slice(4);
}

describe("createJsonTextStream", () => {
  it("decodes escapes whose meaning no continuation can change", () => {
    const raw = String.raw`\"a\"\n\nb\tc\\d\u00e9\ud83d\ude42 \(x\) \now`;
    expect(decodeInPieces(raw, 1)).toBe(
      '"a"\n\nb\tc\\d\u00e9\u{1F642} \\(x\\) \now',
    );
  });

  it.each([
    String.raw`\frac`,
    String.raw`\nu `,
    String.raw`\times x`,
    String.raw`\_`,
    String.raw`C:\temp`,
  ])("waits for the complete text at %s", (raw) => {
    expect(decodeInPieces(`a ${raw}`, 3)).toBe(
      raw.startsWith("C") ? "a C:" : "a ",
    );
  });

  it("never decodes differently from the complete text", () => {
    const piece = fc.oneof(
      fc.constantFrom(...PIECES),
      // A bare backslash at the end would escape the closing quote.
      fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\\", "")),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (pieces, size) => {
          const raw = pieces.join("").replaceAll(/(?<!\\)"/g, "");
          const decoded = decodeInPieces(raw, size);
          expect(decodeEscapes(raw).slice(0, decoded.length)).toBe(decoded);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
