import type { Problem } from "../../channel.ts";

/** Refuses a body for one of its fields. */
export function refuseField(
  pointer: string,
  detail: string,
): { readonly kind: "refused"; readonly problem: Problem } {
  return {
    kind: "refused",
    problem: {
      status: 422,
      slug: "invalid-fields",
      title: "The body has wrong fields",
      detail: `${pointer} ${detail}`,
      errors: [{ pointer, detail }],
    },
  };
}
