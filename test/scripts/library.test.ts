import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureDevelopmentToken } from "../../scripts/development-token.ts";
import { runLibrary } from "../../scripts/library/run-library.ts";
import {
  startLibraryServer,
  type LibraryServer,
} from "../stubs/library-server.ts";

const KEY = "s3cret-key-of-the-library";

let server: LibraryServer;
let directory: string;
beforeEach(async () => {
  server = await startLibraryServer({ key: KEY });
  directory = await mkdtemp(join(tmpdir(), "parley-"));
  await mkdir(join(directory, "docs"));
});
afterEach(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

const write = (name: string, text: string | Uint8Array) =>
  writeFile(join(directory, name), text);

async function run(
  given: readonly string[],
  environment: Record<string, string | undefined> = { LIBRARY_KEY: KEY },
) {
  const lines: string[] = [];
  const code = await runLibrary({
    arguments: given.includes("--url")
      ? given
      : [...given, "--url", server.url],
    environment,
    directory,
    print: (line) => void lines.push(line),
  });
  expect(lines.join("\n")).not.toContain(KEY);
  return { code, lines, output: lines.join("\n") };
}

const find = async (query: string) => {
  const { signal } = new AbortController();
  const answer = await server.store.search(query, { limit: 5, signal });
  return answer.kind === "found" ? answer.passages : [];
};

describe("npm run library:add", () => {
  it("adds, replaces and keeps documents, and reports each file and the totals", async () => {
    await write("README.md", "# Shop\n\nWe sell tea.");
    await write("docs/订单 1.txt", "汇率 7.1");
    const files = ["README.md", "docs/订单 1.txt"];
    expect(await run(["add", ...files])).toMatchObject({
      code: 0,
      lines: [
        "added      README.md (Shop; passages: 1)",
        "added      docs/订单 1.txt (订单 1.txt; passages: 1)",
        "In all: 2 added.",
      ],
    });
    await write("README.md", "# Shop\n\nWe sell coffee.");
    expect(await run(["add", ...files])).toMatchObject({
      code: 0,
      lines: [
        "replaced   README.md (Shop; passages: 1)",
        "unchanged  docs/订单 1.txt (订单 1.txt; passages: 1)",
        "In all: 1 replaced, 1 unchanged.",
      ],
    });
    expect(await find("汇率")).toHaveLength(1);
  });

  it("warns if the library tool is off", async () => {
    await write("a.md", "Tea.");
    server.offer(["search", "calculator"]);
    const { code, lines } = await run(["add", "a.md"]);
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatch(
      /^Warning: the library tool is off there.* Set TOOLS=library,search,calculator in /,
    );
  });

  it("continues after a rejected file, and exits with 1", async () => {
    await write("a.md", "Tea.");
    await write("b.png", "Tea.");
    await write("c.md", new Uint8Array([0xff, 0xfe]));
    await write("d.md", "# Only a title");
    await write("e.md", "x".repeat(1024 * 1024 + 1));
    await write("f.md", "y".repeat(10 * 1024 * 1024 + 1));
    await write("g.html", `${"<b>".repeat(100_000)}Tea`);
    await write("h.html", "%PDF-1.7\n");
    const files = [
      "b.png",
      "c.md",
      "d.md",
      "e.md",
      "f.md",
      "g.html",
      "h.html",
      "docs",
      "gone.md",
      "a.md",
    ];
    const { code, lines } = await run(["add", ...files]);
    expect(code).toBe(1);
    expect(lines).toEqual([
      "refused    b.png: is not Markdown (.md), text (.txt), HTML (.html), PDF (.pdf) or DOCX (.docx)",
      "refused    c.md: is not text in UTF-8",
      "refused    d.md: It contains nothing but headings.",
      "refused    e.md: has more than 1 MiB of text; split it into several files",
      "refused    f.md: has more than 10 MiB",
      "refused    g.html: has too many elements; split it",
      "refused    h.html: is not HTML",
      "refused    docs: is a folder; name its files, e.g. docs/*.md",
      "refused    gone.md: no such file",
      "added      a.md (a.md; passages: 1)",
      "In all: 9 refused, 1 added.",
    ]);
  });

  it("gives documents an address below --base-url", async () => {
    await write("docs/new prices.md", "Tea is 5 €.");
    await run([
      "add",
      "docs/new prices.md",
      "--base-url",
      "https://shop.example/help",
    ]);
    expect(await find("tea")).toMatchObject([
      { address: "https://shop.example/help/docs/new%20prices.md" },
    ]);
    await write("docs/C# or F#?.md", "Both have sugar.");
    await run([
      "add",
      "docs/C# or F#?.md",
      "--base-url",
      "https://shop.example/help",
    ]);
    expect(await find("sugar")).toMatchObject([
      { address: "https://shop.example/help/docs/C%23%20or%20F%23%3F.md" },
    ]);
  });

  it("reads a page in its own encoding", async () => {
    const start = Buffer.from("<meta charset=gbk><h1>Tea</h1>");
    const shanghai = Buffer.from([0xc9, 0xcf, 0xba, 0xa3]);
    await write("tea.html", Buffer.concat([start, shanghai]));
    await run(["add", "tea.html"]);
    expect(await find("tea")).toMatchObject([{ text: "上海" }]);
  });

  it("converts a page to text with headings", async () => {
    await write(
      "shop.html",
      `<!doctype html><title>Help &amp; more</title><style>p{}</style>
       <nav><a href="/">Home</a></nav>
       <main><h1>Returns</h1><p>Send it <b>back</b> within<br>30&nbsp;days.</p>
       <h2>Abroad</h2><ul><li>EU: free</li><li>Else: <a href="/x">9 €</a></li></ul>
       <table><tr><th>Size</th><th>Price</th></tr><tr><td>S</td><td>5 €</td></tr></table>
       <script>alert("no")</script></main><footer>Imprint</footer>`,
    );
    await run(["add", "shop.html"]);
    expect(await find("returns back")).toMatchObject([
      {
        title: "Returns",
        heading: "",
        text: "Send it back within\n30 days.",
      },
    ]);
    const [abroad] = await find("abroad");
    expect(abroad).toMatchObject({ title: "Returns", heading: "Abroad" });
    expect(abroad?.text).toBe(
      "- EU: free\n- Else: 9 €\n\nSize | Price\nS | 5 €",
    );
    for (const word of ["home", "imprint", "alert"])
      expect(await find(word), word).toEqual([]);
  });

  it("uses the title as the heading of a page without headings", async () => {
    await write("a.htm", "<title>Help &amp; more</title><p>Tea.");
    await run(["add", "a.htm"]);
    expect(await find("tea")).toMatchObject([
      { title: "Help & more", text: "Tea." },
    ]);
  });

  it("rejects files outside the folder, whose names might collide", async () => {
    await mkdir(join(directory, "app"));
    await mkdir(join(directory, "app", "docs"));
    await write("docs/a.md", "Tea.");
    await write("app/docs/a.md", "Coffee.");
    await write("app/..b.md", "Milk.");
    const outside = "is outside the base folder";
    directory = join(directory, "app");
    const absolute = join(directory, "..", "docs", "a.md");
    const files = ["../docs/a.md", absolute, "..", "docs/a.md", "..b.md"];
    const { code, lines } = await run(["add", ...files]);
    directory = join(directory, "..");
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining(`refused    ../docs/a.md: ${outside}`),
      expect.stringContaining(`refused    ${absolute}: ${outside}`),
      expect.stringContaining(`refused    ..: ${outside}`),
      "added      docs/a.md (a.md; passages: 1)",
      "added      ..b.md (..b.md; passages: 1)",
      "In all: 3 refused, 2 added.",
    ]);
  });

  it("names documents relative to --folder", async () => {
    await mkdir(join(directory, "app"));
    await write("docs/a.md", "Tea.");
    directory = join(directory, "app");
    const { lines } = await run([
      "add",
      "../docs/a.md",
      "--folder",
      "../docs",
      "--base-url",
      "https://shop.example/help",
    ]);
    directory = join(directory, "..");
    expect(lines).toContain("added      a.md (a.md; passages: 1)");
    expect(await find("tea")).toMatchObject([
      { address: "https://shop.example/help/a.md" },
    ]);
  });
});

