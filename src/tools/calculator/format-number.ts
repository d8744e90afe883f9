/**
 * Integers in full as far as doubles know them (2^53), other values with at most 15 significant digits, which hides
 * binary noise. Beyond 15 digits in e-notation, which shows that the rest is unknown.
 */
export function formatNumber(value: number): string {
  // Adding 0 makes 0 of -0.
  if (Number.isSafeInteger(value)) return String(value + 0);
  const rounded = Number(value.toPrecision(15));
  return Math.abs(rounded) < 1e15 ? String(rounded) : rounded.toExponential();
}
