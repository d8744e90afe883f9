import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonObjectReader } from "../../../src/agent/streaming/json-object-reader.ts";

const read = (text: string) => {
  const reader = createJsonObjectReader();
  const length = reader.push(text);
  return { reader, length };
};

describe("createJsonObjectReader", () => {
  it("tells texts, literals and nested values, and where they begin", () => {
    const { reader } = read(
      '{"a": "x", "b": -1.5e3, "c": null, "d": [1, {"e": "}"}], "f": {"g": "\\""}}',
    );
    expect(reader.state).toBe("closed");
    expect(
      [...reader.fields].map(([name, { kind, start }]) => [name, kind, start]),
    ).toEqual([
      ["a", "text", 7],
      ["b", "literal", 16],
      ["c", "literal", 29],
      ["d", "nested", 40],
      ["f", "nested", 62],
    ]);
  });

  it("says how much of the text belonged to the object", () => {
    expect(read('{"a": 1} and more').length).toBe(8);
  });

  it("gives a text piece by piece while it is written, as it is written", () => {
    const { reader } = read('{"a": "half of \\u00');
    expect(reader.take("a")).toBe("half of \\u00");
    expect(reader.fields.get("a")?.isComplete).toBe(false);
    reader.push('e9\\"t"');
    expect(reader.take("a")).toBe('e9\\"t');
    expect(reader.take("a")).toBe("");
    expect(reader.fields.get("a")?.isComplete).toBe(true);
  });

  it("takes the first of two fields with one name", () => {
    const { reader } = read('{"a": "x", "b": 1, "a": "y"}');
    expect(reader.state).toBe("closed");
    expect(reader.take("a")).toBe("x");
  });

  it.each([
    ["raw line breaks", '{"a": "one\ntwo"}'],
    ["backslashes that JSON does not know", String.raw`{"a": "\(x\)"}`],
    ["a trailing comma", '{"a": "x",}'],
  ])("goes on at %s", (_, text) => {
    expect(read(text).reader.state).toBe("closed");
  });

  it.each([
    "[1]",
    "{a: 1}",
    '{"a" 1}',
    '{"a": tru}',
    '{"a": "x" "b"}',
    '{"a": }',
    String.raw`{"\u0061": 1}`,
  ])("calls %s broken", (text) => {
    expect(read(text).reader.state).toBe("broken");
  });

  it("reads whatever JSON.stringify writes, in pieces of any size", () => {
    const name = fc.string().filter((key) => !/["\\\p{Cc}]/u.test(key));
    fc.assert(
      fc.property(
        fc.dictionary(name, fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        (value, size) => {
          const text = JSON.stringify(value);
          const reader = createJsonObjectReader();
          for (let index = 0; index < text.length; index += size)
            reader.push(text.slice(index, index + size));
          expect(reader.state).toBe("closed");
          for (const [key, field] of Object.entries(value)) {
            if (typeof field === "string")
              expect(JSON.parse(`"${reader.take(key)}"`)).toBe(field);
            expect(reader.fields.get(key)?.isComplete).toBe(true);
          }
        },
      ),
    );
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string(), (text) => void read(`{${text}`)));
  });
});
