import { expect, it } from "vitest";
import { createRemindMeTool } from "../../../src/tools/remind-me/remind-me-tool.ts";
import type {
  Reach,
  ReminderRequest,
  Reminding,
} from "../../../src/types/schedule.ts";
import { describeToolContract } from "../../contracts/tool-contract.ts";
import { createSchedule } from "../../fixtures/schedules.ts";

describeToolContract(
  "the reminders",
  async () => {
    const tool = createRemindMeTool();
    return {
      tool: {
        ...tool,
        run: (given, options) =>
          tool.run(given, {
            ...options,
            remind: async () => ({
              kind: "made",
              schedule: { ...createSchedule({ id: "a" }), number: 1 },
            }),
          }),
      },
      close: async () => {},
    };
  },
  { samples: [{ text: "Tea", in_minutes: 5 }] },
);

const OPTIONS = {
  conversation: "c",
  timeZone: "Europe/Berlin",
  wasShown: async () => false,
  signal: new AbortController().signal,
  timeoutMs: 1_000,
  mayHaveRun: false,
};

async function ask(
  given: Record<string, unknown>,
  outcome: (request: ReminderRequest) => Reminding = () => ({
    kind: "refused",
    problem: "past",
  }),
  reach: Reach = { kind: "fetched" },
) {
  const asked: ReminderRequest[] = [];
  const tool = createRemindMeTool();
  const running = tool.run(tool.input.parse(given), {
    ...OPTIONS,
    reach,
    remind: async (request) => {
      asked.push(request);
      return outcome(request);
    },
  });
  return { said: await running.catch(String), asked };
}

it.each([
  [{ text: "Tea", in_minutes: 10 }, { when: "in 10 minutes" }],
  [
    { text: "Tea", in_minutes: "10", when: null, repeat: null, is_task: null },
    { when: "in 10 minutes", repeat: "", kind: "text" },
  ],
  [{ text: "Tea", when: " 2026-12-01 09:00 " }, { when: "2026-12-01 09:00" }],
  [
    { text: "*Tea*", when: "9:00", repeat: "daily", is_task: "false" },
    { text: String.raw`\*Tea\*`, repeat: "daily", kind: "text" },
  ],
  [
    { text: "*News*", when: "9:00", is_task: true },
    { kind: "prompt", text: "*News*" },
  ],
])("takes what models write: %j", async (given, request) => {
  expect((await ask(given)).asked).toMatchObject([request]);
});

it.each<[Reach, string]>([
  [{ kind: "fetched" }, "they see it here when they come back"],
  [{ kind: "window", hours: 24 }, "written within 24 hours before"],
  [{ kind: "plan" }, "counts against a monthly number"],
])(
  "tells the model when the reminder comes, and for %j what limits it",
  async (reach, limit) => {
    const { said } = await ask(
      { text: "Tea", when: "9:00" },
      () => ({
        kind: "made",
        schedule: {
          ...createSchedule({
            id: "a",
            timeZone: "Europe/Berlin",
            rule: "FREQ=DAILY",
          }),
          due: Date.parse("2026-12-01T08:00:00Z"),
          number: 3,
        },
      }),
      reach,
    );
    expect(said).toContain(
      "Reminder 3 is set: 2026-12-01 09:00 (Europe/Berlin), repeating (FREQ=DAILY).",
    );
    expect(said).toContain(limit);
  },
);

it("tells the model how to correct itself", async () => {
  const { said } = await ask({ text: "Tea", when: "soon" }, () => ({
    kind: "refused",
    problem: "when-unreadable",
  }));
  expect(said).toContain("Write it like 2026-12-01 09:00");
});
