import type * as z from "zod";
import type { Problem } from "../channel.ts";

export type QueryReading<Value> =
  | { readonly kind: "read"; readonly value: Value }
  | { readonly kind: "refused"; readonly problem: Problem };

/** Checks an address's query against a schema of texts. Of a parameter that comes twice the last one counts; others are let be. */
export function readQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): QueryReading<z.infer<Schema>> {
  const { searchParams } = new URL(request.url);
  const parsed = schema.safeParse(Object.fromEntries(searchParams));
  if (parsed.success) return { kind: "read", value: parsed.data };
  const errors = parsed.error.issues.map(({ path, message }) => ({
    pointer: `?${path.join(".")}`,
    detail: message,
  }));
  return {
    kind: "refused",
    problem: {
      status: 400,
      slug: "invalid-query",
      title: "The address has wrong parameters",
      detail: errors
        .map(({ pointer, detail }) => `${pointer} ${detail}`)
        .join("; "),
      errors,
    },
  };
}
