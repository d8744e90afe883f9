import type { Measurement } from "./measurement.ts";

/** Summary of repeated measurements, in CPU milliseconds per turn. */
export interface Figures {
  /** The agent without HTTP: median, lowest and highest. */
  readonly ownMs: number;
  readonly lowestMs: number;
  readonly highestMs: number;
  /** Median of the subtracted time. */
  readonly httpMs: number;
  readonly promptMessages: number;
}

export function summariseMeasurements(
  measurements: readonly Measurement[],
): Figures {
  const own = measurements.map(({ agentMs, httpMs }) => agentMs - httpMs);
  return {
    ownMs: median(own),
    lowestMs: Math.min(...own),
    highestMs: Math.max(...own),
    httpMs: median(measurements.map(({ httpMs }) => httpMs)),
    promptMessages: measurements[0]?.promptMessages ?? 0,
  };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
