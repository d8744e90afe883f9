import type { Problem } from "../channel.ts";
import { wrongFields } from "./wrong-fields.ts";

/** Refuses a body for one of its fields. */
export function refuseField(
  pointer: string,
  detail: string,
): { readonly kind: "refused"; readonly problem: Problem } {
  return { kind: "refused", problem: wrongFields([{ pointer, detail }]) };
}
