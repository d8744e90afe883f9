import { expect, it } from "vitest";
import { readFirstResult } from "../../../src/models/demo/read-first-result.ts";
import { formatResults } from "../../../src/tools/search/format-results.ts";

const ada = {
  title: "Ada Lovelace",
  text: "She wrote a program (1843). It was the first.",
  url: "https://example.org/wiki/Ada_(name)",
};
const babbage = {
  title: "Charles Babbage",
  text: "He built machines; see https://example.org/machines",
  url: "https://example.org/wiki/Babbage",
};

it("reads the first of the results that the search tool lists", () => {
  expect(readFirstResult(formatResults([ada]))).toEqual(ada);
  expect(readFirstResult(formatResults([ada, babbage]))).toEqual(ada);
  expect(readFirstResult(formatResults([babbage, ada]))).toEqual(babbage);
});

it("reads results that lack something", () => {
  expect(readFirstResult("1. Ada")).toEqual({ title: "Ada", text: "" });
  expect(readFirstResult("1. Ada\nA name.\n\n2. Eve")).toEqual({
    title: "Ada",
    text: "A name.",
  });
});

it.each([
  ["One is. Two is. Three is.", "One is. Two is."],
  ["长城很长。它很老。它在中国。", "长城很长。它很老。"],
])("takes two sentences of %j", (text, sentences) => {
  expect(readFirstResult(`1. Title\n${text}`)?.text).toBe(sentences);
});

it("finds no result in other observations", () => {
  expect(readFirstResult('Nothing found for "1. Ada".')).toBeUndefined();
  expect(readFirstResult("")).toBeUndefined();
});
