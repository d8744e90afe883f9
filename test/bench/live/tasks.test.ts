import { expect, it } from "vitest";
import {
  isRight,
  showsFormatMarkup,
} from "../../../bench/live/check-answer.ts";
import { historyOf, readTasks } from "../../../bench/live/task.ts";
import { createToolbox } from "../../../bench/live/tools.ts";

const tasks = readTasks();

it("has 80 tasks of nine kinds, with unique ids", () => {
  expect(new Set(tasks.map(({ id }) => id)).size).toBe(80);
  expect(new Set(tasks.map(({ kind }) => kind)).size).toBe(9);
});

it.each(tasks)(
  "$id has a script with the right answer",
  ({ script, right, ...task }) => {
    const { tool, input = "", answer } = script;
    expect(isRight(answer, right)).toBe(true);
    expect(isRight("It is 98765431 bananas.", right)).toBe(false);
    for (const text of right.never ?? [])
      expect(isRight(`${answer} ${text}`, right)).toBe(false);
    const toolbox = createToolbox({ only: task.tools });
    const found = toolbox.tools.find(({ name }) => name === tool);
    expect(tool === undefined || found?.run(input)).toBeTruthy();
  },
);

it.each(["look-up", "injection"])(
  "the library answers tasks of kind %s",
  (wanted) => {
    const { tools } = createToolbox({ only: ["library"] });
    for (const { kind, script, right } of tasks)
      if (kind === wanted)
        expect(
          isRight(tools[0]?.run(script.input ?? "") ?? "", {
            ...right,
            never: [],
          }),
          script.input,
        ).toBe(true);
  },
);

it("gives long-history tasks at least 30 messages", () => {
  const long = tasks.filter(({ kind }) => kind === "long history");
  expect(long.length).toBeGreaterThan(0);
  for (const task of long)
    expect(historyOf(task).length).toBeGreaterThanOrEqual(30);
});

it.each([
  ["It is 7,006,652.", 7006652],
  ["７００６６５２", 7006652],
  ["7 006 652", 7006652],
  ["about 42.158 km", 42.16],
])("finds the number in %j: %d", (answer, number) => {
  expect(isRight(answer, { number, within: 0.02 })).toBe(true);
  expect(isRight(answer, { number: number + 1, within: 0.02 })).toBe(false);
});

it.each([
  ['{"action": "calculator", "action_input": "1"}', true],
  ["Thought: I know.\nIt is 4.", true],
  ["Final Answer: 4", true],
  ["[object Object]", true],
  ['{"type":"math"}', true],
  ["Your response could not be read: It was cut off.", true],
  ["The action was filmed in Rome.", false],
  ["A set is written as {1, 2}.", false],
])("detects whether %j contains parts of a format: %s", (answer, expected) => {
  expect(showsFormatMarkup(answer)).toBe(expected);
});
