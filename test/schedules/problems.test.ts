import { expect, it } from "vitest";
import { SCHEDULE_PROBLEMS } from "../../src/schedules/problems.ts";

const { en, zh } = SCHEDULE_PROBLEMS;

it.each(Object.keys(en) as (keyof typeof en)[])(
  "%s names the same numbers in both languages",
  (problem) => {
    const numbersIn = (text: string) => text.match(/\d+/g);
    expect(numbersIn(zh[problem])).toEqual(numbersIn(en[problem]));
  },
);

it("names the limits", () => {
  expect(en["too-far"]).toContain("5 years");
  expect(en["too-often"]).toContain("15 minutes");
  expect(en.full).toContain("20 reminders");
});
