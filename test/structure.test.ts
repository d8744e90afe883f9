import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { VERSION } from "../src/version.ts";

const VOCABULARY = [
  "access",
  "identity",
  "message",
  "turn",
  "history",
  "prompt",
  "channel",
  "reply",
  "ports",
  "problem",
  "archive",
  "library",
  "budget",
  "counters",
  "rate-limiter",
  "errors",
  "store",
];
/** Everything may import these: small functions and the port of one channel. */
const SHARED = [
  "abort",
  "backoff",
  "bounded-fetch",
  "callback-queue",
  "hash",
  "json",
  "json-schema",
  "log",
  "nearest",
  "public-address",
  "text",
  "time-zone",
  "tokens",
  "untrusted-text",
  "version",
];
/** Code of the pages, which runs in browsers. */
const PAGES = ["channels/web/page/", "channels/admin/page/"];
const MAX_LINES = 300;

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
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
  const isRootFile = (path: string) => !path.includes("/");
  const nameOf = (path: string) => path.replace(/\.ts$/, "");
  const folderOf = (path: string) => path.split("/")[0] ?? "";
  const channelOf = (path: string) =>
    path.split("/").length > 2 &&
    !/^channels\/(?:schemas|markdown)\//.test(path)
      ? path.split("/")[1]
      : undefined;

  if (folderOf(from) === "platforms") return true;
  if (folderOf(to) === "platforms") return false;
  if (isRootFile(from)) {
    if (VOCABULARY.includes(nameOf(from)))
      return VOCABULARY.includes(nameOf(to));
    if (nameOf(from) === "app")
      return isRootFile(to) || ["channels", "library"].includes(folderOf(to));
    return (
      isRootFile(to) ||
      (from === "config.ts" &&
        (folderOf(to) === "config" ||
          ["tools/tool-catalogue.ts", "channels/channel-catalogue.ts"].includes(
            to,
          )))
    );
  }
  // The configuration validates the prompt template, style, tools and channels.
  if (
    folderOf(from) === "config" &&
    [
      "agent/prompt-template.ts",
      "agent/styles/agent-style.ts",
      "tools/tool-catalogue.ts",
      "channels/channel-catalogue.ts",
      "channels/channel-definition.ts",
    ].includes(to)
  )
    return true;
  // The demo model parses the output of Parley's own tools, and compares words
  // as the library does.
  if (
    from.startsWith("models/demo/") &&
    ["tools", "library"].includes(folderOf(to))
  )
    return true;
  // Tools and channels declare their own settings.
  if (
    ["tools", "channels"].includes(folderOf(from)) &&
    ["config/fields.ts", "config/setting.ts"].includes(to)
  )
    return true;
  // The list of channels.
  if (from === "channels/channel-catalogue.ts")
    return folderOf(to) === "channels";
  // Stores keep the state of callbacks and the passages of documents.
  if (
    folderOf(from) === "stores" &&
    (to.startsWith("channels/webhook/callbacks/") || folderOf(to) === "library")
  )
    return true;
  if (isRootFile(to)) return [...VOCABULARY, ...SHARED].includes(nameOf(to));
  // One tree of an answer: judged in conversation/, written by the channels.
  if (folderOf(to) === "document")
    return ["conversation", "channels", "document"].includes(folderOf(from));
  if (
    folderOf(from) === "conversation" &&
    [
      "agent/executor.ts",
      "agent/reading/clean-reply.ts",
      "agent/reading/text-reader.ts",
    ].includes(to)
  )
    return true;
  // The library's routes read and reject requests as the channels do.
  if (folderOf(from) === "library" && folderOf(to) === "channels")
    return channelOf(to) === undefined;
  if (folderOf(from) === "channels" && folderOf(to) === "channels") {
    // Another API of the same channel (with the same keys, conversations and
    // ids), and the operator's routes to it.
    if (
      ["openai", "admin"].includes(channelOf(from) ?? "") &&
      channelOf(to) === "webhook"
    )
      return true;
    // Both pages store the reader's language in the same place.
    if (
      from.startsWith("channels/admin/page/") &&
      to.startsWith("channels/web/page/")
    )
      return true;
    return channelOf(to) === undefined || channelOf(to) === channelOf(from);
  }
  return folderOf(from) === folderOf(to);
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
        .filter(
          (to) =>
            !to.startsWith("..") &&
            !path.startsWith("channels/web/page/") &&
            !mayImport(path, to),
        )
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
            !to.startsWith("document/") &&
            PAGES.some((page) => path.startsWith(page)) !==
              PAGES.some((page) => to.startsWith(page)),
        )
        .map((to) => `${path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
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

  it("touch the environment in platforms/ only, and the cloud there and in stores/", () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        !path.startsWith("platforms/") &&
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
