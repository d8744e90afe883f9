import { describe, expect, it } from "vitest";
import { readChat } from "../../../src/http/openai/parse-chat.ts";

async function read(format: unknown) {
  const request = new Request("https://parley.example/", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      messages: [{ role: "user", content: "Hi" }],
      response_format: format,
    }),
  });
  return readChat(request, { caller: "shop" });
}

const withSchema = (schema: unknown, rest: object = {}) => ({
  type: "json_schema",
  json_schema: { name: "person", schema, ...rest },
});
const PERSON = {
  type: "object",
  properties: { name: { type: "string" }, age: { type: ["integer", "null"] } },
  required: ["name", "age"],
  additionalProperties: false,
};
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

function nest(levels: number): object {
  return levels === 0
    ? { type: "string" }
    : { type: "array", items: nest(levels - 1) };
}

describe("response_format", () => {
  it.each([
    ["nothing", undefined, undefined],
    ["null", null, undefined],
    ["text", { type: "text" }, undefined],
    ["an object", { type: "json_object" }, { schema: { type: "object" } }],
    [
      "a schema that need not hold",
      withSchema(PERSON, { strict: false }),
      { schema: PERSON },
    ],
    [
      "a schema",
      withSchema({ $schema: DIALECT, ...PERSON }, { strict: true }),
      { schema: PERSON, isStrict: true },
    ],
    [
      "a schema that is missing",
      { type: "json_schema", json_schema: { name: "any" } },
      { schema: { type: "object" } },
    ],
  ])("may ask for %s", async (_, format, answerFormat) => {
    const reading = await read(format);
    if (reading.kind === "refused") throw new Error(reading.problem.detail);
    expect(reading.value.message.answerFormat).toEqual(answerFormat);
  });

  const at = "/response_format/json_schema/schema";
  it.each([
    [
      "of another type",
      { type: "xml" },
      "/response_format/type",
      "json_object",
    ],
    [
      "without json_schema",
      { type: "json_schema" },
      "/response_format/json_schema",
      "with a schema",
    ],
    ["with a schema that is none", withSchema([]), at, "a JSON Schema"],
    [
      "with a strictness that is none",
      withSchema(PERSON, { strict: "yes" }),
      "/response_format/json_schema/strict",
      "must be true or false",
    ],
    [
      "with a misspelled type",
      withSchema({ properties: { age: { type: "int" } } }),
      `${at}/properties/age/type`,
      "must be string, number, integer",
    ],
    [
      "with properties in a list",
      withSchema({ properties: ["a"] }),
      `${at}/properties`,
      "must be an object of schemas",
    ],
    [
      "with a pattern",
      withSchema({ items: { pattern: "(a+)+$" } }),
      `${at}/items/pattern`,
      "is not supported",
    ],
    [
      "with properties by pattern",
      withSchema({ patternProperties: { "^a": {} } }),
      `${at}/patternProperties`,
      "use additionalProperties",
    ],
    [
      "with OpenAPI's nullable",
      withSchema({ nullable: true }),
      `${at}/nullable`,
      "is not supported",
    ],
    [
      "with a reference to nothing",
      withSchema({ $ref: "#/$defs/x" }),
      at,
      "is not in the schema",
    ],
    [
      "with a schema that is too long",
      withSchema({ description: "x".repeat(16_000) }),
      at,
      "is longer than 16000",
    ],
  ])("is rejected %s", async (_, format, pointer, detail) => {
    expect(await read(format)).toMatchObject({
      kind: "refused",
      problem: {
        slug: "invalid-fields",
        errors: [{ pointer, detail: expect.stringContaining(detail) }],
      },
    });
  });

  it.each([
    ["allOf", {}, "must be a list of schemas"],
    ["items", 7, "must be a JSON Schema"],
    ["minLength", -1, "must not be negative"],
    ["maxItems", 1.5, "must be a whole number"],
    ["minimum", "1", "must be a number"],
    ["multipleOf", 0, "must be more than 0"],
    ["type", [], "must be string, number, integer"],
    ["enum", "red", "must be a list of values"],
    ["required", "name", "must be a list of names"],
    ["uniqueItems", "yes", "must be true or false"],
    ["format", 1, "must be a name"],
    ["$ref", 1, "must be a reference such as"],
    ["$anchor", "a", "refer to definitions by"],
    ["$dynamicRef", "#a", "use $ref"],
    ["dependencies", {}, "use dependentSchemas"],
    ["additionalItems", false, "use prefixItems and items"],
  ])(
    "is rejected with the keyword %s that is %j",
    async (name, value, detail) => {
      expect(await read(withSchema({ [name]: value }))).toMatchObject({
        problem: {
          errors: [
            {
              pointer: `${at}/${name}`,
              detail: expect.stringContaining(detail),
            },
          ],
        },
      });
    },
  );

  it("is rejected with five of its faults at most", async () => {
    const schema = {
      enum: 1,
      required: 1,
      format: 1,
      $ref: 1,
      type: 1,
      not: 1,
    };
    const reading = await read(withSchema(schema));
    expect(reading).toMatchObject({ problem: { errors: { length: 5 } } });
  });

  it("is rejected with a schema that is too deep", async () => {
    expect(await read(withSchema(nest(40)))).toMatchObject({
      kind: "refused",
      problem: { status: 400, slug: "json-too-deep" },
    });
    expect(await read(withSchema(nest(20)))).toMatchObject({ kind: "read" });
  });
});
