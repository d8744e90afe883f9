import { describe, expect, it } from "vitest";
import { findMismatch, findSchemaFault } from "../../src/text/json-schema.ts";

const TREE = {
  type: "object",
  properties: {
    name: { type: "string" },
    children: { type: "array", items: { $ref: "#" } },
  },
  required: ["name"],
};

/** Each level has twice the alternatives of the next. */
function doubling(levels: number): Record<string, unknown> {
  const names = Array.from({ length: levels }, (_, level) => `level${level}`);
  const $defs = Object.fromEntries(
    names.map((name, level) => {
      const next = { $ref: `#/$defs/${names[level + 1]}` };
      const isLast = level === levels - 1;
      return [name, isLast ? { type: "string" } : { anyOf: [next, next] }];
    }),
  );
  return { $defs, $ref: "#/$defs/level0" };
}

describe("a schema", () => {
  it.each([
    ["is empty", {}],
    ["refers to itself for what it contains", TREE],
    ["has a few alternatives", doubling(5)],
    ["has escaped names", { $defs: { "a/b~": {} }, $ref: "#/$defs/a~1b~0" }],
    ["refers to what allows all", { $defs: { a: true }, $ref: "#/$defs/a" }],
  ])("can be used if it %s", (_, schema) => {
    expect(findSchemaFault(schema)).toBeUndefined();
  });

  it.each([
    ["refers to itself in place", { anyOf: [{ $ref: "#" }] }, "back to itself"],
    [
      "refers to itself where it depends on a field",
      { dependentSchemas: { a: { $ref: "#" } } },
      "back to itself",
    ],
    ["refers to nothing", { $ref: "#/$defs/gone" }, "is not in the schema"],
    ["refers to the web", { $ref: "https://a.example/" }, "is not in the"],
    ["has alternatives that multiply", doubling(40), "too many alternatives"],
  ])("cannot be used if it %s", (_, schema, fault) => {
    expect(findSchemaFault(schema)).toContain(fault);
  });

  it.each(["allOf", "anyOf", "oneOf", "not", "if", "then", "else"])(
    "cannot refer to itself by %s",
    (keyword) => {
      const schema = { [keyword]: { $ref: "#" } };
      expect(findSchemaFault(schema)).toContain("back to itself");
    },
  );

  it.each([
    "additionalProperties",
    "contains",
    "items",
    "prefixItems",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
  ])("cannot have alternatives that multiply in %s", (keyword) => {
    const { $defs, $ref } = doubling(40);
    const schema = { $defs, [keyword]: { $ref } };
    expect(findSchemaFault(schema)).toContain("too many alternatives");
  });
});

describe("a value", () => {
  it("conforms, or the mismatch names the place", async () => {
    const child = (name: unknown) => ({ name: "a", children: [{ name }] });
    expect(await findMismatch(child("b"), TREE)).toBeUndefined();
    expect(await findMismatch(child(5), TREE)).toContain("/children/0/name");
  });

  it("is not compared if that would take long", async () => {
    const schema = { type: "array", items: doubling(10), uniqueItems: true };
    const numbers = Array.from({ length: 50_000 }, (_, index) => index);
    const isUnique = { type: "array", uniqueItems: true };
    for (const wide of [{ ...doubling(10), ...schema }, isUnique])
      expect(await findMismatch(numbers, wide)).toBe("It has too many values.");
  });

  it("may not be nested without end", async () => {
    const deep = JSON.parse("[".repeat(10_000) + "]".repeat(10_000)) as unknown;
    expect(await findMismatch(deep, {})).toContain("nested more than");
  });

  it("leaves the schema as it is", async () => {
    const before = JSON.stringify(TREE);
    await findMismatch({ name: "a" }, TREE);
    expect(JSON.stringify(TREE)).toBe(before);
  });
});
