/**
 * A moment as the clocks of a time zone show it: `2026-11-22 09:30 (Sunday), Asia/Shanghai, UTC+08:00`.
 * @param moment milliseconds since the epoch
 * @param timeZone as `Intl` takes it: an IANA name or an offset
 */
export function formatTime(moment: number, timeZone: string): string {
  const parts = Intl.DateTimeFormat("en", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  }).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((candidate) => candidate.type === type)?.value ?? "";

  const date = `${part("year")}-${part("month")}-${part("day")}`;
  const time = `${part("hour")}:${part("minute")}`;
  // `GMT+08:00`, but `GMT` alone for zero.
  const offset = part("timeZoneName")
    .replace("GMT", "UTC")
    .replace(/^UTC$/, "UTC+00:00");
  const place = /^(?:[+-]|UTC$)/.test(timeZone) ? [] : [timeZone];
  return [`${date} ${time} (${part("weekday")})`, ...place, offset].join(", ");
}
