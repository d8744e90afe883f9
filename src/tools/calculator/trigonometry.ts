import { CalculationError } from "./calculation-error.ts";

/** Radians. Beyond, the distance between two doubles is no longer small against a turn. */
const LARGEST_ANGLE = 1e9;

export function sine(angle: number): number {
  return withoutNoise(Math.sin(angle), angle);
}

export function cosine(angle: number): number {
  return withoutNoise(Math.cos(angle), angle);
}

export function tangent(angle: number): number {
  if (cosine(angle) === 0)
    throw new CalculationError(`tan(${angle}) has no value there.`);
  return withoutNoise(Math.tan(angle), angle);
}

/** sin(pi) is 0, although the double next to pi has a sine of 1.2e-16. */
function withoutNoise(result: number, angle: number): number {
  if (Math.abs(angle) > LARGEST_ANGLE)
    throw new CalculationError(
      `the angle ${angle} is too large; take whole turns (2 * pi) off.`,
    );
  return Math.abs(result) < 4 * Number.EPSILON * Math.abs(angle) ? 0 : result;
}
