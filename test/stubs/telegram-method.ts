import * as z from "zod";

/** A call that Telegram rejects, with its error message. */
export class MethodError extends Error {
  override readonly name = "MethodError";
  readonly status: number;
  /** The Bot API's `ResponseParameters`. */
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

/** An integer; in forms, as text. */
export const whole = () => z.coerce.number().int();

/** JSON; in forms, as text. */
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
