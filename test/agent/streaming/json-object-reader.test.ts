import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonObjectReader } from "../../../src/agent/streaming/json-object-reader.ts";

const read = (text: string) => {
  const reader = createJsonObjectReader();
  const length = reader.push(text);
  return { reader, length };
};

describe("createJsonObjectReader", () => {
  it("reads texts, numbers, literals, lists and objects", () => {
    const { reader } = read(
      '{"a": "x", "b": -1.5e3, "c": null, "d": [1, {"e": "}"}], "f": {"g": "\\""}}',
    );
    expect(reader.state).toBe("closed");
    expect(
      ["a", "b", "c", "d", "f"].map((name) => reader.field(name)?.value),
    ).toEqual(["x", -1500, null, [1, { e: "}" }], { g: '"' }]);
  });

  it("says how much of the text belonged to the object", () => {
    expect(read('{"a": 1} and more').length).toBe(8);
  });

  it("lets a text grow while it is written", () => {
    const { reader } = read('{"a": "half of i');
    expect(reader.field("a")).toEqual({
      value: "half of i",
      isComplete: false,
    });
    reader.push('t"');
    expect(reader.field("a")).toEqual({
      value: "half of it",
      isComplete: true,
    });
  });

  it.each([
    ["raw line breaks", '{"a": "one\ntwo"}', "one\ntwo"],
    ["escapes", String.raw`{"a": "\n\t\"\\\/é🙂"}`, '\n\t"\\/é🙂'],
    [
      "backslashes that JSON does not know",
      String.raw`{"a": "\(x\) \sqrt{2}"}`,
      String.raw`\(x\) \sqrt{2}`,
    ],
    [
      "a broken Unicode escape",
      String.raw`{"a": "\u12G4"}`,
      String.raw`\u12G4`,
    ],
    ["a trailing comma", '{"a": "x",}', "x"],
  ])("takes %s", (_, text, value) => {
    const { reader } = read(text);
    expect(reader.field("a")?.value).toBe(value);
    expect(reader.state).toBe("closed");
  });

  it.each([
    "[1]",
    "{a: 1}",
    '{"a" 1}',
    '{"a": tru}',
    '{"a": "x" "b"}',
    '{"a": }',
  ])("calls %s broken", (text) => {
    expect(read(text).reader.state).toBe("broken");
  });

  it("reads whatever JSON.stringify writes, in pieces of any size", () => {
    const field = fc.string().filter((name) => name !== "__proto__");
    fc.assert(
      fc.property(
        fc.dictionary(field, fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        (value, size) => {
          const text = JSON.stringify(value);
          const reader = createJsonObjectReader();
          for (let index = 0; index < text.length; index += size)
            reader.push(text.slice(index, index + size));
          expect(reader.state).toBe("closed");
          const plain = JSON.parse(text) as Record<string, unknown>;
          for (const [name, expected] of Object.entries(plain))
            expect(reader.field(name)?.value).toEqual(expected);
        },
      ),
    );
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void read(`{${text}`)));
  });
});
