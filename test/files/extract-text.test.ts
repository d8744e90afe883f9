import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import {
  extractText,
  findDeclaredFormat,
  findFormat,
} from "../../src/files/extract-text.ts";
import { paragraph, writeDocx, writePdf } from "./documents.ts";

const extract = (bytes: Uint8Array, maxLength = 1_000) =>
  extractText(bytes, findFormat(bytes) ?? "pdf", {
    maxLength,
    signal: new AbortController().signal,
  });

describe("a PDF file", () => {
  it("is read page by page, in any script", async () => {
    const file = writePdf(["Price list \nApples 2 €", "退货说明"]);
    expect(await extract(file)).toEqual({
      kind: "text",
      text: "Price list\nApples 2 €\n\n退货说明",
      isCut: false,
    });
  });

  it("is cut where there is more than fits, or after 200 pages", async () => {
    expect(await extract(writePdf(["abcdef"]), 4)).toMatchObject({
      text: "abcd",
      isCut: true,
    });
    const pages = Array.from({ length: 201 }, (_, index) => `p${index + 1}`);
    const read = await extract(writePdf(pages), 10_000);
    expect(read).toMatchObject({ isCut: true });
    expect(read.kind === "text" && read.text.endsWith("p200")).toBe(true);
  });

  it.each([
    ["has no text, like scanned pages", writePdf([""]), "no-words"],
    [
      "is locked by a password",
      writePdf(["secret"], {
        trailer: `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"00".repeat(32)}> /U <${"00".repeat(32)}> >> /ID [<00> <00>]`,
      }),
      "locked",
    ],
    ["is damaged", new TextEncoder().encode("%PDF-1.7 and no more"), "damaged"],
  ])("that %s is named so", async (_, file, problem) => {
    expect(await extract(file)).toEqual({ kind: "unreadable", problem });
  });
});

describe("a DOCX file", () => {
  it("is read with headings, lists and tables, without what was deleted", async () => {
    const cell = (text: string, properties = "") =>
      `<w:tc>${paragraph(text, properties)}</w:tc>`;
    const file = writeDocx(
      [
        paragraph(" "),
        paragraph("Handbuch", '<w:pStyle w:val="Titel"/>'),
        paragraph("Öffnung", '<w:pStyle w:val="berschrift2"/>'),
        paragraph(""),
        paragraph("LibreOffice", '<w:pStyle w:val="Heading3"/>'),
        paragraph("Zeiten", '<w:pStyle w:val="berschrift2"/><w:numPr/>'),
        paragraph("Mo &amp; Di", "<w:numPr/>"),
        "<w:p><w:r><w:t>你好</w:t><w:br/><w:cr/><w:t>再见</w:t></w:r><w:del><w:r><w:tab/><w:delText>old</w:delText></w:r></w:del><w:r><w:tab/><w:t>!</w:t></w:r></w:p>",
        `<w:moveFrom>${paragraph("moved")}</w:moveFrom>`,
        `<w:tbl><w:tr>${cell("Apple", "<w:numPr/>")}${cell("2 €")}</w:tr><w:tr>${cell("Pear")}${cell("3 €")}</w:tr><w:tr><w:tc>${paragraph("Plum")}<w:tbl><w:tr>${cell("4 €")}${cell("5 €")}</w:tr></w:tbl></w:tc></w:tr></w:tbl>`,
        "<__proto__/>",
        "<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>",
      ].join(""),
    );
    expect(await extract(file)).toEqual({
      kind: "text",
      text: "# Handbuch\n\n## Öffnung\n\n### LibreOffice\n\n## Zeiten\n\n- Mo & Di\n\n你好\n\n再见\t!\n\nApple | 2 €\nPear | 3 €\nPlum 4 € | 5 €\n\nbox",
      isCut: false,
    });
  });

  it("with all of its text in one cell is read in linear time", async () => {
    const cell = paragraph("word").repeat(50_000);
    const table = `<w:tbl><w:tr><w:tc>${cell}</w:tc></w:tr></w:tbl>`;
    // Quadratic time would take a minute.
    const read = await extract(writeDocx(table), 20);
    expect(read).toMatchObject({ text: "word word word word ", isCut: true });
  });

  it("that unpacks to gigabytes is read up to its limits", async () => {
    const file = writeDocx(" ".repeat(40_000_000) + paragraph("the end"));
    expect(file.length).toBeLessThan(100_000);
    expect(await extract(file)).toMatchObject({ kind: "unreadable" });
  });

  it.each([
    ["has no words", writeDocx(paragraph("")), "no-words"],
    ["is another archive", zipSync({ "a.txt": new Uint8Array(9) }), "damaged"],
    ["is cut off", writeDocx(paragraph("Hello")).subarray(0, 120), "damaged"],
  ])("that %s is named so", async (_, file, problem) => {
    expect(await extract(file)).toEqual({ kind: "unreadable", problem });
  });
});

it.each([
  [{ mediaType: "application/pdf" }, "pdf"],
  [{ name: "Report.PDF", mediaType: "application/octet-stream" }, "pdf"],
  [{ name: "brief.docx" }, "docx"],
  [{ mediaType: "application/x-pdf" }, "pdf"],
  [
    {
      mediaType:
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    },
    "docx",
  ],
  [{ mediaType: "Application/PDF; version=1.7" }, "pdf"],
  [{ name: "notes.txt", mediaType: "text/plain" }, undefined],
  [{ mediaType: "constructor" }, undefined],
])("knows by its sender that %j is %s", (attachment, format) => {
  expect(findDeclaredFormat(attachment)).toBe(format);
});

it("knows a PDF file by its header, which other bytes may precede", () => {
  const junk = (length: number) =>
    findFormat(new TextEncoder().encode(`${" ".repeat(length)}%PDF-1.7`));
  expect([junk(0), junk(1_019), junk(1_020)]).toEqual([
    "pdf",
    "pdf",
    undefined,
  ]);
});

it.each([
  ["pdf", writePdf(["Hello"])],
  ["docx", writeDocx(paragraph("Hello"))],
] as const)("stops reading a %s file with its turn", async (format, file) => {
  const limits = { maxLength: 100, signal: AbortSignal.abort("Stopped.") };
  await expect(extractText(file, format, limits)).rejects.toBe("Stopped.");
});
