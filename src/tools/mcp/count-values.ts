/**
 * The number of values in JSON, or infinity if it has more levels or values
 * than allowed; those are not visited.
 */
export function countValues(
  json: unknown,
  limits: { depth: number; values: number },
): number {
  let count = 0;
  const fits = (value: unknown, depth: number): boolean => {
    count += 1;
    if (count > limits.values || depth < 0) return false;
    if (typeof value !== "object" || value === null) return true;
    return Object.values(value).every((child) => fits(child, depth - 1));
  };
  return fits(json, limits.depth) ? count : Infinity;
}
