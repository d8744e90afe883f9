/** Whether JSON has at most so many levels, and so many values in all. */
export function isWithin(
  json: unknown,
  limits: { depth: number; values: number },
): boolean {
  const budget = { ...limits };
  const fits = (value: unknown, depth: number): boolean => {
    budget.values -= 1;
    if (budget.values < 0 || depth < 0) return false;
    if (typeof value !== "object" || value === null) return true;
    return Object.values(value).every((child) => fits(child, depth - 1));
  };
  return fits(json, limits.depth);
}
