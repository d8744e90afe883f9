import type * as z from "zod";
import type { Problem } from "../channel.ts";

export type QueryReading<Value> =
  | { readonly kind: "read"; readonly value: Value }
  | { readonly kind: "refused"; readonly problem: Problem };

/** Checks an address's query against a schema of texts. A parameter that stands there twice is refused; unknown ones are let be. */
export function readQuery<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
): QueryReading<z.infer<Schema>> {
  const { searchParams } = new URL(request.url);
  const repeated = Object.keys(schema.shape).filter(
    (name) => searchParams.getAll(name).length > 1,
  );
  if (repeated.length > 0)
    return refuse(
      repeated.map((name) => ({ name, detail: "stands there twice" })),
    );
  const parsed = schema.safeParse(Object.fromEntries(searchParams));
  return parsed.success
    ? { kind: "read", value: parsed.data }
    : refuse(
        parsed.error.issues.map(({ path, message }) => ({
          name: path.join("."),
          detail: message,
        })),
      );
}

function refuse(faults: readonly { name: string; detail: string }[]): {
  readonly kind: "refused";
  readonly problem: Problem;
} {
  const errors = faults.map(({ name, detail }) => ({
    pointer: `?${name}`,
    detail,
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
