import * as z from "zod";

const unsupported = (instead: string) =>
  z.undefined(`is not supported: ${instead}`).optional();
const count = () =>
  z.int("must be a whole number").min(0, "must not be negative").optional();
const number = () => z.number("must be a number").optional();

const TYPE =
  "must be string, number, integer, boolean, object, array or null, or a list of these";
const TypeName = z.enum(
  ["string", "number", "integer", "boolean", "object", "array", "null"],
  TYPE,
);

/**
 * The keywords of a JSON Schema 2020-12, as far as an answer can be checked
 * against it. Messages are clauses that follow the keyword's place. For
 * validation only: boolean schemas change.
 */
export const SchemaKeywords: z.ZodType = z.lazy(() =>
  z.preprocess(
    (value) => (typeof value === "boolean" ? {} : value),
    z.looseObject(
      {
        type: z.union([TypeName, z.array(TypeName).min(1)], TYPE).optional(),
        enum: z.array(z.unknown(), "must be a list of values").optional(),
        properties: map(),
        $defs: map(),
        definitions: map(),
        dependentSchemas: map(),
        required: z.array(z.string(), "must be a list of names").optional(),
        allOf: list(),
        anyOf: list(),
        oneOf: list(),
        prefixItems: list(),
        items: SchemaKeywords.optional(),
        contains: SchemaKeywords.optional(),
        not: SchemaKeywords.optional(),
        if: SchemaKeywords.optional(),
        then: SchemaKeywords.optional(),
        else: SchemaKeywords.optional(),
        additionalProperties: SchemaKeywords.optional(),
        unevaluatedProperties: SchemaKeywords.optional(),
        unevaluatedItems: SchemaKeywords.optional(),
        propertyNames: SchemaKeywords.optional(),
        minLength: count(),
        maxLength: count(),
        minItems: count(),
        maxItems: count(),
        minContains: count(),
        maxContains: count(),
        minProperties: count(),
        maxProperties: count(),
        minimum: number(),
        maximum: number(),
        exclusiveMinimum: number(),
        exclusiveMaximum: number(),
        multipleOf: z
          .number("must be a number")
          .positive("must be more than 0")
          .optional(),
        uniqueItems: z.boolean("must be true or false").optional(),
        format: z.string("must be a name").optional(),
        $ref: z.string("must be a reference such as #/$defs/name").optional(),
        // An unlucky text can keep an expression busy for minutes.
        pattern: unsupported("describe the text in the description"),
        patternProperties: unsupported("use additionalProperties"),
        $id: unsupported("refer to definitions by #/$defs/…"),
        $anchor: unsupported("refer to definitions by #/$defs/…"),
        $dynamicRef: unsupported("use $ref"),
        $recursiveRef: unsupported("use $ref"),
        dependencies: unsupported("use dependentSchemas"),
        additionalItems: unsupported("use prefixItems and items"),
        nullable: unsupported('write type: ["string", "null"] or the like'),
      },
      "must be a JSON Schema",
    ),
  ),
);

function list() {
  return z.array(SchemaKeywords, "must be a list of schemas").optional();
}

function map() {
  return z
    .record(z.string(), SchemaKeywords, "must be an object of schemas")
    .optional();
}
