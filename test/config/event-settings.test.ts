import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { DEVELOPMENT_TOKEN } from "../fixtures/development-token.ts";
import { findProblems } from "./find-problems.ts";

const SECRET = "whsec_l0kS2WRkTj6Zqd0p1wVvTn8m3yPo5xQb";
const RECEIVER = {
  EVENTS_URL: "https://desk.example.com/hooks?key=1",
  EVENTS_SIGNING_SECRET: SECRET,
};
const TELEGRAM = {
  TELEGRAM_BOT_TOKEN: "123456:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8",
  TELEGRAM_WEBHOOK_SECRET: "q0kS2WRkTj6Zqd0p1wVvTn8m3yPo5xQb",
};

const problemsOf = (environment: Record<string, string>): string[] =>
  findProblems(environment).map(
    ({ variable, problem }) => `${variable} ${problem}`,
  );

describe("settings of events", () => {
  it("send all events to the receiver, or those that are listed", () => {
    expect(parseConfig(RECEIVER).events).toMatchObject({
      receiver: { url: RECEIVER.EVENTS_URL },
      types: { length: 5 },
    });
    const EVENTS_TYPES = "message.replied, conversation.taken";
    expect(parseConfig({ ...RECEIVER, EVENTS_TYPES }).events.types).toEqual([
      "message.replied",
      "conversation.taken",
    ]);
    expect(parseConfig({}).events.receiver).toBeUndefined();
    expect(problemsOf({ EVENTS_TYPES })).toEqual([
      expect.stringMatching(/^EVENTS_URL is missing; EVENTS_TYPES names/),
    ]);
  });

  it("need a secret of their own", () => {
    const { EVENTS_URL } = RECEIVER;
    expect(problemsOf({ EVENTS_URL })).toEqual([
      expect.stringMatching(
        /^EVENTS_SIGNING_SECRET is missing; EVENTS_URL requires it/,
      ),
    ]);
    expect(problemsOf({ ...RECEIVER, WEBHOOK_SIGNING_SECRET: SECRET })).toEqual(
      [expect.stringMatching(/^EVENTS_SIGNING_SECRET shares a secret/)],
    );
    expect(
      problemsOf({ ...RECEIVER, EVENTS_SIGNING_SECRET: "swordfish" }),
    ).toHaveLength(1);
  });

  it.each([
    "http://desk.example.com",
    "desk.example.com",
    "https://me:secret@desk.example.com",
  ])("refuse the address %s", (EVENTS_URL) => {
    expect(problemsOf({ ...RECEIVER, EVENTS_URL })).toEqual([
      expect.stringMatching(/^EVENTS_URL must be an address like https:/),
    ]);
  });

  it.each([
    "http://localhost:4000/hook",
    "http://127.0.0.1:4000",
    "http://[::1]:4000",
  ])("allow %s, of this machine, in development only", (EVENTS_URL) => {
    const local = { ...RECEIVER, EVENTS_URL };
    expect(problemsOf(local)).toEqual([
      expect.stringMatching(/^EVENTS_URL is an address of this machine/),
    ]);
    const options = { developmentToken: DEVELOPMENT_TOKEN };
    expect(parseConfig(local, options).events.receiver).toBeDefined();
  });

  it("name the types that there are", () => {
    const [problem] = problemsOf({ ...RECEIVER, EVENTS_TYPES: "message.sent" });
    expect(problem).toMatch(/^EVENTS_TYPES must be one of message.received/);
  });

  it("have operators told in a chat of a channel that is on", () => {
    const notified = (HANDOVER_NOTIFY: string) =>
      parseConfig({ ...TELEGRAM, HANDOVER_NOTIFY }).events.notified;
    expect(notified("telegram:-100123:7")).toEqual({
      channel: "telegram",
      to: { chat: -100_123, thread: 7 },
    });
    const SLACK = {
      SLACK_BOT_TOKEN: "xoxb-1-2",
      SLACK_SIGNING_SECRET: "0123456789abcdef".repeat(2),
    };
    const HANDOVER_NOTIFY = "slack:C0123";
    expect(
      parseConfig({ ...SLACK, HANDOVER_NOTIFY }).events.notified?.to,
    ).toEqual({ user: "", chat: "C0123" });
    expect(problemsOf({ HANDOVER_NOTIFY })).toEqual([
      expect.stringMatching(/^HANDOVER_NOTIFY names slack, which is off/),
    ]);
    for (const chat of ["discord:1", "feishu:oc_1:om_2", "line:U1"])
      expect(problemsOf({ HANDOVER_NOTIFY: chat })).toEqual([
        expect.stringMatching(/^HANDOVER_NOTIFY names \w+, which is off/),
      ]);
    for (const wrong of [
      "telegram:@team",
      "email:a@b.c",
      "telegram:",
      "telegram:1,telegram:2",
      `telegram:${"1".repeat(17)}`,
      "toString:1",
    ])
      expect(problemsOf({ ...TELEGRAM, HANDOVER_NOTIFY: wrong })).toEqual([
        expect.stringMatching(/^HANDOVER_NOTIFY must be a chat of your team/),
      ]);
  });
});
