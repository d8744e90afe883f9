import { expect, it } from "vitest";
import { checkWebhook } from "../../../scripts/doctor/channels/telegram.ts";
import { passed } from "../../../scripts/doctor/report.ts";
import type { WebhookState } from "../../../src/types/setup-report.ts";

const DEPLOYMENT = { url: "https://parley.example", isLocal: false };
const AWS = { url: "https://abc.lambda-url.eu-west-1.on.aws", isLocal: false };
const HERE = { url: "http://127.0.0.1:8787", isLocal: true };

/** A webhook at the deployment. */
const check = (
  state: Partial<Omit<WebhookState, "kind">>,
  target = DEPLOYMENT,
) => [
  ...checkWebhook(
    {
      kind: "known",
      username: "bot",
      url: "https://parley.example/telegram/webhook",
      waiting: 0,
      ...state,
    },
    {
      target,
      compare: (address, advice) => passed(`${address} → ${advice}`),
    },
  ),
];

it("is compared with the deployment, and says how to set it", () => {
  const set = "Set the webhook: npm run telegram:webhook -- ";
  expect(check({ url: "https://old.example/hook" })[0]?.text).toBe(
    `https://old.example/hook → ${set}https://parley.example`,
  );
  expect(check({}, AWS)[0]?.text).toContain(`${set}<TelegramUrl>`);
});

it.each([
  [DEPLOYMENT, "", "failed", "Telegram keeps its messages."],
  [AWS, "", "failed", "Telegram keeps its messages."],
  [HERE, "", "passed", "`npm run telegram:poll` fetches its messages."],
  [HERE, DEPLOYMENT.url, "warning", `to ${DEPLOYMENT.url}, not here.`],
] as const)("of %j at %j: %s", (target, url, kind, text) => {
  const [found, ...others] = check({ url }, target);
  expect(found).toMatchObject({ kind, text: expect.stringContaining(text) });
  // A bot that polls has no webhook to check.
  expect(others).toHaveLength(url === "" ? 0 : 1);
});

it.each([
  [0, "passed", "No messages are waiting at Telegram."],
  [1, "warning", "1 update waits at Telegram."],
  [12, "warning", "12 updates wait at Telegram."],
])("may have waiting updates (%d)", (waiting, kind, text) => {
  expect(check({ waiting })[1]).toMatchObject({ kind, text });
});

it.each([
  ["is reported while updates wait", 1, 3, "failed", "Allow it."],
  ["is warned of once it is over", 1, 0, "warning", "If it happens again: "],
  ["is forgotten after a day", 25, 0, "passed", undefined],
] as const)("a failed delivery %s", (_, hours, waiting, kind, advice) => {
  const at = new Date(Date.now() - hours * 3_600_000).toISOString();
  const lastError = { at, message: "403 Forbidden", advice: "Allow it." };
  expect(check({ waiting, lastError })[1]).toMatchObject({
    kind,
    ...(advice && {
      text: `Telegram could not deliver at ${at}: 403 Forbidden. ${waiting === 0 ? "0 updates wait" : "3 updates wait"} now.`,
      advice: [expect.stringContaining(advice)],
    }),
  });
});
