import type { BudgetLimits } from "../../budget.ts";

/**
 * How long until then, in words: "in 3 hours", "3小时后". A time of the day would need everybody's time zone, which channels do
 * not tell. Rounded up, so that nobody comes too early.
 */
export function describeWait(waitMs: number, language: "en" | "zh"): string {
  const format = new Intl.RelativeTimeFormat(language);
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  if (seconds < 120) return format.format(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return format.format(minutes, "minute");
  return format.format(Math.ceil(minutes / 60), "hour");
}

export function countsTokens({
  userDailyTokens,
  globalDailyTokens,
}: BudgetLimits): boolean {
  return userDailyTokens > 0 || globalDailyTokens > 0;
}

export function withCommas(count: number): string {
  return count.toLocaleString("en");
}
