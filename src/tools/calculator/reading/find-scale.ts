import { Fraction } from "fraction.js";

const SCALES: Readonly<Record<string, bigint>> = {
  dozen: 12n,
  hundred: 100n,
  百: 100n,
  thousand: 1_000n,
  千: 1_000n,
  万: 10_000n,
  lakh: 100_000n,
  million: 1_000_000n,
  mn: 1_000_000n,
  百万: 1_000_000n,
  crore: 10_000_000n,
  千万: 10_000_000n,
  亿: 100_000_000n,
  billion: 1_000_000_000n,
  bn: 1_000_000_000n,
  万亿: 1_000_000_000_000n,
  trillion: 1_000_000_000_000n,
};

/** The factor of a word behind a number: 2.5 million, 3万. A `k` must be close to it: 10k. */
export function findScale(
  name: string,
  { isClose }: { isClose: boolean },
): Fraction | undefined {
  const word = name.toLowerCase();
  const factor = Object.hasOwn(SCALES, word) ? SCALES[word] : undefined;
  if (factor !== undefined) return new Fraction(factor);
  return isClose && name === "k" ? new Fraction(1_000n) : undefined;
}
