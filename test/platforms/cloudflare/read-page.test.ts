import { describe, expect, it } from "vitest";
import { checkPublicAddress } from "../../../src/runtime/public-address.ts";
import { createReadPageTool } from "../../../src/tools/read-page/read-page-tool.ts";
import { runAlone } from "../../tools/observe.ts";

const url = "https://example.org/page";
const options = { hosts: ["example.org"], userAgent: "Parley-tests/1.0" };

/** Reads a page with this body; returns its text. */
async function read(body: Uint8Array | string, type = "text/html") {
  const tool = createReadPageTool({
    ...options,
    fetch: async () =>
      new Response(body, { headers: { "content-type": type } }),
  });
  return (await runAlone(tool, { url })).text;
}

describe("read_page in the Workers runtime", () => {
  it("reads a page", async () => {
    expect(await read("<title>A</title><ul><li>One<li>Two")).toBe(
      "A\n\n- One\n- Two",
    );
  });

  it.each([
    ["gbk", [0xc9, 0xcf, 0xba, 0xa3]],
    ["gb18030", [0xc9, 0xcf, 0xba, 0xa3]],
    ["big5", [0xa4, 0x57, 0xae, 0xfc]],
    ["shift_jis", [0x8f, 0xe3, 0x8a, 0x43]],
    ["euc-jp", [0xbe, 0xe5, 0xb3, 0xa4]],
    ["utf-16le", [0x0a, 0x4e, 0x77, 0x6d]],
  ])("decodes %s", async (encoding, bytes) => {
    const type = `text/html; charset=${encoding}`;
    expect(await read(Uint8Array.from(bytes), type)).toContain("上海");
  });

  it.each([
    ["windows-1252 without a charset", [0x80, 0x20, 0xe4], "€ ä"],
    ["an unknown charset", [0xc3, 0xa4], "ä", "text/html; charset=unknown"],
    [
      "a charset without a decoder",
      [0x61],
      "a",
      "text/html; charset=iso-2022-kr",
    ],
  ])("decodes %s", async (_, bytes, text, type = "text/html") => {
    expect(await read(Uint8Array.from(bytes), type)).toContain(text);
  });

  it("decodes UTF-8 that declares UTF-16", async () => {
    const page = "<meta charset=utf-16><title>A</title><p>上海";
    expect(await read(page)).toBe("A\n\n上海");
  });

  it("reads tables and formulas", async () => {
    const table = "<table><tr><td rowspan=2>A<td>B<tr><td>C</table>";
    const formula = "<math><annotation encoding=TeX>x^2</annotation></math>";
    expect(await read(`${table}${formula}`)).toContain("A | B\nA | C\n\nx^2");
  });

  it("finishes reading hostile HTML", async () => {
    const text = await read(`<p>One${"<b><svg></b>".repeat(80_000)}`);
    expect(text).toContain("One");
  });

  it("requests pages with the runtime's fetch", async () => {
    // vitest.config.ts answers all outbound requests.
    await expect(
      runAlone(createReadPageTool(options), { url }),
    ).rejects.toThrow("The site failed (HTTP 599).");
  });

  it.each([
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://127.0.0.1./",
    "https://１２７.０.０.１/",
    "https://%31%32%37.0.0.1/",
    "https://[::ffff:127.0.0.1]/",
    "https://localhost./",
    "https://ｌｏｃａｌｈｏｓｔ/",
  ])("rejects the private address %s", (address) => {
    expect(checkPublicAddress(address).kind).toBe("refused");
  });
});
