import { CalculationError } from "../calculation-error.ts";

/** Dates and times of day are not calculated with; read as arithmetic, 2024-12-25 would be 1987. Throws `CalculationError`. */
export function refuseDate(text: string): void {
  const [date] = DATE.exec(text) ?? [];
  if (date !== undefined)
    throw new CalculationError(
      `${date} looks like a date, and dates are not supported. Count the days yourself; if it is arithmetic, put blanks around the operators.`,
    );
  const [time] = TIME.exec(text) ?? [];
  if (time !== undefined && !text.includes("?"))
    throw new CalculationError(
      `${time} looks like a time of day, which is not supported. Write hours and minutes, e.g. 2 h + 15 min.`,
    );
}

const DATE =
  /\b\d{4}([-/])\d{1,2}\1\d{1,2}\b|\b\d{1,2}([-/.])\d{1,2}\2\d{4}\b|\d{4}年\d{1,2}月/;

const TIME = /\b\d{1,2}:\d{2}\b/;
