import type { WebhookInfo } from "grammy/types";
import { describe, expect, it } from "vitest";
import { checkWebhook } from "../../../scripts/doctor/channels/telegram.ts";

const TOKEN = "123456:token-of-the-bot";
const DEPLOYMENT = { url: "https://parley.example", isLocal: false };
const HERE = { url: "http://127.0.0.1:8787", isLocal: true };
const RIGHT = "https://parley.example/telegram/webhook";

function check(
  info: Partial<WebhookInfo>,
  { target = DEPLOYMENT }: { target?: typeof DEPLOYMENT } = {},
) {
  const whole = {
    url: RIGHT,
    has_custom_certificate: false,
    pending_update_count: 0,
    ...info,
  };
  return checkWebhook(whole, { target, token: TOKEN });
}

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
const AWS = "https://abc.lambda-url.eu-west-1.on.aws";
const PATH = "/telegram/webhook";
const INTAKE = `https://tel.lambda-url.eu-west-1.on.aws${PATH}`;
const ELSEWHERE = `https://old.example/${TOKEN}`;
const SET =
  /^Set the webhook: npm run telegram:webhook -- https:\/\/parley.example$/;
const SET_AWS = /telegram:webhook -- <TelegramUrl>/;

describe("the webhook's address", () => {
  it.each([
    [DEPLOYMENT.url, RIGHT, "passed", `sends its messages to ${RIGHT}.`],
    [DEPLOYMENT.url, "", "failed", "It has no webhook", SET],
    [
      DEPLOYMENT.url,
      ELSEWHERE,
      "failed",
      `to https://old.example/<token>, not to ${RIGHT}.`,
      SET,
    ],
    // On AWS, another function than the page's takes updates.
    [AWS, INTAKE, "passed", `sends its messages to ${INTAKE}.`],
    [AWS, AWS + PATH, "failed", "the address of the page and the API", SET_AWS],
    [AWS, RIGHT, "failed", "and not to AWS", SET_AWS],
    [AWS, "", "failed", "It has no webhook", SET_AWS],
    [HERE.url, "", "passed", "`npm run telegram:poll` fetches its messages."],
    [
      HERE.url,
      RIGHT,
      "warning",
      `delivers its messages to ${RIGHT}, not here.`,
    ],
  ] as const)("of %s is %j: %s", (target, url, kind, text, advice?: RegExp) => {
    const isLocal = target === HERE.url;
    const [found, ...others] = check(
      { url },
      { target: { url: target, isLocal } },
    );
    expect(found).toMatchObject({
      kind,
      text: expect.stringContaining(text),
      ...(advice && { advice: [expect.stringMatching(advice)] }),
    });
    // A bot that polls has no webhook to check.
    expect(others).toHaveLength(url === "" ? 0 : 1);
  });
});

describe("the updates of a webhook", () => {
  it.each([
    [0, "passed", "No messages are waiting at Telegram."],
    [1, "warning", "1 update waits at Telegram."],
    [12, "warning", "12 updates wait at Telegram."],
  ])("may wait (%d)", (count, kind, text) => {
    expect(check({ pending_update_count: count })[1]).toMatchObject({
      kind,
      text,
    });
  });

  it.each([
    ["Wrong response from the webhook: 401 Unauthorized", /SECRET differs/],
    ["Wrong response from the webhook: 403 Forbidden", /firewall/],
    ["Wrong response from the webhook: 404 Not Found", /The address is wrong/],
    ["Wrong response from the webhook: 429 Too Many Requests", /automatically/],
    ["Wrong response from the webhook: 503 Service Unavailable", /healthz/],
    ["Wrong response from the webhook: 500 Internal", /wrangler tail/],
    ["Wrong response from the webhook: 301 Moved Permanently", /redirects/],
    ["Connection timed out", /in time/],
    ["Read timeout expired", /in time/],
    ["SSL error {error:0A000086:SSL routines::certificate}", /certificate/],
    ["Failed to resolve host: Name not known", /from the internet/],
    ["Connection refused", /from the internet/],
  ])("are not delivered now, and why: %s", (message, advice) => {
    const findings = check({
      pending_update_count: 3,
      last_error_date: secondsAgo(60),
      last_error_message: message,
    });
    expect(findings[1]).toMatchObject({
      kind: "failed",
      text: expect.stringMatching(
        /^Telegram could not deliver at \d{4}-.*: .*\. 3 updates wait now\.$/,
      ),
      advice: [expect.stringMatching(advice)],
    });
  });

  it.each([
    ["a failure that is over", 3600, "warning"],
    ["no failure of days ago", 3 * 24 * 3600, "passed"],
  ])("are warned of after %s", (_, seconds, kind) => {
    const [, found] = check({
      last_error_date: secondsAgo(seconds),
      last_error_message: "Connection refused",
    });
    expect(found?.kind).toBe(kind);
    if (found && "advice" in found)
      expect(found.advice[0]).toMatch(/^If it happens again: /);
  });

  it("are reported if their kinds are not all asked for", () => {
    expect(check({ allowed_updates: ["poll"] })[2]).toMatchObject({
      kind: "warning",
      text: expect.stringContaining("message"),
      advice: [
        "Set it again: npm run telegram:webhook -- https://parley.example",
      ],
    });
  });
});