describe("npm run library:list and library:remove", () => {
  it("list and remove the library's documents", async () => {
    await server.store.put({ name: "a.md", text: "# Tea\n\nGreen." });
    await server.store.put({
      name: "b.md",
      text: "# Coffee\n\nBlack.\n\n## More\n\nHot.",
    });
    expect(await run(["list"])).toMatchObject({
      code: 0,
      lines: [
        "a.md  (Tea; 1 passage)",
        "b.md  (Coffee; 2 passages)",
        "2 documents.",
      ],
    });
    expect(await run(["remove", "a.md"])).toMatchObject({
      code: 0,
      lines: ["removed  a.md"],
    });
    expect(await run(["remove", "a.md", "b.md"])).toMatchObject({
      code: 1,
      lines: ["unknown  a.md", "removed  b.md"],
    });
    expect((await run(["list"])).lines).toEqual(["0 documents."]);
  });
});

describe("each of the three", () => {
  it("reports a wrong key and stops", async () => {
    await write("a.md", "Tea.");
    for (const order of [["add", "a.md", "a.md"], ["list"], ["remove", "a"]]) {
      const { code, lines } = await run(order, { LIBRARY_KEY: "wrong" });
      expect(code).toBe(1);
      expect(lines).toEqual([expect.stringContaining("rejects this key")]);
    }
  });

  it("reads the key from .dev.vars if the environment has none", async () => {
    await write(".dev.vars", `# mine\nLIBRARY_KEY="${KEY}"\n`);
    expect((await run(["list"], {})).code).toBe(0);
  });

  it("falls back to the development token on this machine", async () => {
    const key = await ensureDevelopmentToken(directory);
    const local = await startLibraryServer({ key });
    expect((await run(["list", "--url", local.url], {})).code).toBe(0);
    await local.close();
  });

  it.each([[["add", "--help"]], [["list", "-h"]], [["remove", "--help"]]])(
    "prints its usage with %j",
    async (given) => {
      const { code, lines } = await run(given);
      expect(code).toBe(0);
      expect(lines).toEqual([expect.stringMatching(/^Usage:/)]);
    },
  );

  it.each([
    [["add"], "Name the files to add."],
    [["remove"], "Name the documents to remove"],
    [["list", "a.md"], "library:list takes no names."],
    [
      ["list", "--base-url", "https://a.example"],
      "--base-url goes with library:add only.",
    ],
    [["list", "--folder", "docs"], "--folder goes with library:add only."],
    [["add", "a.md", "--folder="], "--folder needs a folder."],
    [
      ["add", "a.md", "--base-url", "a.example"],
      "--base-url needs an http(s) address.",
    ],
    [
      ["add", "a.md", "--url", "parley.example"],
      "--url needs the http(s) address",
    ],
    [["add", "a.md", "--all"], "There is no option --all."],
    [["clear"], "Choose a command: add, list or remove."],
  ])(
    "refuses the arguments %j and shows how it is used",
    async (given, problem) => {
      const { code, output } = await run(given);
      expect(code).toBe(1);
      expect(output).toContain(problem);
      expect(output).toContain("npm run library:add -- README.md");
    },
  );

  it.each([
    ["http://parley.example", { LIBRARY_KEY: KEY }, "Without https://"],
    ["https://parley.example", {}, "LIBRARY_KEY is not set"],
    [
      "https://parley.example",
      { LIBRARY_KEY: "my key" },
      "LIBRARY_KEY contains spaces",
    ],
  ])("sends no key to %s with %j", async (url, environment, problem) => {
    const { code, output } = await run(["list", "--url", url], environment);
    expect(code).toBe(1);
    expect(output).toContain(problem);
    expect(output).not.toContain("my key");
  });

  it("gives advice if nothing answers", async () => {
    await server.close();
    const { code, output } = await run(["list"]);
    expect(code).toBe(1);
    expect(output).toContain(
      `Nothing answers at ${server.url}. Is \`npm run dev\` running?`,
    );
    server = await startLibraryServer({ key: KEY });
  });
});
