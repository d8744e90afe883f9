/** The hour and minute of today, else also the day. */
export function formatTime(
  at: Date,
  { language, now = new Date() }: { language: string; now?: Date },
): string {
  const isToday = at.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(language, {
    ...(isToday ? {} : { dateStyle: "medium" }),
    timeStyle: "short",
  }).format(at);
}
