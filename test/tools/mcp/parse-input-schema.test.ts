import { listTools } from "../../../src/agent/styles/describe-tools.ts";
import { parseInputSchema } from "../../../src/tools/mcp/parse-input-schema.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";

type Schema = Readonly<Record<string, unknown>>;

function read(schema: Schema): z.ZodObject {
  const input = parseInputSchema({ type: "object", ...schema });
  if (input === undefined) throw new Error("The schema was refused.");
  return input;
}

/** What a text prompt holds. */
function show(schema: Schema): string {
  const tool = {
    name: "t",
    description: "d",
    input: read(schema),
    run: async () => "",
  };
  return listTools([tool]).replace(/^- t: d(?: Input is JSON: )?/, "");
}

function accepts(schema: Schema, ...inputs: readonly unknown[]): boolean[] {
  return inputs.map((input) => read(schema).safeParse(input).success);
}

describe("parseInputSchema", () => {
  it.each<[string, Schema, string]>([
    ["no fields", {}, "{}"],
    [
      "fields, needed and not",
      {
        properties: {
          city: { type: "string", description: "where\n to" },
          days: { type: "integer", minimum: 1, maximum: 9 },
          exact: { type: "boolean" },
          ratio: { type: "number" },
        },
        required: ["city"],
      },
      '{"city": string (where to), "days"?: integer, "exact"?: boolean, "ratio"?: number}',
    ],
    [
      "choices",
      {
        properties: {
          unit: { type: "string", enum: ["C", "F"] },
          mode: { const: "fast" },
          level: { enum: [1, 2, null] },
        },
      },
      '{"unit"?: "C" | "F", "mode"?: "fast", "level"?: 1 | 2 | null}',
    ],
    [
      "nested objects and lists",
      {
        properties: {
          filter: {
            type: "object",
            properties: { tags: { type: "array", items: { type: "string" } } },
            required: ["tags"],
          },
          rows: { type: "array", items: { properties: { n: {} } } },
        },
      },
      '{"filter"?: {"tags": string[]}, "rows"?: ({"n"?: any})[]}',
    ],
    [
      "free objects",
      {
        properties: {
          labels: {
            type: "object",
            additionalProperties: { type: "string" },
          },
          extra: { type: "object" },
        },
      },
      '{"labels"?: {[key]: string}, "extra"?: {[key]: any}}',
    ],
    [
      "several types",
      {
        properties: {
          id: { type: ["string", "null"] },
          at: { anyOf: [{ type: "string" }, { type: "integer" }] },
          by: { type: "string", nullable: true },
        },
      },
      '{"id"?: string | null, "at"?: string | integer, "by"?: string | null}',
    ],
    [
      "references",
      {
        properties: {
          from: { $ref: "#/$defs/Place" },
          to: { $ref: "#/definitions/a~1b", description: "the end" },
          via: { allOf: [{ $ref: "#/$defs/Place" }] },
          other: { $ref: "https://elsewhere.example/schema" },
        },
        $defs: {
          Place: {
            type: "object",
            properties: { name: { type: "string" } },
            required: ["name"],
          },
        },
        definitions: { "a/b": { $ref: "#/$defs/Place" } },
      },
      '{"from"?: {"name": string}, "to"?: {"name": string} (the end), "via"?: {"name": string}, "other"?: any}',
    ],
    [
      "a reference that leads back to itself",
      {
        properties: { tree: { $ref: "#/$defs/Node" } },
        $defs: {
          Node: {
            properties: {
              children: { type: "array", items: { $ref: "#/$defs/Node" } },
            },
          },
        },
      },
      '{"tree"?: {"children"?: any[]}}',
    ],
    [
      "alternatives of the whole",
      {
        oneOf: [
          {
            properties: { kind: { const: "mail" }, to: { type: "string" } },
            required: ["kind", "to"],
          },
          {
            properties: { kind: { const: "post" }, box: { type: "integer" } },
            required: ["kind", "box"],
          },
        ],
        required: ["kind"],
      },
      '{"kind": "mail" | "post", "to"?: string, "box"?: integer}',
    ],
    [
      "keywords that are something else than they should be",
      {
        properties: {
          a: 5,
          b: { type: 7, enum: "x", properties: [], required: "all" },
          c: { type: "array", items: [{ type: "string" }] },
          d: { enum: [{ a: 1 }] },
          e: false,
        },
        required: { a: true },
      },
      '{"a"?: any, "b"?: any, "c"?: any[], "d"?: any, "e"?: any}',
    ],
  ])("tells the model of %s", (_, schema, shown) => {
    expect(show(schema)).toBe(shown);
  });

  it("takes a field of text, as other tools do, without its name", () => {
    expect(show({ properties: { query: { type: "string" } } })).toBe("");
  });

  it("checks fields, types and choices", () => {
    const schema = {
      properties: {
        unit: { enum: ["C", "F"] },
        days: { type: "integer" },
        place: { properties: { name: { type: "string" } }, required: ["name"] },
      },
      required: ["days"],
    };
    expect(
      accepts(
        schema,
        { days: 1 },
        { days: 1, unit: "F", place: { name: "Porto" } },
        {},
        { days: "1" },
        { days: 1.5 },
        { days: 1, unit: "K" },
        { days: 1, place: {} },
      ),
    ).toEqual([true, true, false, false, false, false, false]);
  });

  it("leaves bounds, formats and patterns to the server, but shows them", () => {
    const schema = {
      properties: {
        id: {
          type: "string",
          pattern: "^(a+)+$",
          format: "uuid",
          default: "a",
        },
        days: { type: "integer", minimum: 1 },
      },
    };
    expect(accepts(schema, { id: `${"a".repeat(50)}!`, days: 0 })).toEqual([
      true,
    ]);
    expect(z.toJSONSchema(read(schema), { io: "input" })).toMatchObject({
      properties: {
        id: { type: "string", pattern: "^(a+)+$", format: "uuid" },
        days: { type: "integer", minimum: 1 },
      },
    });
    expect(JSON.stringify(z.toJSONSchema(read(schema)))).not.toContain("9007");
  });

  it.each<[string, Schema, unknown]>([
    ["a tool", { properties: { a: {} } }, { a: 1, b: 1 }],
    ["a tool without fields", {}, { b: 1 }],
    ["a closed object", { additionalProperties: false }, { b: 1 }],
    [
      "an object within",
      { properties: { o: { properties: { a: {} } } } },
      { o: { b: 1 } },
    ],
    [
      "the objects of a list",
      {
        properties: { o: { items: { properties: { a: {} } }, type: "array" } },
      },
      { o: [{ a: 1 }, { a: 1, b: 1 }] },
    ],
  ])("refuses fields that %s does not have", (_, schema, input) => {
    const { error } = read(schema).safeParse(input);
    expect(error?.message).toContain("Unrecognized key");
  });

  it.each<[string, Schema, unknown]>([
    ["a tool that takes any", { additionalProperties: true }, { a: "x", b: 1 }],
    [
      "a tool that takes those of a type",
      { additionalProperties: { type: "integer" } },
      { a: "x", b: 1 },
    ],
    [
      "a tool with patterns of names, which the server checks",
      { patternProperties: { "^b": {} }, additionalProperties: false },
      { a: "x", b: 1 },
    ],
    [
      "a free object within",
      { properties: { o: { type: "object" } } },
      { o: { b: 1 } },
    ],
    [
      "an open object within",
      {
        properties: {
          o: { properties: { a: {} }, additionalProperties: true },
        },
      },
      { o: { a: 1, b: 1 } },
    ],
  ])("passes on all fields of %s", (_, schema, input) => {
    const properties = { a: { type: "string" } };
    expect(read({ properties, ...schema }).parse(input)).toEqual(input);
  });

  it("refuses a field of another type than its schema takes", () => {
    const additionalProperties = { type: "integer" };
    expect(accepts({ additionalProperties }, { b: "x" })).toEqual([false]);
  });

  it("refuses a schema that is too large for a prompt, however small it looks", () => {
    const fields = Array.from({ length: 200 }, (_, at) => [
      `field_number_${at}`,
      { type: "string" },
    ]);
    expect(
      parseInputSchema({ properties: Object.fromEntries(fields) }),
    ).toBeUndefined();
    const doubling = Array.from({ length: 30 }, (_, at) => [
      `D${at}`,
      {
        properties: {
          left: { $ref: `#/$defs/D${at + 1}` },
          right: { $ref: `#/$defs/D${at + 1}` },
        },
      },
    ]);
    expect(
      parseInputSchema({
        properties: { root: { $ref: "#/$defs/D0" } },
        $defs: Object.fromEntries(doubling),
      }),
    ).toBeUndefined();
  });

  it("refuses one that is nested deeper than can be read", () => {
    let deep: Schema = { type: "string" };
    for (let depth = 0; depth < 600; depth++)
      deep = { type: "array", items: deep };
    expect(parseInputSchema({ properties: { deep } })).toBeUndefined();
  });

  it("reads any JSON, the same each time", () => {
    const keyword = fc.constantFrom(
      "type",
      "properties",
      "required",
      "items",
      "anyOf",
      "oneOf",
      "allOf",
      "enum",
      "const",
      "$ref",
      "$defs",
      "additionalProperties",
      "description",
      "default",
      "__proto__",
      "nullable",
    );
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom("object", "string", "array", "integer", "#", "#/$defs"),
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie("schema"), { maxLength: 3 }),
        fc.dictionary(keyword, tie("schema"), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(keyword, schema), (root) => {
        const [one, other] = [parseInputSchema(root), parseInputSchema(root)];
        expect(one === undefined).toBe(other === undefined);
        if (one === undefined || other === undefined) return;
        one.safeParse({});
        const shown = JSON.stringify(z.toJSONSchema(one, { io: "input" }));
        expect(shown.length).toBeLessThanOrEqual(4_000);
        expect(JSON.stringify(z.toJSONSchema(other, { io: "input" }))).toBe(
          shown,
        );
      }),
      { numRuns: 300 },
    );
  });
});
