import * as z from "zod";
import { findSchemaFault } from "../../text/json-schema.ts";
import type { AnswerFormat } from "../../types/message.ts";
import { toPointer } from "../json-body.ts";
import { refuse, refuseField, wrongFields, type Reading } from "../problems.ts";
import type { ChatRequest } from "./chat-request.ts";

/** In UTF-16 units of JSON: the schema is part of the turn's prompts. */
const MAX_SCHEMA_LENGTH = 16_000;

const MAX_ERRORS = 5;
const PATH = ["response_format", "json_schema", "schema"];

/**
 * The JSON that a request asks for; `undefined`: text. Refuses a schema that
 * answers cannot be checked against.
 */
export function readResponseFormat(
  format: ChatRequest["response_format"],
): Reading<AnswerFormat | undefined> {
  if (format?.type === "json_object")
    return { kind: "read", value: { schema: { type: "object" } } };
  if (format?.type !== "json_schema") return { kind: "read", value: undefined };
  const { schema: given = { type: "object" }, strict } = format.json_schema;
  // The dialect: generators name theirs, although they write what all share.
  const { $schema: _, ...schema } = given ?? { type: "object" };
  const at = toPointer(PATH);
  if (JSON.stringify(schema).length > MAX_SCHEMA_LENGTH)
    return refuseField(
      at,
      `is longer than ${MAX_SCHEMA_LENGTH} characters of JSON`,
    );
  const { issues = [] } = SchemaKeywords.safeParse(schema).error ?? {};
  if (issues.length > 0)
    return refuse(
      wrongFields(
        issues.slice(0, MAX_ERRORS).map(({ path, message }) => ({
          pointer: toPointer([...PATH, ...path]),
          detail: message,
        })),
      ),
    );
  const fault = findSchemaFault(schema);
  if (fault !== undefined) return refuseField(at, fault);
  return {
    kind: "read",
    value: { schema, ...(strict === true && { isStrict: true }) },
  };
}

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
const SchemaKeywords: z.ZodType = z.lazy(() =>
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
