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

describe("the webhook of a deployment", () => {
  it("is fine if it points to the deployment and no update is waiting", () => {
    expect(check({})).toEqual([
      { kind: "passed", text: `Telegram sends its messages to ${RIGHT}.` },
      { kind: "passed", text: "No messages are waiting at Telegram." },
    ]);
  });

  it("is reported if missing", () => {
    expect(check({ url: "" })).toEqual([
      {
        kind: "failed",
        text: "It has no webhook: Telegram keeps its messages.",
        advice: [
          "Set the webhook: npm run telegram:webhook -- https://parley.example",
        ],
      },
    ]);
  });

  it("must point to another function than the page's on AWS", () => {
    const target = {
      url: "https://abc.lambda-url.eu-west-1.on.aws",
      isLocal: false,
    };
    const path = "/telegram/webhook";
    const other = `https://tel.lambda-url.eu-west-1.on.aws${path}`;
    expect(check({ url: other }, { target })[0]).toEqual({
      kind: "passed",
      text: `Telegram sends its messages to ${other}.`,
    });
    for (const [url, text] of [
      [target.url + path, "the address of the page and the API"],
      [RIGHT, "and not to AWS"],
      ["", "It has no webhook"],
    ] as const)
      expect(check({ url }, { target })[0]).toEqual({
        kind: "failed",
        text: expect.stringContaining(text),
        advice: [expect.stringContaining("telegram:webhook -- <TelegramUrl>")],
      });
  });

  it("is reported with a redacted token if it points elsewhere", () => {
    const [address] = check({ url: `https://old.example/${TOKEN}` });
    expect(address).toMatchObject({
      kind: "failed",
      text: `Telegram sends its messages to https://old.example/<token>, not to ${RIGHT}.`,
    });
  });

  it.each([
    [1, "1 update waits at Telegram."],
    [12, "12 updates wait at Telegram."],
  ])("has updates that wait (%d)", (count, text) => {
    expect(check({ pending_update_count: count })[1]).toMatchObject({
      kind: "warning",
      text,
    });
  });

  it.each([
    [
      "Wrong response from the webhook: 401 Unauthorized",
      /TELEGRAM_WEBHOOK_SECRET differs/,
    ],
    ["Wrong response from the webhook: 403 Forbidden", /firewall/],
    ["Wrong response from the webhook: 404 Not Found", /The address is wrong/],
    ["Wrong response from the webhook: 429 Too Many Requests", /automatically/],
    ["Wrong response from the webhook: 503 Service Unavailable", /healthz/],
    [
      "Wrong response from the webhook: 500 Internal Server Error",
      /wrangler tail/,
    ],
    ["Wrong response from the webhook: 301 Moved Permanently", /redirects/],
    ["Connection timed out", /in time/],
    ["Read timeout expired", /in time/],
    [
      "SSL error {error:0A000086:SSL routines::certificate verify failed}",
      /certificate/,
    ],
    [
      "Failed to resolve host: Name or service not known",
      /host name does not exist/,
    ],
    ["Connection refused", /from the internet/],
  ])("fails now, and why: %s", (message, advice) => {
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

  it("warns of a failure that is over", () => {
    const findings = check({
      last_error_date: secondsAgo(3600),
      last_error_message: "Connection refused",
    });
    expect(findings[1]).toMatchObject({
      kind: "warning",
      advice: [expect.stringMatching(/^If it happens again: /)],
    });
  });

  it("ignores a failure of days ago", () => {
    const findings = check({
      last_error_date: secondsAgo(3 * 24 * 3600),
      last_error_message: "Connection refused",
    });
    expect(findings[1]?.kind).toBe("passed");
  });

  it("is reported if it lacks kinds of updates", () => {
    expect(check({ allowed_updates: ["poll"] })[2]).toMatchObject({
      kind: "warning",
      text: expect.stringContaining("message"),
      advice: [
        "Set it again: npm run telegram:webhook -- https://parley.example",
      ],
    });
  });
});

describe("the webhook with a Parley on this machine", () => {
  it("is fine if there is none", () => {
    expect(check({ url: "" }, { target: HERE })).toEqual([
      {
        kind: "passed",
        text: "It has no webhook: `npm run telegram:poll` fetches its messages.",
      },
    ]);
  });

  it("is reported if it points elsewhere", () => {
    const [address] = check({}, { target: HERE });
    expect(address).toMatchObject({
      kind: "warning",
      text: `Telegram delivers its messages to ${RIGHT}, not here.`,
    });
  });
});
