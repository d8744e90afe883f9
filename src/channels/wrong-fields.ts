import type { Problem } from "../channel.ts";

/** A body with wrong fields; a pointer is empty for the body itself, and `detail` is a clause behind the field's name. */
export function wrongFields(errors: NonNullable<Problem["errors"]>): Problem {
  return {
    status: 422,
    slug: "invalid-fields",
    title: "The body has wrong fields",
    detail: errors
      .map(({ pointer, detail }) => `${pointer || "the body"} ${detail}`)
      .join("; "),
    errors,
  };
}
