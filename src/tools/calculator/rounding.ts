import { CalculationError } from "./calculation-error.ts";
import { math } from "./math.ts";

/** Rounds halves away from zero, in decimal: round(2.675, 2) = 2.68. Negative places are those before the point: round(1250, -2) = 1300. */
export function round(value: number, places = 0): number {
  if (!Number.isInteger(places) || Math.abs(places) > 15)
    throw new CalculationError(
      `round takes from -15 to 15 decimal places, not ${places}.`,
    );
  if (places >= 0) return math().round(value, places);
  return math().round(value / 10 ** -places) * 10 ** -places;
}
