import * as z from "zod";

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
    z.looseObject(KEYWORDS, "must be a JSON Schema"),
  ),
);

const KEYWORDS: z.ZodRawShape = {
  ...each(
    z.array(SchemaKeywords, "must be a list of schemas"),
    "allOf anyOf oneOf prefixItems",
  ),
  ...each(
    z.record(z.string(), SchemaKeywords, "must be an object of schemas"),
    "properties $defs definitions dependentSchemas",
  ),
  ...each(
    SchemaKeywords,
    "items contains not if then else propertyNames additionalProperties unevaluatedProperties unevaluatedItems",
  ),
  ...each(
    z.int("must be a whole number").min(0, "must not be negative"),
    "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties",
  ),
  ...each(
    z.number("must be a number"),
    "minimum maximum exclusiveMinimum exclusiveMaximum",
  ),
  ...each(
    z.number("must be a number").positive("must be more than 0"),
    "multipleOf",
  ),
  ...each(z.union([TypeName, z.array(TypeName).min(1, TYPE)], TYPE), "type"),
  ...each(z.array(z.unknown(), "must be a list of values"), "enum"),
  ...each(z.array(z.string(), "must be a list of names"), "required"),
  ...each(z.boolean("must be true or false"), "uniqueItems"),
  ...each(z.string("must be a name"), "format"),
  ...each(z.string("must be a reference such as #/$defs/name"), "$ref"),
  // An unlucky text can keep an expression busy for minutes.
  ...unsupported("describe the text in the description", "pattern"),
  ...unsupported("use additionalProperties", "patternProperties"),
  ...unsupported("refer to definitions by #/$defs/…", "$id $anchor"),
  ...unsupported("use $ref", "$dynamicRef $recursiveRef"),
  ...unsupported("use dependentSchemas", "dependencies"),
  ...unsupported("use prefixItems and items", "additionalItems"),
  ...unsupported('write type: ["string", "null"] or the like', "nullable"),
};

/** The same schema for several keywords, which may be missing. */
function each(schema: z.ZodType, keywords: string): z.ZodRawShape {
  return Object.fromEntries(
    keywords.split(" ").map((keyword) => [keyword, schema.optional()]),
  );
}

function unsupported(instead: string, keywords: string): z.ZodRawShape {
  return each(z.undefined(`is not supported: ${instead}`), keywords);
}
