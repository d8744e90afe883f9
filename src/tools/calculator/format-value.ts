import { CalculationError } from "./calculation-error.ts";
import { formatReal } from "./format-real.ts";
import { Complex } from "./numbers/complex.ts";
import { isNegative, isReal } from "./numbers/real.ts";
import type { Workspace } from "./numbers/workspace.ts";
import { Quantity } from "./units/quantity.ts";
import { writeUnits } from "./units/unit.ts";
import { isList, Numeral, type Value } from "./values/value.ts";

/** Longer observations are cut, and half a number is a wrong one. */
const MAX_LENGTH = 3_950;

/** `92.184`, `3.1068559611867 mi`, `1 + 3i`, `[[1, 2], [3, 4]]`, `true`. */
export function formatValue(workspace: Workspace, value: Value): string {
  const text = write(workspace, value);
  if (text.length <= MAX_LENGTH) return text;
  throw new CalculationError(
    "the result is too long to be shown. Ask for a part of it, e.g. its sum or length.",
  );
}

function write(workspace: Workspace, value: Value): string {
  if (isList(value))
    return `[${value.map((item) => write(workspace, item)).join(", ")}]`;
  if (typeof value === "boolean") return String(value);
  if (isReal(value)) return formatReal(workspace, value);
  if (value instanceof Numeral) return value.text;
  if (value instanceof Quantity)
    return `${formatReal(workspace, value.amount)} ${writeUnits(value.terms)}`;
  return writeComplex(workspace, value);
}

function writeComplex(workspace: Workspace, { re, im }: Complex): string {
  const sign = isNegative(im) ? "-" : "+";
  const size = formatReal(workspace, im.abs());
  const imaginary = size === "1" ? "i" : `${size}i`;
  const real = formatReal(workspace, re);
  if (real === "0") return sign === "-" ? `-${imaginary}` : imaginary;
  return `${real} ${sign} ${imaginary}`;
}
