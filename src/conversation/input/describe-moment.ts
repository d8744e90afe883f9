import { showLocal, toLocal } from "../../schedules/local-time.ts";

const WEEKDAYS =
  "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/**
 * The date and time at which a message arrived, e.g. `Friday, 2026-11-27 14:05
 * (Asia/Shanghai)`: the same in all prompts of its turn.
 */
export function describeMoment(at: number, timeZone: string): string {
  const day = new Date(`${toLocal(at, timeZone)}Z`).getUTCDay();
  return `${WEEKDAYS[day]}, ${showLocal(at, timeZone)} (${timeZone})`;
}
