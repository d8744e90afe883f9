import fc from "fast-check";
import { jsonrepair } from "jsonrepair";
import { describe, expect, it } from "vitest";
import { parseLooseJson } from "../../../src/agent/reading/loose-json.ts";

const parse = (text: string) => {
  const json = parseLooseJson(text, 0);
  return json.kind === "object" ? json.value : json.kind;
};

function repairAlone(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}

describe("parseLooseJson", () => {
  it.each([
    ["a trailing comma", '{"a": [1, 2,],}', { a: [1, 2] }],
    [
      "comments",
      '{"a": "b//c", // one\n /* two */ "d": 1}',
      { a: "b//c", d: 1 },
    ],
    [
      "single quotes",
      "{'a': 'it\\'s', 'b': True, 'c': None}",
      { a: "it's", b: true, c: null },
    ],
    ["curly quotes", "{“a”：“b”，“c”：“d”}", { a: "b", c: "d" }],
    [
      "quotes of both kinds",
      `{'a': "don't", "b": 'say "no"'}`,
      { a: "don't", b: 'say "no"' },
    ],
    ["bare keys", '{a: "b", c_d: 2}', { a: "b", c_d: 2 }],
    ["bare words", '{"a": Green Moss, "b": 1}', { a: "Green Moss", b: 1 }],
    ["a sum", '{"a": 2 * (3 + 4)}', { a: "2 * (3 + 4)" }],
    ["a missing comma", '{"a": "b"\n"c": 1}', { a: "b", c: 1 }],
    ["leading zeros", '{"a": 007}', { a: "007" }],
    ["a missing colon", '{"a" "b"}', { a: "b" }],
    ["a missing inner bracket", '{"a": {"b": [1, 2}}', { a: { b: [1, 2] } }],
    ["raw line breaks", '{"a": "b\n\nc"}', { a: "b\n\nc" }],
    ["a field that is there twice", '{"a": 1, "b": 2, "a": 3}', { a: 1, b: 2 }],
    ["a repaired one, too", "{'a': 1, 'a': 3}", { a: 1 }],
    ["triple quotes", '{"a": """\nb "c"\n"""}', { a: 'b "c"' }],
    [
      "inner quotes",
      '{"a": "the "blue" one, "he" said", "b": 1}',
      { a: 'the "blue" one, "he" said', b: 1 },
    ],
    ["inner JSON", '{"a": "{"b": "c", "d": 1}"}', { a: '{"b": "c", "d": 1}' }],
    ["quotes escaped twice", '{"a": "{\\\\"b\\\\": 1}"}', { a: '{"b": 1}' }],
    ["missing closers", '{"a": {"b": "c"\n', { a: { b: "c" } }],
    ["missing closers in a fence", '{"a": {"b": "c"}\n```', { a: { b: "c" } }],
    [
      "an unknown escape",
      String.raw`{"a": "\(x\) \d+ \_"}`,
      { a: String.raw`\(x\) \d+ \_` },
    ],
    [
      "LaTeX",
      String.raw`{"a": "\frac{1}{2}\theta"}`,
      { a: String.raw`\frac{1}{2}\theta` },
    ],
    [
      "a path",
      String.raw`{"a": "C:\temp\new.txt"}`,
      { a: String.raw`C:\temp\new.txt` },
    ],
    ["a pattern", String.raw`{"a": "\bmoss\b"}`, { a: String.raw`\bmoss\b` }],
    [
      "plain escapes",
      String.raw`{"a": "b\n\tc\u00e9\\d"}`,
      { a: "b\n\tcé\\d" },
    ],
    [
      "a field called __proto__",
      '{"__proto__": 1,}',
      JSON.parse('{"__proto__": 1}'),
    ],
  ])("reads %s", (_, text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it.each([
    ["a text", '{"a": "b'],
    ["an inner text", '{"a": {"b": "c\\"'],
    ["a number", '{"a": 1'],
    ["after a comma", '{"a": 1,'],
    ["after a key", '{"a"'],
    ["before a value", '{"a":'],
  ])("does not close %s that was cut", (_, text) => {
    expect(parse(text)).toBe("cut");
  });

  it.each([
    ["a product of words", '{"a": b * c}'],
    ["a call", '{"a": b(1)}'],
    ["a call with a text", '{"a": delete("moss")}'],
    ["words in braces", "{green moss}"],
    ["words after a value", '{"a": {"b": 1} c": "d"}'],
  ])("does not guess at %s", (_, text) => {
    expect(parse(text)).toBe("broken");
  });

  it.each([
    ['{"a": "run: echo "moss", then "fern""}', 'run: echo "moss", then "fern"'],
    ['{"a": "write {"b": "c"} there"}', 'write {"b": "c"} there'],
    [String.raw`{"a": "input: {\"q\": \"moss"}`, 'input: {"q": "moss'],
    ['{"a": "{"b": "c"}", "d": 1}', '{"b": "c"}'],
    [String.raw`{"a": "\sigma(x)"}`, String.raw`\sigma(x)`],
    ['{"a": "moss"}\n{"b": 2}', "moss"],
  ])("guards %j against jsonrepair", (text, value) => {
    expect(parse(text)).toMatchObject({ a: value });
    expect(repairAlone(text)).not.toMatchObject({ a: value });
  });

  it.each(["[", '{"a":', '{"a":[', "{{", "[1 2, "])(
    "gives up on 100,000 characters of %s",
    (unit) => {
      const text = unit.repeat(100_000 / unit.length);
      expect(parse(`[${text}`)).toMatch(/^(?:cut|broken)$/);
      expect(parse(`{'a': ${text}`)).toMatch(/^(?:cut|broken)$/);
    },
  );

  it("returns the object's end", () => {
    expect(parseLooseJson('x {"a": "}"} y }', 2)).toEqual({
      kind: "object",
      value: { a: "}" },
      end: 12,
      isClosed: true,
    });
  });

  it("accepts valid JSON verbatim", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        // These are decoded verbatim on purpose.
        fc.pre(!/\\[bfnrt]/.test(text));
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
