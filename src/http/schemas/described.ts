import * as z from "zod";

/** A body that the API description names. */
export function body<const Shape extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: Shape,
): z.ZodObject<Shape> {
  return z.object(shape).meta({ id, description });
}

/** A described field, with examples. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...examples: readonly z.input<Schema>[]
): Schema {
  return schema.meta({
    description,
    ...(examples.length > 0 && { examples: [...examples] }),
  });
}

export function text(description: string, ...examples: string[]): z.ZodString {
  return field(z.string(), description, ...examples);
}

export function int(description: string, ...examples: number[]): z.ZodInt {
  return field(z.int(), description, ...examples);
}
