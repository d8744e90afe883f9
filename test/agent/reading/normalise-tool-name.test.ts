import { describe, expect, it } from "vitest";
import {
  findToolInSentence,
  normaliseToolName,
  splitCall,
} from "../../../src/agent/reading/resolve-tool.ts";

const tools = ["search", "read_file", "Ask Expert", "Calc", "calc"];

describe("normaliseToolName", () => {
  it.each([
    ["search", "search"],
    [" Search ", "search"],
    ["`search`", "search"],
    ["** search **", "search"],
    ["[search]", "search"],
    ["“search”.", "search"],
    ["the search tool", "search"],
    ["use search", "search"],
    ["search (finds pages)", "search"],
    ["functions.search:0", "search"],
    ["read\\_file", "read_file"],
    ["ask  expert", "Ask Expert"],
    ["read-file", "read_file"],
    ["Read File", "read_file"],
    ["readFile", "read_file"],
    ["ask_expert", "Ask Expert"],
    ["Calc", "Calc"],
    ["calc", "calc"],
  ])("finds what %j means", (written, name) => {
    expect(normaliseToolName(written, tools)).toBe(name);
  });

  it.each([
    "",
    "searchread_file",
    "search read_file",
    "expert ask",
    "file",
    "CALC",
    "find it",
    "_",
  ])("does not guess at %j", (written) => {
    expect(normaliseToolName(written, tools)).toBeUndefined();
  });

  it("distinguishes tools that differ only in separators", () => {
    const alike = ["read_file", "readfile"];
    expect(normaliseToolName("readfile", alike)).toBe("readfile");
    expect(normaliseToolName("read_file", alike)).toBe("read_file");
    expect(normaliseToolName("read-file", alike)).toBeUndefined();
  });
});

describe("findToolInSentence", () => {
  it("finds the tool that a sentence starts with", () => {
    expect(findToolInSentence("Use Search to find moss", tools)).toBe("search");
    expect(findToolInSentence("search for moss.", tools)).toBe("search");
  });

  it("prefers the longer of two names that begin alike", () => {
    const alike = ["search", "search-images"];
    const sentence = "search-images of moss";
    expect(findToolInSentence(sentence, alike)).toBe("search-images");
  });

  it("finds none in the middle, in part of a word, or next to another", () => {
    expect(findToolInSentence("Find it by search", tools)).toBeUndefined();
    expect(findToolInSentence("searching for moss", tools)).toBeUndefined();
    expect(findToolInSentence("search and read_file", tools)).toBeUndefined();
  });
});

describe("splitCall", () => {
  it.each(['search("moss")', 'search["moss"]', 'search ("moss")'])(
    "splits %s",
    (call) => {
      expect(splitCall(call)).toEqual({ name: "search", argument: '"moss"' });
    },
  );

  it("leaves other text alone", () => {
    expect(splitCall("search for moss")).toBeUndefined();
    expect(splitCall("f(x) is a function")).toBeUndefined();
  });
});
