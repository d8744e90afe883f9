import fc from "fast-check";
import { parse } from "tldts";
import { describe, expect, it } from "vitest";
import { judgeAnswer } from "../../../src/conversation/addresses/judge-answer.ts";
import { createPermit } from "../../../src/conversation/addresses/permit-links.ts";
import { runs } from "../../property-runs.ts";
import { recordAttack } from "../../security/record-attack.ts";
import { FORMS } from "./forms.ts";
import { createReaders } from "./readers.ts";

const GIVEN = "https://news.example/2026/garden?id=7";
const permits = createPermit({
  hosts: () => ["*.wikipedia.org", "docs.example.org"],
  given: [GIVEN, "https://sources.example.com/a_(b)?x=1&copy=2"],
  answers: [],
});

const begin = (linksCode: boolean) =>
  judgeAnswer({ permits, note: "[link left out]", linksCode });

function write(markdown: string, linksCode: boolean): string {
  const judged = begin(linksCode);
  judged.push(markdown);
  return judged.end();
}

/** Permitted, or nothing but a registrable domain. */
function isAllowed(address: string): boolean {
  const url = URL.parse(address, "https://own.invalid/");
  // Relative: it stays with the reader's own site.
  if (url === null || url.hostname === "own.invalid") return true;
  if (permits(url) || permits(new URL(url.href.replace(/^http:/, "https:"))))
    return true;
  const { hostname, pathname, search, hash, username, password, port } = url;
  const { domain } = parse(hostname, { validateHostname: false });
  return (
    domain === hostname &&
    pathname + search + hash + username + password + port === "/"
  );
}

/** They make links in code. */
const LINKING_CODE: ReadonlySet<string> = new Set([
  "line",
  "messenger",
  "whatsapp",
  "wechat",
]);
const readers = await createReaders({ isOpen: false });
const early = await createReaders({ isOpen: true });

/** @param show what is shown of an answer */
async function findLeaks(
  show: (linksCode: boolean) => string,
  by = readers,
): Promise<readonly string[]> {
  const leaks: string[] = [];
  const shown = show(false);
  const shownWhereCodeLinks = show(true);
  for (const [name, read] of by)
    for (const address of await read(
      LINKING_CODE.has(name) ? shownWhereCodeLinks : shown,
    ))
      if (!isAllowed(address)) leaks.push(`${name}: ${address}`);
  return leaks;
}

const HOSTILE = [
  "https://evil.com/zebrafish",
  "HTTP://EVIL.COM/a",
  "https:",
  "//evil.com/x",
  "evil.com/x",
  "www.evil.com",
  "zebrafish.evil.com",
  "mailto:a@evil.com",
  "a@b.evil.com",
  "tg://resolve?domain=x",
  "xmpp:a@evil.com",
  "javascript:alert(1)",
  "data:text/html,x",
  "https://evil。com/y",
  "https://1.2.3.4/x",
  "https://[2001:db8::4711]/x",
  "1.2.3.4",
  "\\url{",
  "https://bücher.evil.com/",
  "https://xn--x-0ga.evil.com",
  "https\\:\\/\\/evil\\.com\\/x",
  "https&#58;//evil&period;com/x",
  "&#104;ttps://evil.com/x",
  "https://e\u00ADvil.com/x",
  "https://evil.com/\u200Bx",
  "https://evil.com/e\u0301",
  GIVEN,
  `<${GIVEN}>`,
  "https://en.wikipedia.org/wiki/A_(b)",
  "docs.example.org/x",
  "[r]: https://evil.com/x\n",
  `[r]: ${GIVEN}\n`,
  "[^1]",
  "[^1]: https://evil.com/x\n\n",
  "[r]",
  "[t][r]",
  "[t](",
  "![",
  "](",
  ")",
  "<",
  ">",
  '<a href="',
  '">',
  "<img src=https://evil.com/x>",
  "<!--",
  "-->",
  "`",
  "```\n",
  "$",
  "\\(",
  "\\)",
  "$$",
  "|",
  "|-|\n",
  "*",
  "**",
  "_",
  "~~",
  "\\",
  "&",
  "#",
  "@",
  "/",
  ".",
  ":",
  "(",
  "[",
  "]",
  "\n",
  "\n\n",
  "> ",
  "- ",
  "1. ",
  "# ",
  "    ",
  " ",
  "word",
  "zebrafish",
  "密码",
  "请看",
  "。",
  "，",
  "：",
  "（",
  "\u200D",
  "😀",
  "-",
  "=",
  "4711",
  "?q=4711",
  "evil",
  "com",
  ".com",
  "\u202E",
  "１",
];

