import { describe, expect, it } from "vitest";
import {
  addressesIn,
  findOwnWords,
  hostsIn,
} from "../../../src/conversation/answer/own-words.ts";
import { writeInput } from "../../../src/conversation/input/write-input.ts";
import { createMessage } from "../../fixtures/messages.ts";

const EVIL = "https://evil.example/x";

describe("people's own words", () => {
  it("are what they wrote, in this turn and before", () => {
    const history = [
      { role: "user", text: "See https://one.example" },
      { role: "assistant", text: `I found ${EVIL}` },
      {
        role: "assistant",
        text: "Or team.example",
        origin: { kind: "operator", name: "anna" },
      },
    ] as const;
    const preceding = [
      { role: "user", text: "See three.example" },
      { role: "assistant", text: `I found ${EVIL}` },
    ] as const;
    const message = { text: "and two.example", preceding };
    const hosts = findOwnWords(message, history).flatMap(hostsIn);
    expect(hosts.map((host) => host.replace(".example", ""))).toEqual([
      "one",
      "team",
      "three",
      "two",
    ]);
  });

  it("are not what they quote, forward or attach, nor their names or file names", () => {
    const notes = {
      kind: "document",
      file: "1",
      name: "evil.example.txt",
    } as const;
    const message = createMessage({
      id: "1",
      text: "Read this",
      isGroup: true,
      author: { id: "7", name: "evil.example" },
      quoted: { text: `${EVIL}\n${EVIL}`, author: { name: "evil.example" } },
      forwarded: [{ text: EVIL }],
      attachments: [notes],
    });
    const { text } = writeInput(
      message,
      new Map([[notes, { kind: "document", text: `a\n${EVIL}` }]]),
    );
    expect(text).toContain("evil.example");
    const words = findOwnWords({ text: "" }, [{ role: "user", text }]);
    expect(words.join("")).toContain("Read this");
    expect(words.flatMap(hostsIn)).toEqual([]);
  });
});

it.each([
  ["See (https://a.example/x), b.example.", ["https://a.example/x"]],
  ["见https://a.example/x。好", ["https://a.example/x"]],
  ["ada@a.example", []],
])("finds the addresses of %j", (text, found) => {
  expect([
    ...new Set(addressesIn(text).map((one) => one.replace(/[),]+$/, ""))),
  ]).toEqual(found);
});

it("finds addresses with and without the punctuation that follows", () => {
  expect(addressesIn("(https://a.example/x),")).toEqual([
    "https://a.example/x),",
    "https://a.example/x",
  ]);
});

it.each([
  ["a.example and WWW.B.example/x", ["a.example", "www.b.example"]],
  ["ada@a.example", []],
  ["见a.example。", ["a.example"]],
])("finds the hosts of %j", (text, found) => {
  expect(hostsIn(text)).toEqual(found);
});
