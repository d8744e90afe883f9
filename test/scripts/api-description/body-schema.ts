import * as z from "zod";
import { apiDocument } from "./collect-operations.ts";

/** A schema of the document, with all that it refers to, as a validator. */
export function bodySchema(schema: object): z.ZodType {
  const definitions = { schemas: apiDocument.components.schemas };
  const whole = JSON.stringify({ ...schema, $defs: definitions.schemas });
  return z.fromJSONSchema(
    JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")),
  );
}
