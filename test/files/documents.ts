import { strToU8, zipSync } from "fflate";

const MAIN =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A DOCX file as Word writes it, with the ids that a German Word gives. */
export function writeDocx(body: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    zipSync({
      "[Content_Types].xml": strToU8("<Types/>"),
      "word/document.xml": strToU8(
        `<?xml version="1.0"?><w:document ${MAIN}><w:body>${body}</w:body></w:document>`,
      ),
      "word/styles.xml": strToU8(
        `<w:styles ${MAIN}><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Heading3"><w:name w:val="Heading 3"/></w:style><w:style w:styleId="Titel"><w:name w:val="Title"/></w:style></w:styles>`,
      ),
    }),
  );
}

/** A paragraph of WordprocessingML. */
export function paragraph(text: string, properties = ""): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A PDF file with a page for each text; its lines are separated by "\n". */
export function writePdf(
  pages: readonly string[],
  { trailer = "" }: { trailer?: string } = {},
): Uint8Array<ArrayBuffer> {
  const first = 5;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /Identity-H /ToUnicode 4 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Song /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] >>",
    stream(
      "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap end",
    ),
    ...pages.flatMap((text, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      stream(
        `BT /F1 12 Tf 50 700 Td ${text
          .split("\n")
          .map((line) => `<${toHex(line)}> Tj 0 -14 Td`)
          .join(" ")} ET`,
      ),
    ]),
  ];
  let file = "%PDF-1.7\n";
  const starts = objects.map((object, index) => {
    const start = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF`;
  return new Uint8Array(new TextEncoder().encode(file));
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function toHex(text: string): string {
  return Array.from({ length: text.length }, (_, index) =>
    text.charCodeAt(index).toString(16).padStart(4, "0"),
  ).join("");
}
