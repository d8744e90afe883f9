import { expect, it } from "vitest";
import { extractText } from "../../../src/files/extract-text.ts";
import { paragraph, writeDocx, writePdf } from "../../files/documents.ts";

it.each([
  ["pdf", writePdf(["退货说明"])],
  ["docx", writeDocx(paragraph("退货说明"))],
] as const)(
  "a %s file is read without Node's modules",
  async (format, file) => {
    const { signal } = new AbortController();
    expect(await extractText(file, format, { maxLength: 100, signal })).toEqual(
      { kind: "text", text: "退货说明", isCut: false },
    );
  },
);
