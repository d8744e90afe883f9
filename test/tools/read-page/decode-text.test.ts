import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/tools/read-page/decode-text.ts";

/** 上海 in GBK. */
const SHANGHAI = [0xc9, 0xcf, 0xba, 0xa3];

function decode(
  parts: readonly (string | readonly number[])[],
  { declared, isHtml = true }: { declared?: string; isHtml?: boolean } = {},
): string {
  const bytes = parts.flatMap((part) => [
    ...(typeof part === "string" ? new TextEncoder().encode(part) : part),
  ]);
  return decodeText(Uint8Array.from(bytes), { declared, isHtml });
}

describe("a page's encoding", () => {
  it.each([
    "<meta charset=gbk>",
    '<meta charset="GB2312">',
    "<META CHARSET = 'gb18030' />",
    '<meta http-equiv="Content-Type" content="text/html; charset=gbk">',
    '<?xml version="1.0" encoding="gbk"?>',
  ])("is what the page declares: %s", (declaration) => {
    expect(decode([declaration, SHANGHAI])).toBe(`${declaration}上海`);
  });

  it.each([
    "<!-- <meta charset=gbk> -->",
    '<meta name=description content="charset=gbk">',
    "<p title='<meta charset=gbk>'>",
    `${" ".repeat(1_100)}<meta charset=gbk>`,
    "<meta charset=no-such-encoding>",
  ])("is not declared by %s", (start) => {
    expect(decode([start, "上海"])).toBe(`${start}上海`);
  });

  it.each(["utf-16", "utf-16le", "UTF-16BE"])(
    "is UTF-8 if its ASCII declares %s",
    (declared) => {
      const page = `<!DOCTYPE html>\n<meta charset="${declared}"><p>上海</p>`;
      expect(decode([page])).toBe(page);
    },
  );

  it("is the server's rather than the page's", () => {
    const meta = "<meta charset=utf-8>";
    expect(decode([meta, SHANGHAI], { declared: "gbk" })).toBe(`${meta}上海`);
  });

  it("is that of a byte order mark rather than both, and the mark is dropped", () => {
    expect(decode([[0xef, 0xbb, 0xbf], "上海"], { declared: "gbk" })).toBe(
      "上海",
    );
    const declared = "utf-8";
    expect(decode([[0xff, 0xfe, 0x0a, 0x4e]], { declared })).toBe("上");
    expect(decode([[0xfe, 0xff, 0x4e, 0x0a]], { declared })).toBe("上");
  });

  it.each([undefined, "utf8", "no-such-encoding", "x".repeat(40)])(
    "is UTF-8 for valid UTF-8 and the charset %s",
    (declared) => {
      expect(decode(["上海"], { ...(declared && { declared }) })).toBe("上海");
    },
  );

  it.each([true, false])(
    "is windows-1252 if nothing is declared and it is no UTF-8 (HTML: %s)",
    (isHtml) => {
      const bytes = [0x52, 0xe4, 0x74, 0x73, 0x65, 0x6c, 0x20, 0x80, 0x93];
      expect(decode([bytes], { isHtml })).toBe("Rätsel €“");
    },
  );

  it("of a text that is not HTML is not what its words declare", () => {
    const text = "<meta charset=gbk> 上海";
    expect(decode([text], { isHtml: false })).toBe(text);
  });

  it.each(["x-user-defined", "iso-2022-kr", "replacement"])(
    "that nothing can read (%s) throws no error",
    (declared) => {
      expect(decode(["ASCII"], { declared })).toMatch(/^(?:ASCII|\u{FFFD})$/u);
    },
  );
});

it.each([
  ["a character that is cut at the end", ["上", [0xe6, 0xb5]], "上"],
  ["no bytes", [], ""],
])("decodes %s", (_, parts, text) => {
  expect(decode(parts)).toBe(text);
  expect(decode(parts, { declared: "utf-8" })).toBe(text);
});

it("replaces bytes that the declared encoding does not have", () => {
  expect(decode([[0xff], "上"], { declared: "utf-8" })).toBe("\u{FFFD}上");
});
