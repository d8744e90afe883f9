import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { VERSION } from "../src/runtime/version.ts";

/** What the parts that have variables declare them with. */
const SETTINGS = ["settings/"];

/** What requests and strangers' messages are limited with. */
const LIMITS = ["limits/limiter.ts", "limits/guess-delay.ts"];

/**
 * What a folder may import besides itself and what everything may import:
 * `types/`, `text/`, `runtime/`. Files, or folders with their files and folders
 * (`/`) or with their files alone (`/*`).
 */
const IMPORTS: Readonly<Record<string, readonly string[]>> = {
  types: [],
  text: [],
  runtime: [],
  settings: [],
  document: [],
  files: [],
  library: [],
  limits: [],
  schedules: [],
  agent: SETTINGS,
  // The demo model parses the output of Parley's own tools, and compares words
  // as the library does.
  models: ["tools/search/results.ts", "library/", ...SETTINGS],
  tools: ["schedules/", ...SETTINGS],
  conversation: [
    "schedules/",
    "document/",
    "files/",
    "agent/executor.ts",
    "agent/reading/clean-reply.ts",
    "agent/reading/text-reader.ts",
    "limits/limiter.ts",
  ],
  // They read and refuse requests like every other route.
  channels: ["document/", "http/*", ...SETTINGS],
  http: [
    "schedules/",
    "files/",
    "channels/kit/channel-definition.ts",
    "channels/kit/fetched-replies.ts",
    "channels/markdown/",
    "page/server/routes.ts",
    "page/client/markdown/",
    "page/client/parts/",
    "page/client/turn-events.ts",
    ...LIMITS,
  ],
  page: [
    "document/",
    "http/*",
    "http/schemas/",
    ...LIMITS,
    "channels/kit/to-attachment.ts",
    "channels/kit/lenient.ts",
  ],
  // Stores keep the state of callbacks and the passages of documents.
  stores: ["http/callbacks/", "library/"],
  // The configuration reads what each part declares.
  config: [
    "schedules/business-hours.ts",
    "agent/agent-settings.ts",
    "agent/prompt-template.ts",
    "models/model-settings.ts",
    "tools/tool-catalogue.ts",
    "channels/channel-catalogue.ts",
    "channels/kit/channel-definition.ts",
    ...SETTINGS,
  ],
};
/** Code of the pages, which runs in browsers. */
const PAGES = ["page/client/", "http/admin/page/", "http/console/page/"];
/** Described operations; some show code that runs elsewhere. */
const DESCRIPTION = /\.description\.ts$|^http\/description\/(?!routes)/;
const MAX_LINES = 300;

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join("src", path), "utf8");
    const imports = [...text.matchAll(/from "(\.[^"]+)"/g)].map(
      ([, specifier = ""]) =>
        relative("src", join("src", dirname(path), specifier)),
    );
    return { path, text, imports };
  });

/** Whether a file may import another; paths are relative to `src/`. */
function mayImport(from: string, to: string): boolean {
  const folderOf = (path: string) => path.split("/")[0] ?? "";
  if (folderOf(from) === "platforms") return true;
  if (folderOf(from) === folderOf(to))
    return folderOf(from) !== "channels" || mayUseChannel(from, to);
  if (folderOf(from) === "types") return false;
  if (["types", "text", "runtime"].includes(folderOf(to))) return true;
  return (IMPORTS[folderOf(from)] ?? []).some((allowed) =>
    allowed.endsWith("/*")
      ? dirname(to) === dirname(allowed)
      : allowed.endsWith("/")
        ? to.startsWith(allowed)
        : to === allowed,
  );
}

/** Channels know nothing of each other; the catalogue lists them. */
function mayUseChannel(from: string, to: string): boolean {
  const channelOf = (path: string) => path.split("/")[1] ?? "";
  return (
    dirname(from) === "channels" ||
    ["kit", "markdown", channelOf(from)].includes(channelOf(to))
  );
}

/**
 * The modules that are evaluated before a file: its imports and re-exports
 * other than types.
 */
function valueImports(path: string): string[] {
  const { text = "" } = sources.find((source) => source.path === path) ?? {};
  return [
    ...text.matchAll(/^(?:import|export) (?!type)[^;]*?from "(\.[^"]+)"/gm),
  ].map(([, specifier = ""]) =>
    relative("src", join("src", dirname(path), specifier)),
  );
}

describe("the sources", () => {
  it("import only along the path of a message", () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter((to) => !to.startsWith("..") && !mayImport(path, to))
        .map((to) => `${path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it("separate the pages' code, which runs in browsers", () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(
          (to) =>
            // The build writes texts for the page there.
            !to.startsWith("../dist/") &&
            !/^(?:document|types|text)\//.test(to) &&
            // Types of the server's bodies are no code.
            valueImports(path).includes(to) &&
            PAGES.some((page) => path.startsWith(page)) !==
              PAGES.some((page) => to.startsWith(page)),
        )
        .map((to) => `${path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  it("draw the pages without HTML in texts", () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        PAGES.some((page) => path.startsWith(page)) &&
        /innerHTML|outerHTML|insertAdjacentHTML|parseFromString/i.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it(`stay under ${MAX_LINES} lines a file`, () => {
    const long = sources
      .filter(({ text }) => text.split("\n").length > MAX_LINES)
      .map(({ path }) => path);
    expect(long).toEqual([]);
  });

  it("have no import cycles, types included", () => {
    const importsOf = new Map(
      sources.map(({ path, imports }) => [path, imports]),
    );
    const done = new Set<string>();
    const findCycle = (path: string, way: readonly string[]): string[] => {
      const start = way.indexOf(path);
      if (start >= 0) return [[...way.slice(start), path].join(" → ")];
      if (done.has(path)) return [];
      const cycles = (importsOf.get(path) ?? []).flatMap((to) =>
        findCycle(to, [...way, path]),
      );
      done.add(path);
      return cycles;
    };
    expect(sources.flatMap(({ path }) => findCycle(path, []))).toEqual([]);
  });

  it("leave descriptions, which are long, to the build", () => {
    const wrong = sources.filter(
      ({ path, imports }) =>
        !DESCRIPTION.test(path) && imports.some((to) => DESCRIPTION.test(to)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("touch the environment in platforms/ only, and the cloud there and in stores/", () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        !path.startsWith("platforms/") &&
        !DESCRIPTION.test(path) &&
        (path.startsWith("stores/")
          ? /process\.env|cloudflare:|from "node:/
          : /process\.env|cloudflare:|@aws-sdk|from "node:/
        ).test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("leave AWS's SDK out of Workers", () => {
    const reached = new Set(["platforms/cloudflare/worker.ts"]);
    for (const path of reached)
      for (const to of valueImports(path)) reached.add(to);
    const wrong = sources.filter(
      ({ path, text }) =>
        reached.has(path) &&
        /^(?:import|export) (?!type)[^;]*@aws-sdk/m.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("carry the version of package.json", () => {
    expect(JSON.parse(readFileSync("package.json", "utf8"))).toMatchObject({
      version: VERSION,
    });
  });
});
