import { findSchemaFault } from "../../text/json-schema.ts";
import type { AnswerFormat } from "../../types/message.ts";
import { toPointer } from "../json-body.ts";
import { refuse, refuseField, wrongFields, type Reading } from "../problems.ts";
import type { ChatRequest } from "./chat-request.ts";
import { SchemaKeywords } from "./schema-keywords.ts";

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
