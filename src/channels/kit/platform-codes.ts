import { DeliveryError } from "../../types/errors.ts";

type Code = string | number;

/** Makes a check whether a platform rejected a call with one of these codes. */
export function hasCode(codes: readonly Code[]): (error: unknown) => boolean {
  return (error) =>
    error instanceof DeliveryError &&
    error.code !== undefined &&
    codes.includes(error.code);
}

const KINDS = ["rate-limited", "unreachable", "gone"] as const;

/** @param codes the platform's, by what they mean; all others mean `refused` */
export function kindOf(
  code: Code,
  codes: Readonly<Partial<Record<(typeof KINDS)[number], readonly Code[]>>>,
): DeliveryError["kind"] {
  return KINDS.find((kind) => codes[kind]?.includes(code)) ?? "refused";
}
