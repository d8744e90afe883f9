/** Nobody means deeper input, and what walks through it may run out of stack. */
const MAX_DEPTH = 64;

/** Whether lists and objects stand in one another more than 64 deep. Does not recurse. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
