import { expect, it } from "vitest";
import { describeWait } from "../../src/conversation/texts/wording.ts";

it.each([
  [0, "in 1 second", "1秒钟后"],
  [23_400, "in 24 seconds", "24秒钟后"],
  [119_000, "in 119 seconds", "119秒钟后"],
  [119_001, "in 2 minutes", "2分钟后"],
  [3_600_000, "in 60 minutes", "60分钟后"],
  [7_200_000, "in 2 hours", "2小时后"],
  [7_200_001, "in 3 hours", "3小时后"],
  [86_400_000, "in 24 hours", "24小时后"],
])("describes %d ms in words, rounded up", (waitMs, english, chinese) => {
  expect(describeWait(waitMs, "en")).toBe(english);
  expect(describeWait(waitMs, "zh")).toBe(chinese);
});
