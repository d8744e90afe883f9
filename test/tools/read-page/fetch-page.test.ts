import { expect, it } from "vitest";
import { decodeText } from "../../../src/tools/read-page/fetch-page.ts";

/** 上海 in GBK. */
const SHANGHAI = [0xc9, 0xcf, 0xba, 0xa3];

function decode(
  parts: readonly (string | readonly number[])[],
  declared?: string,
): string {
  const bytes = parts.flatMap((part) => [
    ...(typeof part === "string" ? new TextEncoder().encode(part) : part),
  ]);
  return decodeText(Uint8Array.from(bytes), { declared });
}

it.each([
  "<meta charset=gbk>",
  '<meta charset="GB2312">',
  "<META CHARSET = 'gb18030' />",
  '<meta http-equiv="Content-Type" content="text/html; charset=gbk">',
])("decodes by the charset that the page declares: %s", (meta) => {
  expect(decode([meta, SHANGHAI])).toBe(`${meta}上海`);
});

it("prefers the server's charset to the page's", () => {
  const meta = "<meta charset=utf-8>";
  expect(decode([meta, SHANGHAI], "gbk")).toBe(`${meta}上海`);
});

it("prefers a byte order mark to both and strips it", () => {
  expect(decode([[0xef, 0xbb, 0xbf], "上海"], "gbk")).toBe("上海");
  expect(decode([[0xff, 0xfe, 0x0a, 0x4e]], "utf-8")).toBe("上");
  expect(decode([[0xfe, 0xff, 0x4e, 0x0a]], "utf-8")).toBe("上");
});

it.each([undefined, "utf8", "no-such-encoding", "x".repeat(40)])(
  "falls back to UTF-8 for the charset %s",
  (declared) => {
    expect(decode(["上海"], declared)).toBe("上海");
    const meta = "<meta charset=no-such-encoding>";
    expect(decode([meta, "上海"], declared)).toBe(`${meta}上海`);
  },
);

it("ignores a charset that is declared late in the page", () => {
  const late = `${" ".repeat(2_000)}<meta charset=gbk>`;
  expect(decode([late, "上海"])).toBe(`${late}上海`);
});

it("drops a truncated character at the end and replaces invalid bytes", () => {
  expect(decode(["上", [0xe6, 0xb5]])).toBe("上");
  expect(decode([[0xff], "上"])).toBe("\u{FFFD}上");
  expect(decode([])).toBe("");
});
