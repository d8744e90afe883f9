/** The date and time that the clocks show, e.g. `2026-12-01T09:00:00`. */
export function toLocal(at: number, timeZone: string): string {
  const moment = new Date(at);
  // UTC, the default, needs no `Intl`, whose first use takes 20 ms of a start.
  return timeZone === "UTC"
    ? moment.toISOString().slice(0, 19)
    : moment.toLocaleString("sv", { timeZone }).replace(" ", "T");
}

/** e.g. `2026-12-01 09:00` */
export function showLocal(at: number, timeZone: string): string {
  return toLocal(at, timeZone).slice(0, 16).replace("T", " ");
}

/** Whether that date and time exist in the calendar. */
export function isLocal(local: string): boolean {
  const time = Date.parse(`${local}Z`);
  return (
    !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === local
  );
}

/** The date some days later, e.g. `2026-12-01`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000)
    .toISOString()
    .slice(0, 10);
}
