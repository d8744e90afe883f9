import { expect, it } from "vitest";
import {
  describeModel,
  describeParts,
} from "../../../src/http/admin/page/describe-report.ts";
import { toPlainText } from "../../../src/http/admin/page/markup.ts";
import { TEXTS } from "../../../src/http/admin/page/texts.ts";
import { TOOL_CATALOGUE } from "../../../src/tools/tool-catalogue.ts";
import type { Report } from "../../../src/types/setup-report.ts";
import {
  EVERYTHING_SET_UP,
  NOTHING_SET_UP,
} from "../../fixtures/setup-reports.ts";

/** Title, state and lines of each part; complaints with a mark. */
function write(report: Report): readonly string[] {
  const texts = TEXTS.en;
  const parts = describeParts(report, { texts, language: "en" });
  return [describeModel(report, texts), ...parts].map(
    ({ title, state, lines }) =>
      [
        `${title}: ${state}`,
        ...lines.map(
          ({ isBad, text, ...filling }) =>
            `${isBad ? "! " : ""}${toPlainText(text, { ...filling, setText: "set `{name}`" })}`,
        ),
      ]
        .join(" | ")
        .replaceAll(/\d+\/\d+\/\d+, \d+:\d+:\d+\s[AP]M/g, "T"),
  );
}

const NOTHING_WRITTEN = [
  "Model: attention | The demo model answers. It only does sums, looks things up and remembers names. | For a real model: set `OPENAI_API_KEY`. For another provider, also set `OPENAI_BASE_URL` and `OPENAI_MODEL`.",
  "Chat page: off | Closed. For people with a password: set `WEB_CHAT_PASSWORD` and `PARLEY_SECRET`.",
  "HTTP API: off | Off. For a caller named shop: set `WEBHOOK_API_KEYS`, with a value such as `shop:KEY`.",
  "Channels: off | None is set up.",
  "Tools: off | None. Set `TOOLS`.",
  "Events: off | Off. To tell your own systems what happens in conversations: set `EVENTS_URL` and `EVENTS_SIGNING_SECRET`.",
  "Team: on | Tools are approved by operators, in the console. | A user who asks for a person is still answered by the bot. | No chat of the team is told. To tell one: set `HANDOVER_NOTIFY`. | A person who takes a conversation over has it until they hand it back.",
  "Limits: off | None. Set `USER_MESSAGES_PER_MINUTE`, `USER_DAILY_TOKENS` or `GLOBAL_DAILY_TOKENS`.",
  "Storage: on | Durable Objects; up to 6,000 tokens of the past in a prompt; kept until deleted.",
];

const EVERYTHING_WRITTEN = [
  "Model: on | a, b at h, agent style s.",
  "Chat page: on | Open for those who know the password.",
  "HTTP API: on | For shop, desk. Described at /docs.",
  "Channels: on | On: Telegram (for everybody), LINE. | Off: Slack. The guides in docs/channels say what each needs.",
  "Tools: on | search by brave, wikipedia, calculator, own, MCP: shop",
  "Events: attention | To crm: message.received, message.replied. | ! Not delivered, T: HTTP 500. Once the receiver works, send again what is under Undelivered in the console.",
  "Team: on | Tools are approved by slack:U1. | A user who asks for a person is left to the team (`HANDOVER_MODE` is `wait`). If nobody comes within 30 minutes, the user is told. | The team is told in a chat on slack. | By `HANDOVER_HOURS`, the team is here again on T. | A conversation goes back to the bot after 60 minutes without a word from the person who took it over.",
  "Limits: on | 20 messages per minute for each person. | 2,000,000 tokens per day for everyone.",
  "Storage: on | DynamoDB; up to 6,000 tokens of the past in a prompt; deleted after 90 days.",
  "Settings: attention | ! Parley has no variable `OPENAI_MODLE`. Did you mean `OPENAI_MODEL`? | ! `TOOL_APPROVERS` names ann, but LINE is not set up. Set it up, or name people as `/whoami` shows them where they write. | ! `WEBHOOK_CALLBACK_HOSTS` names x, which is not a caller. | Locally the token of this checkout opens `/setup`. A deployment needs `ADMIN_API_KEY`.",
];

it("The setup page has a Chinese name for each tool", () => {
  expect(Object.keys(TEXTS["zh-CN"].names)).toEqual(
    expect.arrayContaining(Object.keys(TOOL_CATALOGUE)),
  );
});

it.each([
  ["nothing", NOTHING_SET_UP, NOTHING_WRITTEN],
  ["everything", EVERYTHING_SET_UP, EVERYTHING_WRITTEN],
])("The setup page says what is set up: %s", (_, report, written) => {
  expect(write(report)).toEqual(written);
});
