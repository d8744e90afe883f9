import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { listTools } from "../../../src/agent/styles/describe-tools.ts";
import { parseInputSchema } from "../../../src/tools/mcp/parse-input-schema.ts";
import { runs } from "../../property-runs.ts";

type Schema = Readonly<Record<string, unknown>>;

function read(schema: Schema): z.ZodObject {
  const input = parseInputSchema({ type: "object", ...schema });
  if (input === undefined) throw new Error("The schema was rejected.");
  return input;
}

/** The fields as a text prompt describes them. */
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
      "required and optional fields",
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
      "enums and constants",
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
      "objects with arbitrary keys",
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
      "union types",
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
      "a recursive reference",
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
      "alternatives of the whole input",
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
      "malformed keywords",
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
  ])("describes %s to the model", (_, schema, shown) => {
    expect(show(schema)).toBe(shown);
  });

  it("does not name a single text field, as for other tools", () => {
    expect(show({ properties: { query: { type: "string" } } })).toBe("");
  });

  it("checks required fields, types and enums", () => {
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

  it("keeps bounds, formats and patterns but leaves their validation to the server", () => {
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
    [
      "a tool with additionalProperties: false",
      { additionalProperties: false },
      { b: 1 },
    ],
    [
      "a nested object",
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
  ])("rejects unknown fields of %s", (_, schema, input) => {
    const { error } = read(schema).safeParse(input);
    expect(error?.message).toContain("Unrecognized key");
  });

  it.each<[string, Schema, unknown]>([
    [
      "a tool that accepts any field",
      { additionalProperties: true },
      { a: "x", b: 1 },
    ],
    [
      "a tool that accepts fields of a type",
      { additionalProperties: { type: "integer" } },
      { a: "x", b: 1 },
    ],
    [
      "a tool with patternProperties, which the server checks",
      { patternProperties: { "^b": {} }, additionalProperties: false },
      { a: "x", b: 1 },
    ],
    [
      "a nested object without declared fields",
      { properties: { o: { type: "object" } } },
      { o: { b: 1 } },
    ],
    [
      "a nested object with additionalProperties: true",
      {
        properties: {
          o: { properties: { a: {} }, additionalProperties: true },
        },
      },
      { o: { a: 1, b: 1 } },
    ],
  ])("passes on unknown fields of %s", (_, schema, input) => {
    const properties = { a: { type: "string" } };
    expect(read({ properties, ...schema }).parse(input)).toEqual(input);
  });

  it("rejects an additional field of the wrong type", () => {
    const additionalProperties = { type: "integer" };
    expect(accepts({ additionalProperties }, { b: "x" })).toEqual([false]);
  });

  it("rejects a schema that is too large for a prompt, or that references expand", () => {
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

  it("rejects a schema that is nested too deeply", () => {
    let deep: Schema = { type: "string" };
    for (let depth = 0; depth < 600; depth++)
      deep = { type: "array", items: deep };
    expect(parseInputSchema({ properties: { deep } })).toBeUndefined();
  });

  it("parses any JSON deterministically and within the size limit", () => {
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
      { numRuns: runs(100) },
    );
  });
});