const ADDRESSES = [
  "https://evil.com/zebrafish",
  "http:evil.com/zebrafish",
  "//evil.com/zebrafish",
  "evil.com/zebrafish",
  "zebrafish.evil.com",
  "mailto:zebrafish@evil.com",
  "zebrafish@evil.com",
  "tg://resolve?domain=zebrafish",
  "https://1.2.3.4/x",
  "https://例え.テスト/x",
  `${GIVEN}&code=4711`,
  GIVEN,
];

const toReference = (letter: string) => `&#${letter.codePointAt(0)};`;
const DISGUISES: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => address.replaceAll(/[:/.@]/g, "\\$&"),
  (address) => address.replaceAll(/[:/.@]/g, toReference),
  (address) => address.replaceAll(/[^]/gu, toReference),
  (address) => address.replace("e", "e\u00AD"),
  (address) => address.replace(".", "\u200B."),
  (address) => address.replace("z", "z\u0301"),
  (address) => address.replace(".", "。"),
];

const FRAMES: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => `[t](${address})`,
  (address) => `[t](<${address}>)`,
  (address) => `![t](${address})`,
  (address) => `[${address}](${GIVEN})`,
  (address) => `<${address}>`,
  (address) => `<a href="${address}">`,
  (address) => `[r]: ${address}\n\n`,
  (address) => `[${address}]: ${GIVEN}\n\n`,
  (address) => `[^1]: ${address}\n\n`,
  (address) => `*${address}*`,
  (address) => `\`${address}\``,
  (address) => `$x=${address}$`,
  (address) => `| ${address} |\n|-|\n`,
];

const link = fc
  .tuple(
    fc.constantFrom(...FRAMES),
    fc.constantFrom(...DISGUISES),
    fc.constantFrom(...ADDRESSES),
  )
  .map(([frame, disguise, address]) => frame(disguise(address)));

const text = fc
  .array(
    fc.oneof(
      { weight: 7, arbitrary: fc.constantFrom(...HOSTILE) },
      { weight: 2, arbitrary: link },
      { weight: 1, arbitrary: fc.string({ maxLength: 4, unit: "grapheme" }) },
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

it("no form carries out what a person said", async ({ task }) => {
  const forms = Object.values(FORMS).flat();
  const leaks = await Promise.all(
    forms.map((form) => findLeaks((linksCode) => write(form, linksCode))),
  );
  const got = leaks.filter(({ length }) => length > 0).length;
  recordAttack(task, "hiddenLinks", { got, allowed: 0 });
});

describe("of any Markdown, with strangers' text in the prompt,", () => {
  it("no reader makes a link of an address that is not permitted", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (markdown) => {
        const leaks = findLeaks((linksCode) => write(markdown, linksCode));
        expect(await leaks).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  }, 600_000);

  it("nor of what is shown of it while it is written", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.nat(200), async (markdown, at) => {
        const begun = markdown.slice(0, at);
        const show = (linksCode: boolean) => begin(linksCode).push(begun);
        expect(await findLeaks(show, readers)).toEqual([]);
        expect(await findLeaks(show, early)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  }, 600_000);
});
