/** A moment on the clocks of a place. */
export interface Moment {
  /** `2026-11-22`. */
  readonly date: string;
  /** `09:30`. */
  readonly time: string;
  /** `Asia/Shanghai, UTC+08:00`. */
  readonly zone: string;
}

/** Reads an observation of the tool for the current time; `undefined` where it gave none. */
export function readMoment(observation: string): Moment | undefined {
  const [, date, time, zone] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d) \(\w+\), (.+)$/m.exec(observation) ?? [];
  return date === undefined || time === undefined || zone === undefined
    ? undefined
    : { date, time, zone };
}
