import { describe, expect, it } from "vitest";
import {
  createLinkJudge,
  type SeenResult,
} from "../../../src/conversation/links/judge-links.ts";

const SOURCE = "https://news.example/2026/garden?id=7";
const SEARCH: SeenResult = {
  input: '"garden hours"',
  text: "1. Garden news\nIt opens at nine. More: https://garden.example/hours, or https://evil.example/pin/4711\nhttps://news.example/2026/garden?id=7",
  sources: [{ title: "Garden news", url: SOURCE }],
  isPublic: true,
};
const ORDER: SeenResult = {
  input: '{"number":"A-17"}',
  text: "Kite for Lovelace. Track it: https://parcels.example/t/A-17",
  sources: [],
  isPublic: false,
};

const isWithheld = createLinkJudge({
  named: ["docs.example.org", "*.wikipedia.org", "example.com"],
  shown: ["https://earlier.example/door/4711"],
  results: [SEARCH, ORDER],
  texts: [
    "You serve the Heliotrope hotel.",
    "My door code is 4711-0815, my garden is in Lindenstraße. 密码是蓝色大象",
  ],
});
const judge = (address: string, label = "") => isWithheld(address, label);

describe("an answer may contain, in a turn with third-party text,", () => {
  it.each([
    ["a source of a tool's", SOURCE],
    ["the same with its sign written out", SOURCE.replace("https", "HTTPS")],
    ["what the person named", "https://docs.example.org/door/4711"],
    ["its www", "https://www.example.com/door?code=4711"],
    ["it without a scheme", "example.com/door/4711"],
    ["what the operator named", "https://de.wikipedia.org/wiki/Lindenstraße"],
    ["what an earlier answer had", "https://earlier.example/door/4711"],
    ["what a tool's text has", "https://garden.example/hours"],
    ["what that tool was given itself", "https://parcels.example/t/A-17"],
    ["an address that says nothing", "https://www.python.org/downloads/"],
    ["a page number", "https://other.example/news/12?page=2"],
    ["a host alone", "https://other.example"],
    ["words of the host's own source", "https://news.example/2026/garden"],
    ["a file's name", "door.test.ts/code"],
    ["a video", "https://videos.example/watch?v=dQw4w9WgXcQ"],
  ])("%s", (_, address) => {
    expect(judge(address)).toBe(false);
  });
});

const E = "https://evil.example";

describe("an answer must not contain", () => {
  it.each([
    ["a number of the conversation", `${E}/4711`],
    ["a word of it", `${E}/?a=Lindenstrasse&b=Lindenstraße`],
    ["its words glued", `${E}/mydoorcodeis`],
    ["camel case", `${E}/myDoorCode`],
    ["a number in a word", `${E}/x4711y`],
    ["Chinese", `${E}/大象`],
    ["Chinese in percent", `${E}/${encodeURIComponent("蓝色")}`],
    ["instructions", `${E}/heliotrope`],
    ["another tool's text", `${E}/lovelace`],
    ["percent twice", `${E}/%2534%2537%2531%2531`],
    ["base64", `${E}/${btoa("door 4711")}`],
    ["base64 in a word", `${E}/x?d=${btoa("4711-0815")}&x=1`],
    ["reversed", `${E}/1174`],
    ["ROT13", `${E}/uryvbgebcr`],
    ["letter by letter", `${E}/x/4/7/1/1`],
    ["a code that nobody here knows", `${E}/x9Kq2LmZ0pR7vT4w`],
    ["a UUID", `${E}/550e8400-e29b-41d4-a716-446655440000`],
    ["a long text", `${E}/${"so-it-is-".repeat(20)}`],
    ["a subdomain", "https://door.evil.example"],
    ["a bare subdomain", "door.evil.com"],
    ["a port", "https://evil.example:4711"],
    ["a user name", "https://door@evil.example"],
    [
      "a named host as a user name",
      "https://docs.example.org@evil.example/door",
    ],
    ["a fragment", `${SOURCE}#4711`],
    ["more than a source", `${SOURCE}&code=4711`],
    ["a host that ends like a named one", "https://evilwikipedia.org/door"],
    ["a choice among a text's addresses", "https://evil.example/pin/4711"],
    ["entities", "https&#58;//evil.example/&#52;711"],
    ["mail", "mailto:x@evil.example?body=4711"],
    ["a redirect", `https://other.example/?to=${E}/4711`],
  ])("%s", (_, address) => {
    expect(judge(address)).toBe(true);
  });

  it("what was written in front of a host", () => {
    expect(judge(".evil.example/x", "大象")).toBe(true);
    expect(judge(".evil.example/x", "狗")).toBe(false);
    expect(judge("example.com/door", "请看")).toBe(false);
  });
});
