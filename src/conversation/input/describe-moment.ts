const WEEKDAYS =
  "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/**
 * The date and time at which a message arrived, e.g. `Friday, 2026-11-27 14:05
 * (Asia/Shanghai)`: the same in all prompts of its turn.
 */
export function describeMoment(at: number, timeZone: string): string {
  const moment = new Date(at);
  // UTC, the default, needs no `Intl`, whose first use takes 20 ms of a start.
  const local =
    timeZone === "UTC"
      ? moment
      : new Date(`${moment.toLocaleString("sv", { timeZone })}Z`);
  const date = local.toISOString().slice(0, 16).replace("T", " ");
  return `${WEEKDAYS[local.getUTCDay()]}, ${date} (${timeZone})`;
}
