import * as z from "zod";

/** A call that Telegram refuses, in its words. */
export class MethodError extends Error {
  override readonly name = "MethodError";
  readonly status: number;
  /** As in `ResponseParameters` of the Bot API. */
  readonly parameters: { readonly retry_after?: number } | undefined;

  constructor(
    status: number,
    description: string,
    parameters?: MethodError["parameters"],
  ) {
    super(description);
    this.status = status;
    this.parameters = parameters;
  }
}

/** A whole number; in forms, it comes as text. */
export const whole = () => z.coerce.number().int();

/** JSON, which in forms comes as text. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === "string" ? JSON.parse(value) : value),
    schema,
  );

export function parse<Schema extends z.ZodType>(
  schema: Schema,
  parameters: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(parameters);
  if (!parsed.success)
    throw new MethodError(400, `Bad Request: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
