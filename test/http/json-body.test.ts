import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson, toPointer } from "../../src/http/json-body.ts";

const problemOf = (text: string) => {
  const parsed = parseStrictJson(text);
  return parsed.kind === "refused" ? parsed.problem : undefined;
};
const pointersOf = (text: string) =>
  problemOf(text)?.errors?.map(({ pointer }) => pointer);

describe("parseStrictJson", () => {
  it.each([
    ['{"a": 1, "a": 1}', "/a"],
    ['{"a": 1, "b": {"a": 2}, "\\u0061": 3}', "/a"],
    ['{"a": {"b": [0, {"c": 1, "c": 2}]}}', "/a/b/1/c"],
    ['[[], {}, {"x": 1, "x" \n : 2}]', "/2/x"],
    ['{"": 1, "": 2}', "/"],
    ['{"a/b~c": 1, "a/b~c": 2}', "/a~1b~0c"],
    ['{"\\"}": 1, "\\"}": 2}', '/"}'],
    ['{"a": {"__proto__": 1}}', "/a/__proto__"],
  ])("rejects %s with a pointer to the name", (text, pointer) => {
    expect(problemOf(text)).toMatchObject({ status: 400 });
    expect(pointersOf(text)).toEqual([pointer]);
  });

  it("allows the same names in neighbouring and nested objects", () => {
    const text =
      '{"a": {"a": [{"a": "a"}, {"a": "{\\"a\\": 1, \\"a\\": 2}"}]}}';
    expect(parseStrictJson(text)).toEqual({
      kind: "read",
      value: JSON.parse(text) as unknown,
    });
  });

  it("accepts 32 levels and rejects more", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(problemOf(nested(32))).toBeUndefined();
    for (const depth of [33, 130_000])
      expect(problemOf(nested(depth))).toMatchObject({
        slug: "json-too-deep",
      });
    expect(problemOf(`${'{"a":'.repeat(33)}1${"}".repeat(33)}`)?.slug).toBe(
      "json-too-deep",
    );
  });

  it("accepts 10,000 values and rejects more", () => {
    const list = (length: number) => `[${Array(length).fill("{}").join(",")}]`;
    expect(problemOf(list(10_000))).toBeUndefined();
    expect(problemOf(list(10_001))).toMatchObject({
      status: 413,
      slug: "body-too-large",
    });
    const lists = `{"a": ${list(5_000)}, "b": ${list(5_001)}}`;
    expect(problemOf(lists)?.status).toBe(413);
  });

  it("rejects invalid JSON", () => {
    for (const text of ["", " ", "{", "{'a': 1}", "NaN", '{"a": 1,}', "nul"])
      expect(problemOf(text)).toMatchObject({ slug: "broken-json" });
  });

  it("parses everything without duplicate names as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const parsed = parseStrictJson(text);
        if (text.includes('"__proto__"')) return;
        expect(parsed).toEqual({ kind: "read", value: JSON.parse(text) });
      }),
    );
  });

  it("finds a duplicate name anywhere", () => {
    fc.assert(
      fc.property(fc.string(), fc.json({ maxDepth: 3 }), (name, value) => {
        const text = `{${JSON.stringify(name)}: ${value}, ${JSON.stringify(name)}: 1}`;
        expect(problemOf(text)?.status).toBe(400);
      }),
    );
  });
});

describe("toPointer", () => {
  it("formats a path by RFC 6901", () => {
    expect(toPointer(["metadata", "a/b~c", 3, ""])).toBe(
      "/metadata/a~1b~0c/3/",
    );
    expect(toPointer([])).toBe("");
  });

  it("cuts long names between characters", () => {
    expect(toPointer(["x".repeat(100)])).toBe(`/${"x".repeat(100)}`);
    expect(toPointer(["x".repeat(101)])).toBe(`/${"x".repeat(100)}…`);
    expect(toPointer([`${"x".repeat(99)}${"😀".repeat(9_000)}`])).toBe(
      `/${"x".repeat(99)}…`,
    );
  });
});
