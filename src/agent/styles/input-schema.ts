import * as z from "zod";

/** A tool's input as JSON Schema, as the model has to write it: fields with a default are optional. */
export function inputSchema(input: z.ZodObject): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
}
